#if CommandLine
import Inspection
import TerminalUI

/// Playing a recording: the same screen over an application that is past.
extension DashboardState {
  /// Why nothing that would change the application is done.
  public static let unchangeable = "This is a recording: what happened can't be changed."
  /// The same where the application is not this dashboard's to change.
  static let viewing = "This dashboard may look at the application, and change nothing."

  /// How many entries an arrow goes.
  var stride: Int { max(1, (playback?.count ?? 0) / 20) }

  /// Who goes step by step wants to look.
  func stopAndGo(_ place: PlaybackPlace) -> [Effect] {
    (playback?.isPlaying == true ? [.playback(.pause)] : []) + [.playback(.go(place))]
  }

  mutating func changeSpeed(isFaster: Bool) -> [Effect] {
    guard let speed = playback?.speed else { return [] }
    let other = isFaster ? speed.faster : speed.slower
    guard other != speed else {
      headline = .looked("It can't be played \(isFaster ? "faster" : "slower").")
      return []
    }
    return [.playback(.setSpeed(other))]
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

  /// Goes to a place of the event that is chosen in the sheet.
  mutating func seek(_ place: (String) -> PlaybackPlace) -> [Effect] {
    guard let event = fireSheet?.chosen?.name else { return [] }
    overlay = nil
    soughtEvent = event
    return [.playback(.go(place(event)))]
  }
}
#endif
