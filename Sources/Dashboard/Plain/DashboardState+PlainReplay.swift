#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Playing a recording, line by line.
extension DashboardState {
  /// The words that can begin a line.
  var verbNames: [String] {
    guard playback != nil else { return PlainVerb.allCases.map(\.rawValue) }
    return ReplayVerb.allCases.map(\.rawValue) + PlainVerb.allCases.filter { !$0.isActing }.map(\.rawValue)
  }

  /// Where a recording stands.
  public var whereLine: String {
    guard let playback else { return "This is no recording." }
    let entries = "\(Words.number(playback.position)) of \(Words.entries(playback.count))"
    let place = Words.place(playback.elapsedNanoseconds, of: playback.totalNanoseconds)
    let time = Clock(self).preciseTime(playback.nowNanoseconds)
    return "\(Words.standing(of: playback)), after \(entries), \(place), at \(time)."
  }

  /// Does what a line says of a recording; `nil` where it is about something else.
  mutating func obeyInReplay(_ line: PlainLine) throws(PlainProblem) -> [Effect]? {
    guard let word = line.words.first else { return nil }
    guard let verb = ReplayVerb(word: word) else {
      if let verb = PlainVerb(word: word), verb.isActing { throw PlainProblem(Self.unchangeable) }
      return nil
    }
    switch verb {
    case .play: return [.playback(.play)]
    case .pause: return [.playback(.pause)]
    case .step: return [.playback(.go(.step(try steps(line.rest, for: verb))))]
    case .back: return [.playback(.go(.step(-(try steps(line.rest, for: verb)))))]
    case .speed: return [.playback(.setSpeed(try speed(line.rest)))]
    case .go: return [.playback(.go(try place(line)))]
    case .where: return [.say([whereLine])]
    }
  }

  private func steps(_ text: String, for verb: ReplayVerb) throws(PlainProblem) -> Int {
    if text.isEmpty { return 1 }
    guard let steps = Int(text.filter { $0 != "," }), steps > 0 else {
      throw PlainProblem("'\(text)' is no number of entries. Write '\(verb.usage)'.")
    }
    return steps
  }

  private func speed(_ text: String) throws(PlainProblem) -> PlaybackSpeed {
    guard let speed = PlaybackSpeed(text) else {
      throw PlainProblem("'\(text)' is no speed. Write a number from 1/8 to 1,000, or max.")
    }
    return speed
  }

  private func place(_ line: PlainLine) throws(PlainProblem) -> PlaybackPlace {
    let words = line.words.dropFirst()
    guard let first = words.first else { throw PlainProblem("Where to? Write '\(ReplayVerb.go.usage)'.") }
    let last = words.dropFirst().joined(separator: " ")
    switch first.lowercased() {
    case "back" where !last.isEmpty: return .previous(event: try event(last))
    case "entry":
      guard let entry = Int(last.filter { $0 != "," }), entry >= 0 else {
        throw PlainProblem(
          "'\(last)' is no number of an entry. They go from 1 to \(Words.number(playback?.count ?? 0)).")
      }
      return .entry(entry)
    default:
      if let place = PlaybackPlace(line.rest) { return place }
      return .next(event: try event(line.rest))
    }
  }

  private func event(_ name: String) throws(PlainProblem) -> String {
    let names = source.events.map(\.name)
    if let event = names.first(where: { $0 == name }) ?? names.first(where: { $0.lowercased() == name.lowercased() }) {
      return event
    }
    if let problem = PlaybackPlace.problem(withTime: name) { throw PlainProblem(problem) }
    throw PlainProblem(
      no: "event", named: name, suggestion: NearestName.suggestion(for: name, among: names),
      otherwise: "'events' lists those of the recording.")
  }
}
#endif
