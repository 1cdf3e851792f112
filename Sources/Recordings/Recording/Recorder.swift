import Dispatch
import ModuleLifecycle
import Synchronization

/// Writes a journal to a file, on its own thread.
///
/// The journal is the buffer: code that writes to it never waits for the disk. The first entry after a pause wakes the
/// recorder. It lets more entries gather for some milliseconds, so that not every dispatch pays for a wake-up. Then it
/// writes until it has caught up.
///
/// A killed process loses at most the last 100 ms, unless the disk delays writes. After one stalled write, nothing is
/// lost that the journal still has room for. If more comes than can be written, entries that have waited long are
/// skipped, sooner when the journal is about to drop them, and a `gap` says how many. The recorder then works for about
/// a fifteenth of the time: at full speed, a composite produces ten times as many lines as any thread can write, and
/// the application needs the processor and the memory more.
final class Recorder: Sendable {
  private struct State: Sendable {
    var status: RecordingStatus
    /// The number of the entry to stop before; `nil` while the recording continues.
    var end: UInt64?
  }

  /// How long to let entries gather, in slices. After each slice, the recorder checks whether the journal is nearly
  /// full.
  static var gathering: (slices: Int, each: DispatchTimeInterval) { (2, .milliseconds(10)) }
  /// How long an entry waits, in nanoseconds, before it is dropped while the journal is nearly full.
  static let droppedWhenFull: UInt64 = 30_000_000
  /// How long an entry waits before it is dropped in any case, without the time for which the disk delayed writes.
  static let droppedAlways: UInt64 = 60_000_000
  /// How long a write takes, in nanoseconds, to count as delayed by the disk.
  static let stall: UInt64 = 20_000_000
  /// When one entry is dropped, all that have waited longer than this go too: dropping a few at a time makes many gaps.
  static let droppedTogether: UInt64 = 15_000_000
  /// The pace while entries come faster than they can be written and are lost: how long to write at once, in
  /// nanoseconds, and how many times that time to rest afterwards. The threads that make the entries need the processor
  /// more.
  static let overrun = (work: UInt64(500_000), rest: UInt64(14))
  /// The bounds of that rest, in nanoseconds: a process killed during it must not lose old entries.
  static let rest: ClosedRange<UInt64> = 15_000_000...30_000_000

  private let reader: JournalReader
  /// The journal's end when the recorder was created. Entries before it are never skipped for having waited.
  private let history: UInt64
  private let now: @Sendable () -> UInt64
  private let limit: UInt64
  private let state: Locked<State>
  private let news: DispatchSemaphore
  private let isOver = DispatchGroup()
  private let hasEnded: (@Sendable (RecordingStatus) -> Void)?

  /// - Parameters:
  ///   - reader: Starts at the first entry to write, and signals `news`.
  ///   - news: Signalled when there is something to read.
  ///   - path: The file's path, as the caller gave it.
  ///   - limit: The most bytes in the file.
  ///   - now: The clock that ages entries, in nanoseconds.
  ///   - hasEnded: Called on the recorder's thread, at the end.
  init(
    _ reader: JournalReader, news: DispatchSemaphore, path: String, limit: UInt64,
    now: @escaping @Sendable () -> UInt64,
    hasEnded: (@Sendable (RecordingStatus) -> Void)?
  ) {
    self.reader = reader
    history = reader.end
    self.news = news
    self.limit = limit
    self.now = now
    self.hasEnded = hasEnded
    state = Locked(State(status: RecordingStatus(path: path)))
    isOver.enter()
  }

  var status: RecordingStatus { state.withLock { $0.status } }

  /// Writes everything that is in the journal now, and waits for that.
  ///
  /// - Parameter deadline: When to stop waiting. The rest is still written if the process continues.
  func stop(until deadline: DispatchTime = .distantFuture) {
    let isRunning = state.withLock { state in
      if state.end == nil { state.end = reader.end }
      return state.status.isRunning
    }
    guard isRunning else { return }
    news.signal()
    _ = isOver.wait(timeout: deadline)
  }

  /// Writes the prologue and then new entries, until the recorder is stopped. Call it on the recorder's thread.
  func run(_ output: consuming RecordingOutput, prologue: [JournalEntry]) {
    record(RecordingBatch(output, limit: limit, at: now()), prologue: prologue)
    // The file is closed now.
    let status = state.withLock { state in
      state.status.isRunning = false
      return state.status
    }
    isOver.leave()
    hasEnded?(status)
  }

  private func record(_ batch: consuming RecordingBatch, prologue: [JournalEntry]) {
    for entry in prologue { if !write(entry, seq: nil, &batch) { return } }
    // Write what the journal already has before waiting for more.
    while true {
      switch catchUp(&batch) {
      case .done:
        news.wait()
        gather()
      case .overrun(let took): rest(for: min(max(Self.rest.lowerBound, took * Self.overrun.rest), Self.rest.upperBound))
      case .ended: return
      }
    }
  }

  /// The result of writing the available entries.
  private enum Outcome {
    /// All of them are written.
    case done
    /// Entries came too fast, and some were lost. `took` is the time spent on writing since then, in nanoseconds.
    case overrun(took: UInt64)
    /// Nothing more should or can be written.
    case ended
  }

  /// Gives other threads time, whatever comes. Returns early when the recorder should end.
  private func rest(for time: UInt64) {
    let start = now()
    while !state.withLock({ $0.end != nil }) {
      let rested = now() - start
      guard rested < time else { return }
      _ = news.wait(timeout: .now() + .nanoseconds(Int(time - rested)))
    }
  }

  /// Waits until entries have had time to gather, the journal is nearly full, or the recorder should end.
  private func gather() {
    for _ in 0..<Self.gathering.slices {
      if state.withLock({ $0.end != nil }) || reader.isAboutToMiss { return }
      _ = news.wait(timeout: .now() + Self.gathering.each)
    }
  }

  /// Writes until everything is written, or only briefly while entries are being lost.
  private func catchUp(_ batch: inout RecordingBatch) -> Outcome {
    var unwritten = UnwrittenEntries()
    var lostAt: UInt64?
    while true {
      let end = state.withLock(\.end)
      let time = now()
      unwritten.note(end: reader.end, at: time)
      unwritten.discount(batch.takeStalledTime())
      let limit = reader.isAboutToMiss ? Self.droppedWhenFull : Self.droppedAlways
      if end == nil, reader.next >= history,
        let keep = unwritten.firstToKeep(reading: reader.next, at: time, droppingAfter: limit)
      {
        lostAt = lostAt ?? time
        let seq = reader.next
        guard write(.gap(GapEntry(dropped: reader.skip(to: keep))), seq: seq, &batch) else { return .ended }
      }
      let start = now()
      var seq = reader.next
      // The batch learns how many entries to read at once.
      let (entries, dropped) = reader.readLazily(limit: batch.entryLimit)
      if dropped > 0 {
        lostAt = lostAt ?? start
        guard write(.gap(GapEntry(dropped: dropped)), seq: seq, &batch) else { return .ended }
        seq += dropped
      }
      for entry in entries {
        guard write(entry, seq: seq, &batch) else { return .ended }
        seq += 1
      }
      batch.adapt(took: now() - start)
      if entries.isEmpty || end.map({ $0 <= reader.next }) ?? false {
        return flush(&batch) && end == nil ? .done : .ended
      }
      if end == nil, let lostAt, now() - lostAt >= Self.overrun.work {
        return flush(&batch) ? .overrun(took: now() - lostAt) : .ended
      }
    }
  }

  /// Adds an entry's line to the batch, and writes the batch when it is large or has waited.
  ///
  /// - Returns: Whether to continue.
  private func write(_ entry: JournalEntry, seq: UInt64?, _ batch: inout RecordingBatch) -> Bool {
    batch.add(entry, seq: seq)
    return batch.isDue(at: now()) ? flush(&batch) : true
  }

  private func flush(_ batch: inout RecordingBatch) -> Bool {
    let start = now()
    let end = batch.flush(at: start)
    let took = now() - start
    if took >= Self.stall { batch.noteStall(took) }
    state.withLock { state in
      state.status.entries = batch.entries
      state.status.bytes = batch.bytes
      state.status.dropped = batch.dropped
      state.status.cause = end?.cause
      state.status.problem = end?.problem
    }
    return end == nil
  }
}
