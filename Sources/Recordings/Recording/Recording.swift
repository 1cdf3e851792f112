import Dispatch

/// A running recording of a journal, started by `Journal.record(to:)`.
///
/// Keep a reference while you want to record: the recording ends with `stop()`, or with its last reference. Releasing
/// that reference waits at most one second for the disk. On a slower disk, the rest is written later if the process
/// continues.
public final class Recording: Sendable {
  /// The default limit for a file's size: 4 GiB. An unwatched recording must not fill the disk.
  public static let standardLimit: UInt64 = 4 << 30

  private let recorder: Recorder

  init(_ recorder: Recorder) { self.recorder = recorder }

  deinit { recorder.stop(until: .now() + .seconds(1)) }

  /// The state of the recording as of the last write.
  public var status: RecordingStatus { recorder.status }

  /// Writes everything in the journal so far, and ends the recording. A second call has no effect.
  ///
  /// Waits for the disk, nearly always for less than a millisecond. Safe to call on any thread.
  ///
  /// - Returns: The final status.
  @discardableResult
  public func stop() -> RecordingStatus {
    recorder.stop()
    return recorder.status
  }

  /// Stops the recording of a process that is about to end: waits for the disk for at most this many seconds.
  @discardableResult
  package func stop(withinSeconds seconds: Int) -> RecordingStatus {
    recorder.stop(until: .now() + .seconds(seconds))
    return recorder.status
  }
}
