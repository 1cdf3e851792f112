import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// Everything that happened at a composite, in order: dispatches with their handlers' spans, changes of modules, owned
/// objects acquired and released, warnings.
///
/// It is the one source of truth for a dashboard, a recording and a test:
///
/// ```swift
/// let reader = composite.journal.reader()
/// composite.send(DidFinishLaunching())
/// while case let entries = reader.read(), !entries.isEmpty { … }
/// ```
///
/// The journal is bounded by bytes: when it is full the oldest entries go, and readers that had not seen them get a
/// `gap` with their number. Reading never removes anything, so any number of readers see everything. Readers are
/// woken; they need not poll.
///
/// It keeps events, votes and responses as they are until they have to go; let them be values, or small. Where those of
/// one dispatch are estimated at more than 64 KiB, the journal keeps the beginning of each, marked as cut, and lets go of
/// the values. A value of a type without texts, lists or objects costs nothing to estimate; another one some hundred
/// nanoseconds.
///
/// Writing takes a lock for a moment; turning entries into their readable form is done by, and on the time of, the reader.
public final class Journal: Sendable {
  fileprivate typealias Waiting = (id: UInt64, wake: @Sendable () -> Void)

  private struct State: ~Copyable, Sendable {
    var ring: RecordRing
    /// How to wake the readers that have seen everything, by their ids. The readers themselves are not kept alive.
    var waiting: [Waiting] = []

    init(ring: consuming RecordRing) { self.ring = ring }

    /// Has a reader woken by the next entry.
    mutating func enqueue(_ reader: JournalReader) {
      guard let wake = reader.wake, !waiting.contains(where: { $0.id == reader.id }) else { return }
      waiting.append((reader.id, wake))
    }

    /// Leaves the readers to be woken.
    @inline(__always) mutating func wake(_ aftermath: inout Aftermath) {
      guard !waiting.isEmpty else { return }
      aftermath.woken = (aftermath.woken ?? []) + waiting
      waiting = []
    }
  }

  /// The clock that all its times are read from.
  public let clock: MonotonicClock
  /// The clock's reading at the journal's start.
  let origin: UInt64
  /// When it began, in nanoseconds since 1970.
  package let startedNanoseconds: UInt64
  /// Its own name: 128 random bits.
  package let session = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
  private let state: Locked<State>
  private let isOn: Atomic<Bool>
  private let latestDispatch = Atomic<UInt64>(0)
  /// What the composites that write to it say of themselves.
  private let describers = Locked<[(composite: ObjectIdentifier, describe: Describer)]>([])

  /// Says how an application stands; `nil` when it is gone.
  typealias Describer = @MainActor @Sendable () -> ApplicationStanding?

  /// An empty journal.
  ///
  /// - Parameters:
  ///   - capacity: The bound on what it keeps, in bytes, as estimated; 6 MiB hold about 10,000 dispatches to 64 modules.
  ///   - clock: Where times are read.
  public init(capacity: Int = 6 << 20, clock: MonotonicClock = .system) {
    self.clock = clock
    origin = clock.now
    startedNanoseconds = UInt64(max(0, Date().timeIntervalSince1970) * 1e9)
    state = Locked(State(ring: RecordRing(capacity: capacity)))
    isOn = Atomic(true)
  }

  /// Whether anything is written. Switched off, a dispatch leaves no trace and owned objects are cleaned unseen; that it
  /// was switched is an entry.
  public var isEnabled: Bool {
    get { isOn.load(ordering: .relaxed) }
    set {
      guard isOn.exchange(newValue, ordering: .relaxed) != newValue else { return }
      write(.journal(JournalSwitchEntry(isOn: newValue, atNanoseconds: now)))
    }
  }

  /// Has an application described where a recording begins.
  func add(_ composite: ObjectIdentifier, describer: @escaping Describer) {
    describers.withLock { $0.append((composite, describer)) }
  }

  /// Asks a composite no more that is going.
  func forget(_ composite: ObjectIdentifier) { describers.withLock { $0.removeAll { $0.composite == composite } } }

  /// How the applications stand that write to it: nearly always one.
  @MainActor var standings: [ApplicationStanding] { describers.withLock { $0 }.compactMap { $0.describe() } }

  /// A reader of its own position.
  ///
  /// - Parameters:
  ///   - start: Whether it begins with the oldest entry that is kept, or with the next one to come.
  ///   - wake: Called when there is something new to read after `read` had returned everything: once, until the next
  ///     `read`. It is called on the writer's thread and must return at once. When `read` leaves a rest because of its
  ///     size, it is called by `read` itself.
  public func reader(
    from start: JournalReader.Start = .oldest, wake: (@Sendable () -> Void)? = nil
  ) -> JournalReader {
    let position = state.withLock { start == .oldest ? $0.ring.firstSequence : $0.ring.endSequence }
    return JournalReader(journal: self, position: position, wake: wake)
  }

  /// Writes down a line that a module printed, with the handler that was running; of a very long line the beginning.
  package func note(output line: String, by running: RunningHandler?) {
    let line = line.utf8.count <= DispatchContext.mostBytes ? line : CutValue.text(line, scalars: 4_000)
    append(
      .output(
        OutputEntry(
          line: line, module: running?.module, moduleID: running?.moduleID, event: running?.event, atNanoseconds: now)))
  }

  /// Nanoseconds since the journal's start.
  public var now: UInt64 { clock.now - origin }

  /// The dispatch that is under way, the innermost one of several; `nil` between dispatches.
  var currentDispatch: UInt64? {
    get {
      let id = latestDispatch.load(ordering: .relaxed)
      return id == 0 ? nil : id
    }
    set { latestDispatch.store(newValue ?? 0, ordering: .relaxed) }
  }

  /// The time, and the dispatch that is under way on the main queue if this is the main queue; 0 for none.
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

  /// Writes down what an inspector in another process asked for.
  package func note(_ request: RequestEntry) {
    var request = request
    request.atNanoseconds = now
    append(.request(request))
  }

  /// A reader that goes on behind an entry that was read earlier. Where later ones have been dropped, it begins with a gap.
  package func reader(from sequence: UInt64, wake: (@Sendable () -> Void)? = nil) -> JournalReader {
    let position = state.withLock { min(sequence, $0.ring.endSequence) }
    return JournalReader(journal: self, position: position, wake: wake)
  }

  /// What is left to do after writing, once every lock is free: readers are woken, and records that had to go die.
  struct Aftermath {
    fileprivate var evicted = EvictedValues()
    fileprivate var woken: [Waiting]?

    func settle() {
      for reader in woken ?? [] { reader.wake() }
      withExtendedLifetime(evicted) {}
    }
  }

  /// Writes down a dispatch.
  ///
  /// - Parameters:
  ///   - spans: Its handlers' calls; see `PackedSpans`.
  ///   - bytes: What the record keeps elsewhere, as estimated.
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

  /// Writes that an object was acquired or released, without allocating anything for it, and perhaps under the lock of
  /// its bag, so that no other thread can write of the object before.
  ///
  /// - Parameter aftermath: To be settled when that lock is free again.
  func append(
    _ row: borrowing OwnedRow, _ kind: OwnedKind, of owner: Owner, _ change: ObjectRecord.Change,
    leaving aftermath: inout Aftermath
  ) {
    state.withLock { state in
      state.ring.append(ObjectRecord(row, kind, change), of: owner.label, evicting: &aftermath.evicted)
      state.wake(&aftermath)
    }
  }

  /// The records from a position on, how many were dropped before them, and whether more are left than their number
  /// explains: because of their size, or since some were dropped between them. A reader that has seen everything waits
  /// from then on.
  ///
  /// They are copied few at a time: every dispatch takes the same lock.
  ///
  /// - Parameter bytes: The most that the records may be estimated at; one is read whatever its size.
  func records(
    from position: inout UInt64, limit: Int, bytes: Int, for reader: JournalReader
  ) -> (records: [RecordRing.Record], dropped: UInt64, isPart: Bool) {
    var records: [RecordRing.Record] = []
    var (dropped, room, isAtEnd) = (UInt64(0), bytes, false)
    while !isAtEnd, records.count < limit {
      if !records.isEmpty, room <= 0 { return (records, dropped, true) }
      let count = min(Self.slice, limit - records.count)
      // Room for them is made where nothing waits.
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

  /// How many records are copied while the lock is held.
  private static let slice = 64

  /// How many records from a position on are kept, and how many were dropped. The reader is woken by the next one to come.
  func backlog(from position: UInt64, for reader: JournalReader) -> (kept: Int, dropped: UInt64) {
    state.withLock { state in
      state.enqueue(reader)
      let first = max(position, state.ring.firstSequence)
      return (Int(state.ring.endSequence - first), first - position)
    }
  }

  /// The position after the newest record.
  package var end: UInt64 { state.withLock { $0.ring.endSequence } }

  /// Whether half of what stands between an entry and its being dropped has come, in a journal that is full.
  func isAboutToDrop(_ sequence: UInt64) -> Bool {
    state.withLock { state in
      let count = state.ring.endSequence - state.ring.firstSequence
      return state.ring.isFull && (sequence < state.ring.firstSequence + count / 2)
    }
  }

  /// Wakes a reader no more.
  func forget(reader id: UInt64) { state.withLock { $0.waiting.removeAll { $0.id == id } } }
}
