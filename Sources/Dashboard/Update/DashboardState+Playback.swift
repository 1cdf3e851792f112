#if CommandLine
import ModuleLifecycle
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
      headline = .looked("It can't be played \(speed == .maximum ? "faster" : "slower").", hint: "")
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
}

// MARK: - Going to an event

extension DashboardState {
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
      switch key {
      case .up: sheet.select(sheet.selection - 1, history: history)
      case .down: sheet.select(sheet.selection + 1, history: history)
      case .pageUp: sheet.select(sheet.selection - 10, history: history)
      case .pageDown: sheet.select(sheet.selection + 10, history: history)
      default: edit(&sheet) { $0.press(key) }
      }
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
#endif
