#if CommandLine
import Dashboard
import Dispatch
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// The one recording that a dashboard has under way, or had last.
final class RecordingController: RecordingServing {
  private struct State: Sendable {
    var recording: Recording?
    /// Whether it is about to be stopped.
    var isStopping = false
    /// How far the last one came that has been stopped.
    var last: RecordingStatus?
  }

  /// To be read on the main actor only, so that it can't die on another thread.
  private weak let composite: CompositeDelegate?
  private let state: Locked<State>
  private let allowed: AllowedWarnings
  /// Called on any thread when a recording has ended.
  private let wake: @Sendable () -> Void

  /// - Parameters:
  ///   - composite: What is recorded; not kept alive.
  ///   - recording: One that is under way already.
  ///   - allowed: The warnings that are not announced, for those who will look at a recording.
  ///   - wake: Called on any thread when a recording has ended by itself.
  @MainActor init(
    of composite: CompositeDelegate, _ recording: Recording? = nil, allowed: AllowedWarnings = AllowedWarnings(),
    wake: @escaping @Sendable () -> Void
  ) {
    self.composite = composite
    state = Locked(State(recording: recording))
    self.allowed = allowed
    self.wake = wake
  }

  var status: RecordingStatus? { state.withLock { $0.recording?.status ?? $0.last } }

  /// Begins, in the main actor's turn, a recording of what the journal keeps and of all that comes.
  func begin(_ path: String?, report: @escaping DashboardServices.Report) {
    DispatchQueue.main.async { [self] in
      MainActor.assumeIsolated {
        report(.reply(.started, to: nil))
        var problem: String?
        do {
          guard let composite else { throw HasGone() }
          try begin(path, of: composite)
        } catch {
          problem = String(describing: error)
        }
        report(.reply(.finished(problem: problem), to: nil))
      }
    }
  }

  /// Ends the recording; nothing when there is none. Not in the main actor's turn: a handler that does not return is worth
  /// having on the record.
  func stop(report: @escaping DashboardServices.Report) {
    let recording = announceStop()
    DispatchQueue.global().async { @Sendable [self] in
      report(.reply(.started, to: nil))
      if let recording { stop(recording) }
      report(.reply(.finished(problem: nil), to: nil))
    }
  }

  /// Begins a recording; one that is being stopped is waited for.
  ///
  /// - Parameter path: The file; where none is given, one in the working folder that is not there yet.
  /// - Throws: `RecordingStartError`, and an error of its own while another is being written.
  @MainActor private func begin(_ path: String?, of composite: CompositeDelegate) throws {
    if let stopping = state.withLock({ $0.isStopping ? $0.recording : nil }) { stop(stopping) }
    if let status, status.isRunning { throw AlreadyRecording(path: status.path) }
    let path = path ?? FileName.unused(application: composite.name, extension: "rollcall")
    let recording = try composite.journal.record(
      to: path, from: .oldest, overwriting: false, allowing: allowed, hasEnded: { [wake] _ in wake() })
    let before = state.withLock { state in
      defer { (state.recording, state.isStopping) = (recording, false) }
      return state.recording
    }
    withExtendedLifetime(before) {}
  }

  /// Ends the recording, with all that the journal has; nothing when there is none. Waits for the disk.
  ///
  /// - Parameter kept: One that is not this dashboard's to end.
  func stop(unless kept: Recording? = nil) {
    guard let recording = state.withLock({ $0.recording }), recording !== kept else { return }
    stop(recording)
  }

  /// The same for a process that is about to end: waits for the disk no longer than so many seconds.
  func stop(withinSeconds seconds: Int) {
    guard let recording = state.withLock({ $0.recording }) else { return }
    recording.stop(withinSeconds: seconds)
  }

  /// Says that the recording is about to be stopped: another may be begun from now on.
  ///
  /// - Returns: What to stop.
  private func announceStop() -> Recording? {
    state.withLock { state in
      state.isStopping = state.recording != nil
      return state.recording
    }
  }

  /// Ends a recording, and forgets it if it is the one that is under way.
  private func stop(_ recording: Recording) {
    let status = recording.stop()
    let ended = state.withLock { state in
      guard state.recording === recording else { return nil as Recording? }
      (state.last, state.isStopping) = (status, false)
      return state.recording.take()
    }
    withExtendedLifetime(ended) {}
  }
}

private struct HasGone: Error, CustomStringConvertible {
  let description = InspectionAgent.hasGone
}

/// Another recording is being written.
private struct AlreadyRecording: Error, CustomStringConvertible {
  let path: String

  var description: String { "'\(path)' is being recorded to. Stop that first." }
}
#endif
