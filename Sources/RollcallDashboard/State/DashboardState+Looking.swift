#if CommandLine
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// The mouse setting.
extension DashboardState {
  mutating func toggleMouse() {
    isMouseOn.toggle()
    let on = "The mouse is on: click to select or press a key below, double-click to open, wheel to move."
    let off = "The mouse is off: the terminal uses it to select text."
    headline = .looked(isMouseOn ? on : off, hint: isMouseOn ? "m off" : "m on")
  }
}

/// Recording events to a file. A dashboard service writes the file and reports its progress.
extension DashboardState {
  var isRecording: Bool { recording?.isRunning == true }

  /// Starts a recording, or stops the current one.
  mutating func toggleRecording() -> [Effect] { [isRecording ? .stopRecording : .record(to: nil)] }

  mutating func apply(_ status: RecordingStatus?) {
    let before = recording
    recording = status
    guard let status, before?.path != status.path || before?.isRunning != status.isRunning else { return }
    headline =
      status.isRunning
      ? .looked(status.sentence, hint: "R stop")
      : status.problem != nil ? .failed(status.sentence) : .done(status.sentence, isWhole: status.dropped == 0)
  }
}

/// Freezing the view: the application continues, and its entries wait in the journal until the view resumes.
///
/// The dashboard buffers nothing meanwhile. The journal is bounded and reports what it had to drop.
extension DashboardState {
  /// Whether the view is frozen. While it is, count the journal's entries but don't read them.
  package var isFrozen: Bool { frozen != nil }

  mutating func toggleFreeze() { frozen = frozen == nil ? Backlog() : nil }

  /// Unfreezes the view if the user made the application do something, to show the result.
  ///
  /// The view stays frozen when the user stops a repeated firing or writes a file.
  mutating func unfreezing(_ effects: [Effect]) -> [Effect] {
    let acts = effects.contains { if case .perform(let command) = $0 { command != .stopRepeating } else { false } }
    if acts { frozen = nil }
    return effects
  }
}
#endif
