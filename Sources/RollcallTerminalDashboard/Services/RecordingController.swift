#if CommandLine
import RollcallDashboard
import Dispatch
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings

/// A recording in progress, whatever its source.
protocol RecordingUnderWay: AnyObject, Sendable {
  var status: RecordingStatus { get }
  /// Stops the recording with everything recorded so far. Waits for the disk. Further calls have no effect.
  @discardableResult func stop() -> RecordingStatus
  /// Stops the recording in a process that is about to end. Waits for the disk at most this many seconds.
  @discardableResult func stop(withinSeconds seconds: Int) -> RecordingStatus
}

extension Recording: RecordingUnderWay {}

/// The current or last recording of a dashboard. There is at most one at a time.
final class RecordingController: Sendable {
  private struct State: Sendable {
    var recording: (any RecordingUnderWay)?
    /// Whether the recording is being stopped.
    var isStopping = false
    /// Whether an earlier one has ended by itself.
    var hasFailed = false
  }

  private let application: String
  private let queue: DispatchQueue
  private let record: @Sendable (_ path: String) throws -> any RecordingUnderWay
  private let state: Locked<State>

  /// - Parameters:
  ///   - application: The application's name, used as the prefix of file names.
  ///   - recording: A recording that is already in progress.
  ///   - queue: The queue on which recordings are started.
  ///   - record: Starts a recording. Called on the queue.
  init(
    of application: String, _ recording: Recording? = nil, on queue: DispatchQueue,
    record: @escaping @Sendable (_ path: String) throws -> any RecordingUnderWay
  ) {
    (self.application, self.queue, self.record) = (application, queue, record)
    state = Locked(State(recording: recording), .session)
  }

  /// Records a composite: the entries in its journal, and new ones. Does not keep it alive.
  ///
  /// - Parameters:
  ///   - recording: A recording that is already in progress.
  ///   - allowed: The warnings that are not announced when a recording is shown.
  ///   - wake: Called on any thread when a recording has ended by itself.
  @MainActor convenience init(
    of composite: CompositeDelegate, _ recording: Recording? = nil, allowed: AllowedWarnings = AllowedWarnings(),
    wake: @escaping @Sendable () -> Void
  ) {
    recording?.whenEnded { _ in wake() }
    self.init(of: composite.name, recording, on: DispatchQueue(label: "rollcall.record")) { [weak composite] path in
      // The composite must not be deallocated on this thread, and the main actor must not wait for the disk.
      let prepared = DispatchQueue.main.sync {
        MainActor.assumeIsolated { composite?.journal.prepareRecording(allowing: allowed) }
      }
      guard let prepared else { throw Refusal(description: InspectionAgent.hasGone) }
      let recording = try prepared.begin(to: path)
      recording.whenEnded { _ in wake() }
      return recording
    }
  }

  var status: RecordingStatus? { state.withLock { $0.recording?.status } }

  /// Says on standard error why the last recording has ended by itself, if it has not been said.
  ///
  /// - Returns: Whether a recording has ended by itself.
  func sayFailures() -> Bool {
    let (status, hasFailed) = state.withLock { ($0.recording?.status, $0.hasFailed) }
    return status.map { RecordingFailure.say($0) } == true || hasFailed
  }

  /// Schedules a recording.
  ///
  /// - Parameter path: The file; `nil` for a new file in the working folder.
  func begin(_ path: String?, report: @escaping DashboardServices.Report) {
    queue.async { @Sendable [self] in DashboardServices.run(report) { try begin(path) } }
  }

  /// Starts a recording at once. Call it on the queue. Waits for a recording that is being stopped.
  ///
  /// - Throws: An error whose description is a sentence.
  func begin(_ path: String?) throws {
    let before = state.withLock(\.self)
    if before.isStopping { before.recording?.stop() }
    if let status, status.isRunning {
      throw Refusal(description: "'\(status.path)' is being recorded to. Stop that recording first.")
    }
    let recording = try record(path ?? FileName.unused(application: application, extension: "rollcall"))
    let hasFailed = before.hasFailed || before.recording?.status.problem != nil
    state.withLock { $0 = State(recording: recording, hasFailed: hasFailed) }
    // Not deallocated while the lock is held.
    withExtendedLifetime(before) {}
  }

  /// Stops the recording, if there is one. Does not wait for the main actor: a handler that does not return should be
  /// on the record. Another recording can be started from now on.
  func stop(report: @escaping DashboardServices.Report) {
    let recording = state.withLock { state in
      state.isStopping = true
      return state.recording
    }
    DispatchQueue.global().async { @Sendable in DashboardServices.run(report) { _ = recording?.stop() } }
  }

  /// Stops the recording, unless it does not belong to this dashboard. Waits for the disk, but not long.
  func stop(unless kept: Recording?) {
    if let recording = state.withLock(\.recording), recording !== kept { recording.stop(withinSeconds: 1) }
  }
}
#endif
