import Dispatch

/// A recording of a journal, while it is being written; made by `Journal.record(to:)`.
///
/// Keep it for as long as you want to record: it ends with `stop()`, or with its last reference. Letting go of that waits at
/// most a second for the disk; on one that is slower the rest is written later, if the process goes on.
public final class Recording: Sendable {
  /// The most bytes that a file gets unless said otherwise: 4 GiB. What nobody watches must not fill a disk.
  public static let standardLimit: UInt64 = 4 << 30

  private let recorder: Recorder

  init(_ recorder: Recorder) { self.recorder = recorder }

  deinit { recorder.stop(until: .now() + .seconds(1)) }

  /// How far it is, as of the last write.
  public var status: RecordingStatus { recorder.status }

  /// Writes what has been written down in the journal so far, and ends the recording. A second call changes nothing.
  ///
  /// Waits for the disk; nearly always that takes less than a millisecond. Safe on any thread.
  ///
  /// - Returns: How far it came.
  @discardableResult
  public func stop() -> RecordingStatus {
    recorder.stop()
    return recorder.status
  }

  /// The same for a process that is about to end: waits for the disk no longer than so many seconds.
  @discardableResult
  package func stop(withinSeconds seconds: Int) -> RecordingStatus {
    recorder.stop(until: .now() + .seconds(seconds))
    return recorder.status
  }
}
