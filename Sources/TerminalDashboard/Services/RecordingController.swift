#if CommandLine
import Dashboard
import Dispatch
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// A recording that is being written, wherever what it writes comes from.
protocol RecordingUnderWay: AnyObject, Sendable {
  var status: RecordingStatus { get }
  /// Ends it, with all that there is by now. Waits for the disk. A second call changes nothing.
  @discardableResult func stop() -> RecordingStatus
  /// The same for a process that is about to end: waits for the disk no longer than so many seconds.
  @discardableResult func stop(withinSeconds seconds: Int) -> RecordingStatus
}

extension Recording: RecordingUnderWay {}

/// The one recording that a dashboard has under way, or had last.
final class RecordingController: Sendable {
  private struct State: Sendable {
    var recording: (any RecordingUnderWay)?
    /// Whether it is about to be stopped.
    var isStopping = false
  }

  private let application: String
  private let queue: DispatchQueue
  private let record: @Sendable (_ path: String) throws -> any RecordingUnderWay
  private let state: Locked<State>

  /// - Parameters:
  ///   - application: Its name, which the names of files begin with.
  ///   - recording: One that is under way already.
  ///   - queue: Where recordings are begun.
  ///   - record: Begins one there.
  init(
    of application: String, _ recording: Recording? = nil, on queue: DispatchQueue,
    record: @escaping @Sendable (_ path: String) throws -> any RecordingUnderWay
  ) {
    (self.application, self.queue, self.record) = (application, queue, record)
    state = Locked(State(recording: recording))
  }

  /// Records a composite: what its journal keeps, and all that comes. It is not kept alive.
  ///
  /// - Parameters:
  ///   - recording: One that is under way already.
  ///   - allowed: The warnings that are not announced, for those who will look at a recording.
  ///   - wake: Called on any thread when a recording has ended by itself.
  @MainActor convenience init(
    of composite: CompositeDelegate, _ recording: Recording? = nil, allowed: AllowedWarnings = AllowedWarnings(),
    wake: @escaping @Sendable () -> Void
  ) {
    // To be read on the main actor only, so that it can't die on another thread.
    self.init(of: composite.name, recording, on: .main) { [weak composite] path in
      try MainActor.assumeIsolated {
        guard let composite else { throw Refusal(description: InspectionAgent.hasGone) }
        return try composite.journal.record(to: path, allowing: allowed, hasEnded: { _ in wake() })
      }
    }
  }

  var status: RecordingStatus? { state.withLock { $0.recording?.status } }

  /// Begins a recording in its turn.
  ///
  /// - Parameter path: The file; `nil` for one with a name of its own in the working folder.
  func begin(_ path: String?, report: @escaping DashboardServices.Report) {
    queue.async { @Sendable [self] in
      report(.reply(.started, to: nil))
      var problem: String?
      do { try begin(path) } catch { problem = String(describing: error) }
      report(.reply(.finished(problem: problem), to: nil))
    }
  }

  /// Begins a recording at once, on the queue; one that is being stopped is waited for.
  ///
  /// - Throws: An error whose description is a sentence.
  func begin(_ path: String?) throws {
    let before = state.withLock(\.self)
    if before.isStopping { before.recording?.stop() }
    if let status, status.isRunning {
      throw Refusal(description: "'\(status.path)' is being recorded to. Stop that first.")
    }
    let recording = try record(path ?? FileName.unused(application: application, extension: "rollcall"))
    state.withLock { $0 = State(recording: recording) }
    // It does not die inside of the lock.
    withExtendedLifetime(before) {}
  }

  /// Ends the recording; nothing when there is none. Not in the main actor's turn: a handler that does not return is worth
  /// having on the record. Another may be begun from now on.
  func stop(report: @escaping DashboardServices.Report) {
    let recording = state.withLock { state in
      state.isStopping = true
      return state.recording
    }
    DispatchQueue.global().async { @Sendable in
      report(.reply(.started, to: nil))
      recording?.stop()
      report(.reply(.finished(problem: nil), to: nil))
    }
  }

  /// Ends the recording, unless it is one that is not this dashboard's to end. Waits for the disk, but not for long.
  func stop(unless kept: Recording?) {
    if let recording = state.withLock(\.recording), recording !== kept { recording.stop(withinSeconds: 1) }
  }
}
#endif
