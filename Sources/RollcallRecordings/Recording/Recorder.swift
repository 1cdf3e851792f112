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
    /// How long the disk has delayed writes since the last look, in nanoseconds.
    var stalled: UInt64 = 0
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

  /// How many entries to read at once.
  static let readTogether = 64

  private let reader: JournalReader
  /// The file, until the recorder's thread takes it.
  private let output: Locked<RecordingOutput?>
  /// The journal's end when the recorder was created. Entries before it are never skipped for having waited.
  private let history: UInt64
  private let now: @Sendable () -> UInt64
  private let state: Locked<State>
  private let news: DispatchSemaphore
  private let isOver = DispatchGroup()
  /// Called at the end; `nil` after it.
  private let listeners = Locked<[@Sendable (RecordingStatus) -> Void]?>([])

  /// - Parameters:
  ///   - reader: Starts at the first entry to write, and signals `news`.
  ///   - output: The file, with its header.
  ///   - news: Signalled when there is something to read.
  ///   - now: The clock that ages entries, in nanoseconds.
  init(
    _ reader: JournalReader, _ output: consuming RecordingOutput, news: DispatchSemaphore,
    now: @escaping @Sendable () -> UInt64
  ) {
    self.reader = reader
    state = Locked(State(status: output.status), .reader)
    self.output = Locked(output)
    history = reader.end
    self.news = news
    self.now = now
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

  /// Calls a closure at the end, on the recorder's thread; at once if that has come.
  func whenEnded(_ body: @escaping @Sendable (RecordingStatus) -> Void) {
    let isOver = listeners.withLock { listeners in
      listeners?.append(body)
      return listeners == nil
    }
    if isOver { body(status) }
  }

  /// Deletes a new file again, instead of running.
  func abandon() {
    output.withLock { $0.take()?.removeIfNew() }
    isOver.leave()
  }

  /// Writes the prologue and then new entries, until the recorder is stopped. Call it once, on the recorder's thread.
  func run(prologue: [AnyEntry]) {
    if let output = output.withLock({ $0.take() }) { record(output, prologue: prologue) }
    // The file is closed now.
    let status = state.withLock { state in
      state.status.isRunning = false
      return state.status
    }
    // Before a caller of `stop` goes on, and the process ends.
    for body in listeners.withLock({ $0.take() }) ?? [] { body(status) }
    isOver.leave()
  }

  private func record(_ output: consuming RecordingOutput, prologue: [AnyEntry]) {
    for entry in prologue { if !write(entry, seq: nil, &output) { return } }
    // Write what the journal already has before waiting for more.
    while true {
      switch catchUp(&output) {
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
  private func catchUp(_ output: inout RecordingOutput) -> Outcome {
    var unwritten = UnwrittenEntries()
    var lostAt: UInt64?
    while true {
      let (end, stalled) = state.withLock { state in
        defer { state.stalled = 0 }
        return (state.end, state.stalled)
      }
      let time = now()
      unwritten.note(end: reader.end, at: time)
      unwritten.discount(stalled)
      let limit = reader.isAboutToMiss ? Self.droppedWhenFull : Self.droppedAlways
      if end == nil, reader.next >= history,
        let keep = unwritten.firstToKeep(reading: reader.next, at: time, droppingAfter: limit)
      {
        lostAt = lostAt ?? time
        let seq = reader.next
        guard write(.gap(GapEntry(dropped: reader.skip(to: keep))), seq: seq, &output) else { return .ended }
      }
      var seq = reader.next
      let (entries, dropped) = reader.readLazily(limit: Self.readTogether)
      if dropped > 0 {
        lostAt = lostAt ?? time
        guard write(.gap(GapEntry(dropped: dropped)), seq: seq, &output) else { return .ended }
        seq += dropped
      }
      for entry in entries {
        guard write(entry, seq: seq, &output) else { return .ended }
        seq += 1
      }
      if entries.isEmpty || end.map({ $0 <= reader.next }) ?? false {
        return flush(&output) && end == nil ? .done : .ended
      }
      if end == nil, let lostAt, now() - lostAt >= Self.overrun.work {
        return flush(&output) ? .overrun(took: now() - lostAt) : .ended
      }
    }
  }

  /// Adds an entry's line, and writes the lines when they are many or have waited.
  ///
  /// - Returns: Whether to continue.
  private func write(_ entry: AnyEntry, seq: UInt64?, _ output: inout RecordingOutput) -> Bool {
    output.add(entry, seq: seq)
    return output.isDue(at: now()) ? flush(&output) : true
  }

  private func flush(_ output: inout RecordingOutput) -> Bool {
    let start = now()
    let canContinue = output.flush(at: start)
    let took = now() - start
    state.withLock { state in
      if took >= Self.stall { state.stalled += took }
      state.status = output.status
    }
    return canContinue
  }
}

/// Keeps track of how long entries wait to be written, and decides which are dropped because they waited too long.
struct UnwrittenEntries {
  /// Oldest first.
  private var looks: [(end: UInt64, time: UInt64)] = []

  /// Notes that all entries before `end` existed by the given time.
  mutating func note(end: UInt64, at time: UInt64) {
    if looks.last?.end == end { return }
    looks.append((end, time))
  }

  /// Excludes a period in which the disk delayed a write.
  mutating func discount(_ time: UInt64) {
    for index in looks.indices { looks[index].time += time }
  }

  /// Returns the first entry to write if those before it have waited too long; otherwise `nil`.
  ///
  /// - Parameters:
  ///   - position: The first entry that has not been written.
  ///   - limit: How long entries can wait, in nanoseconds.
  mutating func firstToKeep(
    reading position: UInt64, at time: UInt64, droppingAfter limit: UInt64 = Recorder.droppedWhenFull
  ) -> UInt64? {
    if let done = looks.lastIndex(where: { $0.end <= position }) { looks.removeSubrange(...done) }
    guard let oldest = looks.first, time.minus(oldest.time) >= limit else { return nil }
    return looks.last { time.minus($0.time) >= Recorder.droppedTogether }?.end
  }
}
