import Synchronization

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// A record of what happened in a composite, in order.
///
/// The journal contains dispatches with their handlers' times, changes to modules, owned objects that were acquired and
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
/// The journal keeps events, votes and responses unchanged until they are dropped, and a reader encodes them. Use values
/// for them, or keep them small. If those of one dispatch take more than 64 KiB, the journal keeps only a prefix of each,
/// marked as cut, and releases the values. An event's memory is that of the properties that it encodes, or, if it does not
/// encode each of its properties, that of what a mirror finds, at ten times the cost.
///
/// Writing holds a lock for a moment.
public final class Journal: Sendable {
  fileprivate typealias Waiting = (id: UInt64, wake: @Sendable () -> Void)

  struct Kept: Sendable {
    let entry: AnyEntry
    let bytes: Int

    /// - Parameter bytes: The memory of what the entry refers to.
    init(_ entry: consuming AnyEntry, bytes: Int) {
      self.entry = entry
      self.bytes = bytes
    }

    init(_ entry: consuming AnyEntry) {
      let bytes = entry.bytes
      self.init(entry, bytes: bytes)
    }
  }

  fileprivate struct State: Sendable {
    var ring = Ring<Kept>()
    /// The number of the first entry that is kept.
    var first: UInt64 = 0
    /// The memory of what the entries refer to.
    var entryBytes = 0
    /// How to wake the readers that have seen everything, by reader ID. The readers are not kept alive.
    var waiting: [Waiting] = []

    /// The number of the next entry.
    var end: UInt64 { first + UInt64(ring.count) }

    /// All memory, in bytes as estimated.
    var bytes: Int { entryBytes + ring.capacity * MemoryLayout<Kept?>.stride }
  }

  /// The clock from which the journal reads all its times.
  package let clock: MonotonicClock
  /// The clock's reading at the journal's start.
  let origin: UInt64
  /// When the journal started, in nanoseconds since 1970.
  package let startedNanoseconds: UInt64
  /// The journal's identifier: 128 random bits.
  package let session = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
  /// What the system said about the process when the journal began. Only the first journal with the system's clock knows
  /// it: a later one has not begun with the process.
  package let process: ProcessStart

  private let capacity: Int
  private let state = Locked(State())
  private let isOn = Atomic(true)
  private let latestDispatch = Atomic<UInt64>(0)
  /// The composites that write to this journal, and how to describe each.
  private let describers = Locked<[(composite: ObjectIdentifier, describe: Describer)]>([])

  /// Describes an application; `nil` when it is gone.
  typealias Describer = @MainActor @Sendable () -> ApplicationStanding?

  /// Creates an empty journal.
  ///
  /// - Parameters:
  ///   - capacity: The most memory that the journal may keep, in bytes: for values, on Linux, within a tenth of
  ///     what the allocator counts. A text that several values share counts for each, and what an object keeps does not. 6 MiB hold about 2,500 dispatches to 64 modules.
  ///   - clock: The clock to read times from.
  public convenience init(capacity: Int = 6 << 20, clock: MonotonicClock = .system) {
    self.init(capacity: capacity, clock: clock, process: clock.isSystem ? .ofFirstJournal : ProcessStart())
  }

  /// Creates an empty journal in a process that a test describes.
  package init(capacity: Int = 6 << 20, clock: MonotonicClock = .system, process: ProcessStart) {
    (self.capacity, self.clock, self.process) = (capacity, clock, process)
    origin = clock.now
    startedNanoseconds = UInt64(max(0, Date().timeIntervalSince1970) * 1e9)
  }

  /// Whether the journal records anything.
  ///
  /// While it is off, dispatches and the cleanup of owned objects leave no trace. Switching it on or off adds an entry.
  public var isEnabled: Bool {
    get { isOn.load(ordering: .relaxed) }
    set {
      guard isOn.exchange(newValue, ordering: .relaxed) != newValue else { return }
      write(Kept(.journal(JournalSwitchEntry(isOn: newValue, atNanoseconds: now))))
    }
  }

  /// The current time, in nanoseconds since the journal's start.
  package var now: UInt64 {
    LockOrder.expectNone()
    return clock.now - origin
  }

  /// The innermost dispatch in progress; `nil` between dispatches.
  var currentDispatch: DispatchID? {
    get {
      let id = latestDispatch.load(ordering: .relaxed)
      return id == 0 ? nil : DispatchID(rawValue: id)
    }
    set { latestDispatch.store(newValue?.rawValue ?? 0, ordering: .relaxed) }
  }

  /// The dispatch in progress on the main queue, if this is the main queue.
  var dispatchHere: DispatchID? { currentDispatch.flatMap { MainQueue.isCurrent ? $0 : nil } }

  // MARK: Applications

  /// Registers a composite, which is described at the start of a recording.
  func add(_ composite: ObjectIdentifier, describer: @escaping Describer) {
    describers.withLock { $0.append((composite, describer)) }
  }

  /// Removes a composite that is going away.
  func forget(_ composite: ObjectIdentifier) { describers.withLock { $0.removeAll { $0.composite == composite } } }

  /// Descriptions of the applications that write to this journal, nearly always one.
  @MainActor var standings: [ApplicationStanding] { describers.withLock { $0 }.compactMap { $0.describe() } }

  // MARK: Writing

  /// The work after writing, for when no lock is held: wake readers and release dropped entries.
  struct Aftermath: ~Copyable {
    /// Nearly always, there is at most one.
    private var evicted: AnyEntry?
    private var others: [AnyEntry]?
    fileprivate var woken: [Waiting]?

    fileprivate mutating func take(_ entry: consuming AnyEntry) {
      guard evicted != nil else {
        evicted = entry
        return
      }
      if others == nil { others = [] }
      others?.append(entry)
    }

    consuming func settle() {
      if let woken { for reader in woken { reader.wake() } }
    }
  }

  func append(_ entry: consuming AnyEntry) {
    if isEnabled { write(Kept(entry)) }
  }

  func append(_ entry: consuming Kept) {
    if isEnabled { write(entry) }
  }

  private func write(_ entry: consuming Kept) {
    var aftermath = Aftermath()
    append(entry, leaving: &aftermath)
    aftermath.settle()
  }

  /// Records an entry while the caller holds the lock of what the entry is about, so that no other thread can write about
  /// it first.
  ///
  /// - Parameter aftermath: Settle it after releasing that lock.
  func append(_ entry: consuming Kept, leaving aftermath: inout Aftermath) {
    var kept = Optional(entry)
    state.withLock { state in
      // Moved, because a copy of an entry is costly.
      guard let kept = kept.take() else { return }
      state.entryBytes += kept.bytes
      state.ring.append(consume kept)
      while state.bytes > capacity, state.ring.count > 1 {
        let oldest = state.ring.removeFirst()
        state.first += 1
        state.entryBytes -= oldest.bytes
        aftermath.take(oldest.entry)
      }
      if !state.waiting.isEmpty {
        if aftermath.woken == nil { aftermath.woken = [] }
        aftermath.woken? += state.waiting
        state.waiting = []
      }
    }
  }

  /// Records a line that a module printed, with the handler that was running. A very long line is cut to a prefix.
  package func note(output line: String, by running: RunningHandler?) {
    let line = line.utf8.count <= RecordedValue.mostBytes ? line : CutValue.text(line, scalars: 4_000)
    append(
      .output(
        OutputEntry(
          line: line, module: running?.module, moduleID: running?.moduleID, event: running?.event, atNanoseconds: now)))
  }

  /// Records a request from an inspector in another process.
  package func note(_ request: RequestEntry) {
    var request = request
    request.atNanoseconds = now
    append(.request(request))
  }

  // MARK: Reading

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
    let position = state.withLock { start == .oldest ? $0.first : $0.end }
    return JournalReader(journal: self, position: position, wake: wake)
  }

  /// Creates a reader that continues at a sequence number. If entries from there on have been dropped, it begins with a
  /// gap.
  package func reader(from sequence: UInt64, wake: (@Sendable () -> Void)? = nil) -> JournalReader {
    JournalReader(journal: self, position: min(sequence, end), wake: wake)
  }

  /// The position after the newest entry.
  package var end: UInt64 { state.withLock { $0.end } }

  /// The number of entries to copy while the lock is held, because every dispatch takes the same lock.
  private static let slice = 64

  /// The entries from a position on as the journal keeps them, how many were dropped before them, and whether entries are
  /// left for a reason other than `limit`: their size, or dropped entries in between. A reader that has seen everything
  /// waits from then on.
  ///
  /// - Parameter bytes: The estimated size at which to stop. One entry is read whatever its size.
  func entries(
    from position: inout UInt64, limit: Int, bytes: Int, for reader: JournalReader
  ) -> (entries: [AnyEntry], dropped: UInt64, isPart: Bool) {
    var entries: [AnyEntry] = []
    var (dropped, room, isAtEnd) = (UInt64(0), bytes, false)
    while !isAtEnd, entries.count < limit {
      if !entries.isEmpty, room <= 0 { return (entries, dropped, true) }
      // Makes room outside the lock.
      entries.reserveCapacity(max(entries.count + Self.slice, min(2 * entries.count, limit)))
      let isHole = state.withLock { state in
        let missing = state.first.minus(position)
        if missing > 0, !entries.isEmpty { return true }
        (dropped, position) = (dropped + missing, position + missing)
        let last = min(state.end, position + UInt64(min(Self.slice, limit - entries.count)))
        while position < last, room > 0 || entries.isEmpty {
          let kept = state.ring[Int(position - state.first)]
          entries.append(kept.entry)
          room -= kept.bytes
          position += 1
        }
        isAtEnd = position == state.end
        if isAtEnd { state.enqueue(reader) }
        return false
      }
      if isHole { return (entries, dropped, true) }
    }
    return (entries, dropped, false)
  }

  /// The number of kept entries from a position on, and the number of dropped ones. The next entry wakes the reader.
  func backlog(from position: UInt64, for reader: JournalReader) -> (kept: Int, dropped: UInt64) {
    state.withLock { state in
      state.enqueue(reader)
      let first = max(position, state.first)
      return (Int(state.end - first), first - position)
    }
  }

  /// Whether the journal is full and a position is in its older half.
  func isAboutToDrop(_ sequence: UInt64) -> Bool {
    state.withLock { state in
      state.bytes > capacity - capacity / 8 && sequence < state.first + UInt64(state.ring.count / 2)
    }
  }

  /// Stops waking a reader.
  func forget(reader id: UInt64) { state.withLock { $0.waiting.removeAll { $0.id == id } } }
}

extension Journal.State {
  /// Wakes a reader with the next entry.
  fileprivate mutating func enqueue(_ reader: JournalReader) {
    guard let wake = reader.wake, !waiting.contains(where: { $0.id == reader.id }) else { return }
    waiting.append((reader.id, wake))
  }
}
