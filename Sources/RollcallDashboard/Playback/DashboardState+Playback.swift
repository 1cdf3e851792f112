#if CommandLine
import RollcallInspection
import RollcallTerminalUI

/// Moving in a recording.
extension DashboardState {
  /// The message that refuses a command which would change the application of a recording.
  package static let unchangeable = "This is a recording: what happened can't be changed."
  /// The message that refuses such a command when this dashboard may only view the application.
  static let viewing = "This dashboard may view the application but not change it."

  /// How many entries an arrow key moves the playhead by: 5 % of the recording.
  var stride: Int { max(1, (playback?.count ?? 0) / 20) }

  /// Applies the state of the playback.
  mutating func apply(_ playback: Playback) -> [Effect] {
    let before = self.playback
    self.playback = playback
    if let problem = playback.problem, problem != before?.problem { headline = .failed(problem) }
    // The next and previous occurrences depend on the playhead.
    guard let sheet = fireSheet, playback.position != before?.position else { return [] }
    return locateChosen(sheet)
  }

  /// Handles a click on the seek bar.
  func clickOnPlayback(at column: Int) -> [Effect] {
    guard let playback, let entry = PlaybackLine(state: self, playback: playback).entry(at: column) else { return [] }
    return [.playback(.go(.entry(entry)))]
  }

  // MARK: Going to an event

  /// Asks the player to locate the chosen event.
  func locateChosen(_ sheet: FireSheet) -> [Effect] { sheet.chosen.map { [.locate(event: $0.name)] } ?? [] }

  /// Applies the occurrences of an event, unless the user has chosen another since.
  mutating func apply(_ occurrences: EventOccurrences) {
    if fireSheet?.chosen?.name == occurrences.event { self[FireSheet.self]?.occurrences = occurrences }
  }

  /// Goes to an occurrence of the event chosen in the sheet.
  mutating func seek(_ place: (String) -> PlaybackPlace) -> [Effect] {
    guard let event = fireSheet?.chosen?.name else { return [] }
    close()
    soughtEvent = event
    return [.playback(.go(place(event)))]
  }
}
#endif
