import Dispatch
import ModuleLifecycle
import Synchronization

/// Writes a journal to a file, on a thread of its own.
///
/// The journal is the buffer: nobody who writes to it waits for the disk. The first entry after a pause wakes the
/// recorder, which lets others gather for some milliseconds, so that no dispatch pays for a wake-up of its own. Then it
/// writes until it has caught up.
///
/// Of a process that is killed at most the last 100 ms are missing, unless the disk itself holds writing up. After one
/// stalled write nothing is lost that the journal still has room for. Where more comes than can be written, entries that
/// have waited for long are passed over, sooner when the journal is about to drop them, and a `gap` says how many. Then it
/// is at work for about a fifteenth of the time: at full speed a composite makes ten times as many lines as any thread could
/// write, and the application needs the processor and the memory more.
final class Recorder: Sendable {
  private struct State: Sendable {
    var status: RecordingStatus
    /// Up to which entry to write before the end; `nil` while it goes on.
    var end: UInt64?
  }

  /// How long to gather entries, in slices: between two of them it is seen whether the journal runs full.
  static let gathering = (slices: 2, each: DispatchTimeInterval.milliseconds(10))
  /// How long an entry waits to be written, in nanoseconds, before it is dropped while the journal runs full.
  static let droppedWhenFull: UInt64 = 30_000_000
  /// How long it waits before it is dropped in any case, not counting writes that the disk held up.
  static let droppedAlways: UInt64 = 60_000_000
  /// How long a write takes that the disk holds up, in nanoseconds.
  static let stall: UInt64 = 20_000_000
  /// Once any is dropped, all go that have waited for longer than this: dropping a few again and again would make many gaps.
  static let droppedTogether: UInt64 = 15_000_000
  /// When entries are lost, because more come than anybody could write: for how long to make lines in one go, in
  /// nanoseconds, and how many times as long as that and writing them took to rest then. Whoever makes the entries needs the
  /// processor more.
  static let overrun = (work: UInt64(500_000), rest: UInt64(14))
  /// The bounds of such a rest, in nanoseconds: what is lost of a process that is killed in it must not be old.
  static let rest: ClosedRange<UInt64> = 15_000_000...30_000_000

  private let reader: JournalReader
  /// What the journal has from before this began, which need not hurry.
  private let history: UInt64
  private let now: @Sendable () -> UInt64
  private let limit: UInt64
  private let state: Locked<State>
  private let news: DispatchSemaphore
  private let isOver = DispatchGroup()
  private let hasEnded: (@Sendable (RecordingStatus) -> Void)?

  /// - Parameters:
  ///   - reader: Stands at the first entry to be written, and signals `news`.
  ///   - news: Signalled when there is something to read.
  ///   - path: Where it is written to, as it was given.
  ///   - limit: The most bytes that the file may get.
  ///   - now: The time, in nanoseconds; by it entries grow old.
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

  /// Has everything written that is in the journal now, and waits for that.
  ///
  /// - Parameter deadline: When to wait no longer; what is left is written all the same, if the process goes on.
  func stop(until deadline: DispatchTime = .distantFuture) {
    let isRunning = state.withLock { state in
      if state.end == nil { state.end = reader.end }
      return state.status.isRunning
    }
    guard isRunning else { return }
    news.signal()
    _ = isOver.wait(timeout: deadline)
  }

  /// Writes what was there already, and then what comes, until it is stopped; to be called on the recorder's thread.
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
    // What the journal has is not to wait for what comes.
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

  /// What came of writing what there is.
  private enum Outcome {
    /// All of it is written.
    case done
    /// More comes than can be written, and some was lost; since then so many nanoseconds have gone into writing.
    case overrun(took: UInt64)
    /// Nothing more is to be written, or can be.
    case ended
  }

  /// Waits, whatever comes, for others to get on; not when this is to end.
  private func rest(for time: UInt64) {
    let start = now()
    while !state.withLock({ $0.end != nil }) {
      let rested = now() - start
      guard rested < time else { return }
      _ = news.wait(timeout: .now() + .nanoseconds(Int(time - rested)))
    }
  }

  /// Waits until entries have had time to gather, the journal runs full, or this is to end.
  private func gather() {
    for _ in 0..<Self.gathering.slices {
      if state.withLock({ $0.end != nil }) || reader.isAboutToMiss { return }
      _ = news.wait(timeout: .now() + Self.gathering.each)
    }
  }

  /// Writes until everything is written, or for a moment only when entries are lost.
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
      // The batch learns how many are few enough.
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

  /// Puts an entry's line with those that are to be written, and writes them when they are many or have waited.
  ///
  /// - Returns: Whether to go on.
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
