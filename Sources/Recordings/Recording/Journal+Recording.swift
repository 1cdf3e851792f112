import Dispatch
public import Foundation
public import ModuleLifecycle

extension Journal {
  /// Writes everything that happens to a file, until the recording is stopped, or nobody keeps it any more.
  ///
  /// ```swift
  /// let recording = try composite.journal.record(to: "Storefront.rollcall")
  /// composite.send(DidFinishLaunching())
  /// recording.stop()
  /// ```
  ///
  /// The file can be understood by itself, whenever it was begun: its header says which modules there are and how the
  /// application stands, and what is owned already is told first; see `JournalLine` and `JournalHeader` for its format.
  ///
  /// The beginning waits for the disk: the file is made, and its header written, when this returns. Nobody waits for it
  /// after that: a thread of its own reads the journal, some milliseconds after the first new entry, and writes. Of a
  /// process that is killed at most the last 100 ms are missing, unless the disk itself holds writing up, or a journal
  /// with more room than the standard one lets more wait. Where more happens than can be written, entries are left out,
  /// and the file says how many and where.
  ///
  /// When the disk is full, or the file reaches its limit, the recording ends, with whole lines, and its status has the
  /// `cause` and the `problem`; the application notices nothing. It ends as well when another program deletes, moves,
  /// replaces or changes the file, which is looked for at each write and at the end: nothing is written to a file that
  /// is not the recording any more, and none is begun that nobody asked for. The journal still keeps its latest entries;
  /// another recording begins with those. Where one dispatch follows the other without a pause, not all of them
  /// can be written, and entries are left out; one to 64 modules takes some five in a hundred longer then, because both
  /// threads use the same memory.
  ///
  /// - Parameters:
  ///   - path: The file. By convention its name ends in `.rollcall`. Only its owner may read it, because events have
  ///     addresses and tokens among their arguments.
  ///   - start: Whether it begins with the oldest entry that the journal keeps, or with the next one to come.
  ///   - overwriting: Whether a file of that name may be replaced.
  ///   - limit: The most bytes that the file may get, its header included, so that a recording that nobody remembers fills no disk.
  ///   - allowed: The warnings that whoever looks at it need not be told of; they are recorded all the same.
  /// - Returns: The recording; keep it.
  /// - Throws: `RecordingStartError` when there is such a file, its folder is missing, or it can't be written. Nothing has
  ///   changed then.
  @MainActor public func record(
    to path: String, from start: JournalReader.Start = .oldest, overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit, allowing allowed: AllowedWarnings = AllowedWarnings()
  ) throws(RecordingStartError) -> Recording {
    try record(
      to: path, from: start, overwriting: overwriting, limit: limit, allowing: allowed, disk: .system)
  }

  /// Writes everything that happens to the file at a URL; see `record(to:from:overwriting:limit:allowing:)` with a path.
  ///
  /// - Throws: `RecordingStartError`, also for a URL that is no file's.
  @MainActor public func record(
    to url: URL, from start: JournalReader.Start = .oldest, overwriting: Bool = false,
    limit: UInt64 = Recording.standardLimit, allowing allowed: AllowedWarnings = AllowedWarnings()
  ) throws(RecordingStartError) -> Recording {
    guard url.isFileURL else { throw .isNoFile(url.absoluteString) }
    return try record(
      to: url.path(percentEncoded: false), from: start, overwriting: overwriting, limit: limit, allowing: allowed)
  }

  /// Records, and says when that has ended.
  ///
  /// - Parameters:
  ///   - disk: How bytes get to the file; tests pass their own.
  ///   - now: The time by which entries that wait to be written grow old, in nanoseconds.
  ///   - hasEnded: Called on the recording's own thread when nothing more is written, whatever the reason.
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
    // Before a file that is there already is emptied for it.
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

/// A file on its way to the thread that writes it.
private final class RecordingJob: Sendable {
  let prologue: [JournalEntry]
  private let output: Locked<RecordingOutput?>

  init(_ output: consuming RecordingOutput, _ prologue: [JournalEntry]) {
    self.prologue = prologue
    self.output = Locked(output)
  }

  /// To be called once.
  func take() -> RecordingOutput {
    guard let output = output.withLock({ $0.take() }) else { preconditionFailure("It was taken already.") }
    return output
  }
}
