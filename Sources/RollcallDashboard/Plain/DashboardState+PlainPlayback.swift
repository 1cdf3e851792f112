#if CommandLine
import RollcallInspection

/// Moving in a recording in plain mode.
extension DashboardState {
  /// A sentence with the position of the playback.
  package var whereLine: String {
    guard let playback else { return "This is not a recording." }
    let entries = "\(Phrases.number(playback.position)) of \(Phrases.entries(playback.count))"
    let place = Phrases.place(playback.elapsedNanoseconds, of: playback.totalNanoseconds)
    let time = Clock(self).preciseTime(playback.nowNanoseconds)
    let standing = Phrases.status(of: playback).map { "\($0), after" } ?? "After"
    return "\(standing) \(entries), \(place), at \(time)."
  }

  func steps(_ line: PlainLine) throws(PlainProblem) -> Int {
    let text = line.rest
    if text.isEmpty { return 1 }
    guard let steps = Int(text.filter { $0 != "," }), steps > 0 else {
      throw PlainProblem("'\(text)' is not a number of entries. Write '\(line.usage)'.")
    }
    return steps
  }

  func place(_ line: PlainLine) throws(PlainProblem) -> PlaybackPlace {
    guard let first = line.words.first else { throw PlainProblem("Where to? Write '\(line.usage)'.") }
    let last = line.words.dropFirst().joined(separator: " ")
    switch first.lowercased() {
    case "back" where !last.isEmpty: return .previous(event: try sought(last))
    case "entry":
      guard let entry = Int(last.filter { $0 != "," }), entry >= 0 else {
        throw PlainProblem(
          "'\(last)' is not an entry's number. They go from 1 to \(Phrases.number(playback?.count ?? 0)).")
      }
      return .entry(entry)
    default:
      if let place = PlaybackPlace(line.rest) { return place }
      return .next(event: try sought(line.rest))
    }
  }

  private func sought(_ name: String) throws(PlainProblem) -> String {
    do throws(PlainProblem) {
      return try event(name).name
    } catch {
      throw PlaybackPlace.problem(withTime: name).map { PlainProblem($0) } ?? error
    }
  }
}
#endif
