#if CommandLine
import Inspection
import TerminalUI

/// Playing a recording: the same screen over an application that is past.
extension DashboardState {
  /// Why nothing that would change the application is done.
  public static let unchangeable = "This is a recording: what happened can't be changed."

  /// Into how many steps the arrows divide a recording.
  private static let strides = 20

  /// What a key does that plays the recording, or would act on the application; `nil` of those that look.
  mutating func pressInReplay(_ key: Key) -> [Effect]? {
    guard let playback else { return nil }
    switch key {
    case .character(" "): return [.playback(playback.isPlaying ? .pause : .play)]
    case .character("."): return halting(.step(1))
    case .character(","): return halting(.step(-1))
    case .character(">"): return halting(.nextDispatch)
    case .character("<"): return halting(.previousDispatch)
    case .right: return [.playback(.go(.step(playback.stride(of: Self.strides))))]
    case .left: return [.playback(.go(.step(-playback.stride(of: Self.strides))))]
    case .character("0"): return [.playback(.go(.start))]
    case .character("$"): return [.playback(.go(.end))]
    case .character("+"), .character("="): return setSpeed(playback.speed.faster)
    case .character("-"): return setSpeed(playback.speed.slower)
    case .character("F"): return seekAgain()
    case .escape where playback.seek != nil: return [.playback(.cancel)]
    case .character("x"), .character("u"), .character("o"), .character("c"), .character("J"), .character("K"),
      .character("i"), .character("R"):
      headline = .failed(Self.unchangeable)
      return []
    default: return nil
    }
  }

  /// Who goes step by step wants to look.
  private func halting(_ place: PlaybackPlace) -> [Effect] {
    (playback?.isPlaying == true ? [.playback(.pause)] : []) + [.playback(.go(place))]
  }

  private mutating func setSpeed(_ speed: PlaybackSpeed) -> [Effect] {
    guard speed != playback?.speed else {
      headline = .looked("It can't be played \(speed == .maximum ? "faster" : "slower").")
      return []
    }
    return [.playback(.setSpeed(speed))]
  }

  private mutating func seekAgain() -> [Effect] {
    guard let soughtEvent else {
      headline = .failed("No event has been gone to yet; f does that.")
      return []
    }
    return [.playback(.go(.next(event: soughtEvent)))]
  }

  /// Takes in where the playing stands.
  mutating func fold(_ playback: Playback) -> [Effect] {
    let before = self.playback
    self.playback = playback
    if let problem = playback.problem, problem != before?.problem { headline = .failed(problem) }
    // What is next, and what was last, is seen from the playhead.
    guard case .fire(let sheet) = overlay, playback.position != before?.position else { return [] }
    return locateChosen(sheet)
  }

  /// What a click on the seek bar does.
  func clickOnPlayback(at column: Int) -> [Effect] {
    guard let playback, let entry = PlaybackLine(state: self, playback: playback).entry(at: column) else { return [] }
    return [.playback(.go(.entry(entry)))]
  }

  // MARK: Going to an event

  /// Asks where the chosen event comes.
  func locateChosen(_ sheet: FireSheet) -> [Effect] { sheet.chosen.map { [.locate(event: $0.name)] } ?? [] }

  /// Takes in where an event comes, unless another has been chosen meanwhile.
  mutating func fold(_ occurrences: EventOccurrences) {
    guard case .fire(var sheet) = overlay, sheet.chosen?.name == occurrences.event else { return }
    sheet.occurrences = occurrences
    overlay = .fire(sheet)
  }

  /// What a key does in the sheet in which an event is chosen to be gone to.
  mutating func pressSeeking(_ key: Key, in sheet: FireSheet) -> [Effect] {
    var sheet = sheet
    switch key {
    case .escape: overlay = nil
    case .enter: return seek(sheet) { .next(event: $0) }
    case .control("p"): return seek(sheet) { .previous(event: $0) }
    default:
      let before = sheet.chosen
      if !sheet.move(key, history: application.history) { edit(&sheet) { $0.press(key) } }
      overlay = .fire(sheet)
      return sheet.chosen != before || sheet.occurrences == nil ? locateChosen(sheet) : []
    }
    return []
  }

  private mutating func seek(_ sheet: FireSheet, _ place: (String) -> PlaybackPlace) -> [Effect] {
    guard let event = sheet.chosen?.name else { return [] }
    overlay = nil
    soughtEvent = event
    return [.playback(.go(place(event)))]
  }
}

extension Playback {
  /// How many entries one of so many equal steps is.
  fileprivate func stride(of steps: Int) -> Int { max(1, count / steps) }
}

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
    let names = application.source.events.map(\.name)
    if let event = names.first(where: { $0 == name }) ?? names.first(where: { $0.lowercased() == name.lowercased() }) {
      return event
    }
    if let problem = PlaybackPlace.problem(withTime: name) { throw PlainProblem(problem) }
    throw PlainProblem(
      no: "event", named: name, among: names, otherwise: "'events' lists those of the recording.")
  }
}
#endif
