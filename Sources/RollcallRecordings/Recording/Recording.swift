import Dispatch
public import Foundation
public import ModuleLifecycle

extension Journal {
  /// Writes everything that happens to a file, until the recording is stopped or released.
  ///
  /// ```swift
  /// let recording = try composite.journal.record(to: "Storefront.rollcall")
  /// composite.send(DidFinishLaunching())
  /// recording.stop()
  /// ```
  ///
  /// The file can be understood by itself, whenever the recording started: its header lists the modules and the
  /// application's state, and its first entries list the objects that are already owned. For the format, see
  /// `JournalLine` and `JournalHeader`.
  ///
  /// Starting waits for the disk: when this method returns, the file exists and its header is written. After that, no
  /// caller waits: a separate thread reads the journal, some milliseconds after the first new entry, and writes. A
  /// killed process loses at most the last 100 ms, unless the disk delays writes, or a journal larger than the standard
  /// one lets more entries wait. If more happens than can be written, entries are left out, and the file says how many
  /// and where.
  ///
  /// When the disk is full, or the file reaches its limit or that of the system (`ulimit -f`; SIGXFSZ is ignored unless the
  /// process handles it), the recording ends with a whole line, and its status has the
  /// `cause` and the `problem`. The application is not affected. The recording also ends when another program deletes,
  /// moves, replaces or changes the file, which is checked at each write and at the end. It never writes to a file that
  /// is no longer the recording, and never starts a new file by itself. The journal still keeps its latest entries, and
  /// another recording starts with those.
  ///
  /// When dispatches follow each other without a pause, not all of them can be written, and entries are left out. A
  /// dispatch then takes somewhat longer, because both threads use the same memory.
  ///
  /// - Parameters:
  ///   - path: The file's path. By convention it ends with `.rollcall`. Only the file's owner can read it, because
  ///     events carry addresses and tokens in their arguments.
  ///   - start: Whether to start with the oldest entry in the journal or with the next new one.
  ///   - overwriting: Whether an existing file may be replaced.
  ///   - limit: The most bytes in the file, header included, so that a forgotten recording can't fill the disk.
  ///   - allowed: The warnings that a viewer need not announce. They are recorded like all others.
  ///   - redaction: Replaces texts before they are written. Without it, arguments are written as they are, with links and
  ///     push tokens.
  /// - Returns: The recording. Keep a reference to it.
  /// - Throws: `RecordingStartError` if the file exists, its folder is missing, or it can't be written. Nothing is
  ///   changed then.
  @MainActor public func record(
    to path: String, from start: JournalReader.Start = .oldest, overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit, allowing allowed: AllowedWarnings = AllowedWarnings(),
    redacting redaction: Redaction? = nil
  ) throws(RecordingStartError) -> Recording {
    try record(
      to: path, from: start, overwriting: overwriting, limit: limit, allowing: allowed, redacting: redaction,
      disk: .system)
  }

  /// Writes everything that happens to the file at a URL. See `record(to:from:overwriting:limit:allowing:redacting:)`
  /// with a path.
  ///
  /// - Throws: `RecordingStartError`, also if the URL is not a file URL.
  @MainActor public func record(
    to url: URL, from start: JournalReader.Start = .oldest, overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit, allowing allowed: AllowedWarnings = AllowedWarnings(),
    redacting redaction: Redaction? = nil
  ) throws(RecordingStartError) -> Recording {
    guard url.isFileURL else { throw .isNoFile(url.absoluteString) }
    return try record(
      to: url.path(percentEncoded: false), from: start, overwriting: overwriting, limit: limit, allowing: allowed,
      redacting: redaction)
  }

  /// Records.
  ///
  /// - Parameters:
  ///   - disk: Writes the bytes; tests pass their own.
  ///   - now: The clock that ages waiting entries, in nanoseconds.
  @MainActor package func record(
    to path: String, from start: JournalReader.Start = .oldest, overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit, allowing allowed: AllowedWarnings = AllowedWarnings(),
    redacting redaction: Redaction? = nil, disk: RecordingDisk = .system,
    now: @escaping @Sendable () -> UInt64 = { MonotonicClock.system.now }
  ) throws(RecordingStartError) -> Recording {
    try prepareRecording(from: start, allowing: allowed)
      .begin(to: path, overwriting: overwriting, limit: limit, redacting: redaction, disk: disk, now: now)
  }

  /// Reads what a recording starts with. Everything that happens from now on can be in it.
  @MainActor package func prepareRecording(
    from start: JournalReader.Start = .oldest, allowing allowed: AllowedWarnings = AllowedWarnings()
  ) -> PreparedRecording {
    let news = DispatchSemaphore(value: 0)
    let reader = reader(from: start) { news.signal() }
    return PreparedRecording(
      reader: reader, beginning: RecordingPrologue(of: self, from: reader, allowing: allowed), news: news)
  }
}

/// A recording whose file does not exist yet. Unlike the journal, the disk can be used on any thread.
package struct PreparedRecording: Sendable {
  fileprivate let reader: JournalReader
  fileprivate let beginning: RecordingPrologue
  fileprivate let news: DispatchSemaphore

  /// Creates the file, and starts to write. Waits for the disk.
  package func begin(
    to path: String, overwriting: Bool = false, limit: UInt64 = Recording.standardLimit,
    redacting redaction: Redaction? = nil, disk: RecordingDisk = .system,
    now: @escaping @Sendable () -> UInt64 = { MonotonicClock.system.now }
  ) throws(RecordingStartError) -> Recording {
    let output = try RecordingOutput(
      to: path, header: beginning.header, overwriting: overwriting, limit: limit, redacting: redaction, disk: disk)
    let recorder = Recorder(reader, output, news: news, now: now)
    let prologue = beginning.prologue
    if let code = RecorderThread.start({ recorder.run(prologue: prologue) }) {
      recorder.abandon()
      throw .refused(path, code: code)
    }
    return Recording(recorder)
  }
}

/// A running recording of a journal, started by `Journal.record(to:)`.
///
/// Keep a reference while you want to record: the recording ends with `stop()`, or with its last reference. Releasing
/// that reference waits at most one second for the disk. On a slower disk, the rest is written later if the process
/// continues.
public final class Recording: Sendable {
  /// The default limit for a file's size: 4 GiB. An unwatched recording must not fill the disk.
  public static let standardLimit: UInt64 = 4 << 30

  private let recorder: Recorder

  init(_ recorder: Recorder) {
    self.recorder = recorder
    ProcessEnd.add(self) { [weak recorder] in recorder?.stop(until: .now() + .milliseconds(400)) }
  }

  deinit {
    ProcessEnd.remove(self)
    recorder.stop(until: .now() + .seconds(1))
  }

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

  /// Calls a closure on the recording's thread when nothing more will be written, for whatever reason; at once if that is
  /// so already. A caller of `stop` waits for it.
  package func whenEnded(_ body: @escaping @Sendable (RecordingStatus) -> Void) { recorder.whenEnded(body) }

  /// Stops the recording of a process that is about to end: waits for the disk for at most this many seconds.
  @discardableResult
  package func stop(withinSeconds seconds: Int) -> RecordingStatus {
    recorder.stop(until: .now() + .seconds(seconds))
    return recorder.status
  }
}

/// The state of a recording.
public struct RecordingStatus: Sendable, Equatable {
  /// The file's path, as the caller gave it.
  public let path: String
  /// Whether the recording continues. `false` after `stop()`, and after an end for another cause.
  public package(set) var isRunning = true
  /// The number of entries written to the file.
  public package(set) var entries: UInt64 = 0
  /// The file's size, in bytes.
  public package(set) var bytes: UInt64 = 0
  /// The number of entries left out because they came faster than they could be written. The file has a `gap` entry at
  /// each of these positions.
  public package(set) var dropped: UInt64 = 0
  /// Why the recording ended before it was stopped; `nil` if it did not.
  public package(set) var cause: Cause?
  /// The cause in a sentence; `nil` without a cause.
  public package(set) var problem: String?

  /// The reason a recording ends before it is stopped. Later versions may add causes.
  public struct Cause: Hashable, Sendable {
    private let name: String

    /// The file has reached its limit.
    public static let limit = Cause(name: "limit")
    /// The file was deleted, and everything written to it is lost.
    public static let deleted = Cause(name: "deleted")
    /// Another file has replaced it.
    public static let replaced = Cause(name: "replaced")
    /// The file is no longer at its path. It still has everything that was written.
    public static let moved = Cause(name: "moved")
    /// Another program has truncated the file or written to it.
    public static let changed = Cause(name: "changed")
    /// The system refuses to write, for example because the disk is full.
    public static let failed = Cause(name: "failed")
  }

  /// Creates the status of a recording that has not written anything yet.
  public init(path: String) { self.path = path }
}
