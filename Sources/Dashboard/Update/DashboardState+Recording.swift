#if CommandLine
import ModuleLifecycle
import Recordings

/// Recording what happens to a file. The source does it, and says how far it is.
extension DashboardState {
  /// Whether what happens is being recorded.
  var isRecording: Bool { recording?.isRunning == true }

  /// Begins a recording, or ends the one that is being written.
  mutating func toggleRecording() -> [Effect] { [.perform(isRecording ? .stopRecording : .record(nil))] }

  mutating func fold(_ status: RecordingStatus?) {
    let before = recording
    recording = status
    guard let status, before?.path != status.path || before?.isRunning != status.isRunning else { return }
    headline = .recording
  }
}
#endif
