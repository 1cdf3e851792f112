import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A record of what happened in a composite, in order.
///
/// The journal contains dispatches with their handlers' spans, changes to modules, owned objects that were acquired and
/// released, and warnings. It is the single source of truth for dashboards, recordings and tests:
///
/// ```swift
/// let reader = composite.journal.reader()
/// composite.send(DidFinishLaunching())
/// while case let entries = reader.read(), !entries.isEmpty { … }
/// ```
///
/// The journal's size in bytes is limited. When it is full, the oldest entries are dropped, and readers that had not
/// seen them get a `gap` with their number. Reading never removes anything, so any number of readers see everything.
/// Readers are woken and need not poll.
///
/// The journal keeps events, votes and responses unchanged until they are dropped. Use values for them, or keep them
/// small. If those of one dispatch are estimated at more than 64 KiB, the journal keeps only a prefix of each, marked
/// as cut, and releases the values. Estimating a value whose type has no strings, collections or objects costs nothing.
/// Another value costs some hundred nanoseconds.
///
/// Writing holds a lock for a moment. The reader converts entries to their readable form, in its own time.
public final class Journal: Sendable {
  fileprivate typealias Waiting = (id: UInt64, wake: @Sendable () -> Void)

  private struct State: ~Copyable, Sendable {
    var ring: RecordRing
    /// How to wake the readers that have seen everything, by reader ID. The readers are not kept alive.
    var waiting: [Waiting] = []

    init(ring: consuming RecordRing) { self.ring = ring }

    /// Wakes a reader with the next entry.
    mutating func enqueue(_ reader: JournalReader) {
      guard let wake = reader.wake, !waiting.contains(where: { $0.id == reader.id }) else { return }
      waiting.append((reader.id, wake))
    }

    /// Hands over the waiting readers, to be woken later.
    @inline(__always) mutating func wake(_ aftermath: inout Aftermath) {
      guard !waiting.isEmpty else { return }
      aftermath.woken = (aftermath.woken ?? []) + waiting
      waiting = []
    }
  }

  /// The clock from which the journal reads all its times.
  public let clock: MonotonicClock
  /// The clock's reading at the journal's start.
  let origin: UInt64
  /// When the journal started, in nanoseconds since 1970.
  package let startedNanoseconds: UInt64
  /// The journal's identifier: 128 random bits.
  package let session = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
  private let state: Locked<State>
  private let isOn: Atomic<Bool>
  private let latestDispatch = Atomic<UInt64>(0)
  /// The composites that write to this journal, and how to describe each.
  private let describers = Locked<[(composite: ObjectIdentifier, describe: Describer)]>([])

  /// Describes an application; `nil` when it is gone.
  typealias Describer = @MainActor @Sendable () -> ApplicationStanding?

  /// Creates an empty journal.
  ///
  /// - Parameters:
  ///   - capacity: The most memory that the journal may keep, in bytes as estimated. 6 MiB hold about 10,000 dispatches
  ///     to 64 modules.
  ///   - clock: The clock to read times from.
  public init(capacity: Int = 6 << 20, clock: MonotonicClock = .system) {
    self.clock = clock
    origin = clock.now
    startedNanoseconds = UInt64(max(0, Date().timeIntervalSince1970) * 1e9)
    state = Locked(State(ring: RecordRing(capacity: capacity)))
    isOn = Atomic(true)
  }

  /// Whether the journal records anything.
  ///
  /// While it is off, dispatches and the cleanup of owned objects leave no trace. Switching it on or off adds an entry.
  public var isEnabled: Bool {
    get { isOn.load(ordering: .relaxed) }
    set {
      guard isOn.exchange(newValue, ordering: .relaxed) != newValue else { return }
      write(.journal(JournalSwitchEntry(isOn: newValue, atNanoseconds: now)))
    }
  }

  /// Registers a composite, which is described at the start of a recording.
  func add(_ composite: ObjectIdentifier, describer: @escaping Describer) {
    describers.withLock { $0.append((composite, describer)) }
  }

  /// Removes a composite that is going away.
  func forget(_ composite: ObjectIdentifier) { describers.withLock { $0.removeAll { $0.composite == composite } } }

  /// Descriptions of the applications that write to this journal, nearly always one.
  @MainActor var standings: [ApplicationStanding] { describers.withLock { $0 }.compactMap { $0.describe() } }

  /// Creates a reader with its own position.
  ///
  /// - Parameters:
  ///   - start: Whether the reader begins with the oldest entry that is kept, or with the next one to come.
  ///   - wake: Called once when there is something new to read after `read` has returned everything, and not again
  ///     until the next `read`. Called on the writer's thread; must return at once. When `read` returns only a part
  ///     because of its size, `read` calls it.
  public func reader(
    from start: JournalReader.Start = .oldest, wake: (@Sendable () -> Void)? = nil
  ) -> JournalReader {
    let position = state.withLock { start == .oldest ? $0.ring.firstSequence : $0.ring.endSequence }
    return JournalReader(journal: self, position: position, wake: wake)
  }

  /// Records a line that a module printed, with the handler that was running. A very long line is cut to a prefix.
  package func note(output line: String, by running: RunningHandler?) {
    let line = line.utf8.count <= DispatchContext.mostBytes ? line : CutValue.text(line, scalars: 4_000)
    append(
      .output(
        OutputEntry(
          line: line, module: running?.module, moduleID: running?.moduleID, event: running?.event, atNanoseconds: now)))
  }

  /// The current time, in nanoseconds since the journal's start.
  public var now: UInt64 { clock.now - origin }

  /// The innermost dispatch in progress; `nil` between dispatches.
  var currentDispatch: UInt64? {
    get {
      let id = latestDispatch.load(ordering: .relaxed)
      return id == 0 ? nil : id
    }
    set { latestDispatch.store(newValue ?? 0, ordering: .relaxed) }
  }

  /// The current time, and the dispatch in progress on the main queue if this is the main queue; 0 for none.
  var moment: (at: UInt64, dispatch: UInt64) {
    let id = latestDispatch.load(ordering: .relaxed)
    return (now, id != 0 && MainQueue.isCurrent ? id : 0)
  }

  func append(_ entry: JournalEntry) {
    if isEnabled { write(entry) }
  }

  private func write(_ entry: JournalEntry) {
    var aftermath = Aftermath()
    state.withLock { state in
      state.ring.append(entry, evicting: &aftermath.evicted)
      state.wake(&aftermath)
    }
    aftermath.settle()
  }

  /// Records a request from an inspector in another process.
  package func note(_ request: RequestEntry) {
    var request = request
    request.atNanoseconds = now
    append(.request(request))
  }

  /// Creates a reader that continues at a sequence number. If entries from there on have been dropped, it begins with a
  /// gap.
  package func reader(from sequence: UInt64, wake: (@Sendable () -> Void)? = nil) -> JournalReader {
    let position = state.withLock { min(sequence, $0.ring.endSequence) }
    return JournalReader(journal: self, position: position, wake: wake)
  }

  /// The work after writing, for when no lock is held: wake readers and release dropped records.
  struct Aftermath {
    fileprivate var evicted = EvictedValues()
    fileprivate var woken: [Waiting]?

    func settle() {
      for reader in woken ?? [] { reader.wake() }
      withExtendedLifetime(evicted) {}
    }
  }

  /// Records a dispatch.
  ///
  /// - Parameters:
  ///   - spans: Its handlers' calls; see `PackedSpans`.
  ///   - bytes: The estimated size of what the record keeps elsewhere.
  @inline(__always) func append(
    _ record: @autoclosure () -> DispatchRecord, spans: UnsafeBufferPointer<UInt64>, keeping bytes: Int
  ) {
    write { state, evicted in unsafe state.ring.append(record(), spans: spans, keeping: bytes, evicting: &evicted) }
  }

  @inline(__always) private func write(_ body: (inout State, inout EvictedValues) -> Void) {
    guard isEnabled else { return }
    var aftermath = Aftermath()
    state.withLock { state in
      body(&state, &aftermath.evicted)
      state.wake(&aftermath)
    }
    aftermath.settle()
  }

  /// Records that an object was acquired or released, without allocating anything for it. The caller can hold the lock
  /// of the object's bag, so that no other thread can write about the object first.
  ///
  /// - Parameter aftermath: Settle it after releasing that lock.
  func append(
    _ row: borrowing OwnedRow, _ kind: OwnedKind, of owner: Owner, _ change: ObjectRecord.Change,
    leaving aftermath: inout Aftermath
  ) {
    state.withLock { state in
      state.ring.append(ObjectRecord(row, kind, change), of: owner.label, evicting: &aftermath.evicted)
      state.wake(&aftermath)
    }
  }

  /// The records from a position on, how many were dropped before them, and whether records are left for a reason other
  /// than `limit`: their size, or dropped records in between. A reader that has seen everything waits from then on.
  ///
  /// Records are copied a few at a time, because every dispatch takes the same lock.
  ///
  /// - Parameter bytes: The estimated size at which to stop. One record is read whatever its size.
  func records(
    from position: inout UInt64, limit: Int, bytes: Int, for reader: JournalReader
  ) -> (records: [RecordRing.Record], dropped: UInt64, isPart: Bool) {
    var records: [RecordRing.Record] = []
    var (dropped, room, isAtEnd) = (UInt64(0), bytes, false)
    while !isAtEnd, records.count < limit {
      if !records.isEmpty, room <= 0 { return (records, dropped, true) }
      let count = min(Self.slice, limit - records.count)
      // Makes room for them outside the lock.
      if records.capacity - records.count < count {
        records.reserveCapacity(max(records.count + count, 2 * records.capacity))
      }
      let isHole = state.withLock { state in
        let missing = state.ring.firstSequence > position ? state.ring.firstSequence - position : 0
        if missing > 0, !records.isEmpty { return true }
        (dropped, position) = (dropped + missing, position + missing)
        let before = records.count
        room -= state.ring.copyRecords(from: position, limit: count, bytes: max(1, room), to: &records)
        position += UInt64(records.count - before)
        isAtEnd = position == state.ring.endSequence
        if isAtEnd { state.enqueue(reader) }
        return false
      }
      if isHole { return (records, dropped, true) }
    }
    return (records, dropped, false)
  }

  /// The number of records to copy while the lock is held.
  private static let slice = 64

  /// The number of kept records from a position on, and the number of dropped ones. The next record wakes the reader.
  func backlog(from position: UInt64, for reader: JournalReader) -> (kept: Int, dropped: UInt64) {
    state.withLock { state in
      state.enqueue(reader)
      let first = max(position, state.ring.firstSequence)
      return (Int(state.ring.endSequence - first), first - position)
    }
  }

  /// The position after the newest record.
  package var end: UInt64 { state.withLock { $0.ring.endSequence } }

  /// Whether the journal is full and a position is in its older half.
  func isAboutToDrop(_ sequence: UInt64) -> Bool {
    state.withLock { state in
      let count = state.ring.endSequence - state.ring.firstSequence
      return state.ring.isFull && (sequence < state.ring.firstSequence + count / 2)
    }
  }

  /// Stops waking a reader.
  func forget(reader id: UInt64) { state.withLock { $0.waiting.removeAll { $0.id == id } } }
}
