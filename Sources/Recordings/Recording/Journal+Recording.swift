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
  /// When the disk is full, or the file reaches its limit, the recording ends with a whole line, and its status has the
  /// `cause` and the `problem`. The application is not affected. The recording also ends when another program deletes,
  /// moves, replaces or changes the file, which is checked at each write and at the end. It never writes to a file that
  /// is no longer the recording, and never starts a new file by itself. The journal still keeps its latest entries, and
  /// another recording starts with those.
  ///
  /// When dispatches follow each other without a pause, not all of them can be written, and entries are left out. A
  /// dispatch to 1 to 64 modules then takes about 5% longer, because both threads use the same memory.
  ///
  /// - Parameters:
  ///   - path: The file's path. By convention it ends with `.rollcall`. Only the file's owner can read it, because
  ///     events carry addresses and tokens in their arguments.
  ///   - start: Whether to start with the oldest entry in the journal or with the next new one.
  ///   - overwriting: Whether an existing file may be replaced.
  ///   - limit: The most bytes in the file, header included, so that a forgotten recording can't fill the disk.
  ///   - allowed: The warnings that a viewer need not announce. They are recorded like all others.
  /// - Returns: The recording. Keep a reference to it.
  /// - Throws: `RecordingStartError` if the file exists, its folder is missing, or it can't be written. Nothing is
  ///   changed then.
  @MainActor public func record(
    to path: String, from start: JournalReader.Start = .oldest, overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit, allowing allowed: AllowedWarnings = AllowedWarnings()
  ) throws(RecordingStartError) -> Recording {
    try record(
      to: path, from: start, overwriting: overwriting, limit: limit, allowing: allowed, disk: .system)
  }

  /// Writes everything that happens to the file at a URL. See `record(to:from:overwriting:limit:allowing:)` with a
  /// path.
  ///
  /// - Throws: `RecordingStartError`, also if the URL is not a file URL.
  @MainActor public func record(
    to url: URL, from start: JournalReader.Start = .oldest, overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit, allowing allowed: AllowedWarnings = AllowedWarnings()
  ) throws(RecordingStartError) -> Recording {
    guard url.isFileURL else { throw .isNoFile(url.absoluteString) }
    return try record(
      to: url.path(percentEncoded: false), from: start, overwriting: overwriting, limit: limit, allowing: allowed)
  }

  /// Records, and reports the end.
  ///
  /// - Parameters:
  ///   - disk: Writes the bytes; tests pass their own.
  ///   - now: The clock that ages waiting entries, in nanoseconds.
  ///   - hasEnded: Called on the recording's thread when nothing more will be written, for whatever reason.
  @MainActor package func record(
    to path: String, from start: JournalReader.Start = .oldest, overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit, allowing allowed: AllowedWarnings = AllowedWarnings(),
    disk: RecordingDisk = .system, now: @escaping @Sendable () -> UInt64 = { MonotonicClock.system.now },
    hasEnded: (@Sendable (RecordingStatus) -> Void)? = nil
  ) throws(RecordingStartError) -> Recording {
    let news = DispatchSemaphore(value: 0)
    let reader = reader(from: start) { news.signal() }
    let beginning = RecordingPrologue(of: self, from: reader, allowing: allowed)
    var lines = LineBuffer()
    lines.append(line: JournalLine.encode(beginning.header))
    // Check this before an existing file is emptied.
    guard lines.count <= limit else { throw .isTooLarge(path, beginning: lines.count, limit: limit) }
    var output = try RecordingOutput(
      path: path, overwriting: overwriting, application: beginning.header.application, disk: disk)
    if let code = output.add(lines, count: 1).code {
      output.removeIfNew()
      throw .refused(path, code: code)
    }
    let recorder = Recorder(reader, news: news, path: path, limit: limit, now: now, hasEnded: hasEnded)
    let job = RecordingJob(output, beginning.prologue)
    let code = RecorderThread.start { recorder.run(job.take(), prologue: job.prologue) }
    if let code {
      job.take().removeIfNew()
      throw .refused(path, code: code)
    }
    return Recording(recorder)
  }
}

/// Hands a file over to the thread that writes it.
private final class RecordingJob: Sendable {
  let prologue: [JournalEntry]
  private let output: Locked<RecordingOutput?>

  init(_ output: consuming RecordingOutput, _ prologue: [JournalEntry]) {
    self.prologue = prologue
    self.output = Locked(output)
  }

  /// Takes the file. Call it only once.
  func take() -> RecordingOutput {
    guard let output = output.withLock({ $0.take() }) else { preconditionFailure("It was taken already.") }
    return output
  }
}
