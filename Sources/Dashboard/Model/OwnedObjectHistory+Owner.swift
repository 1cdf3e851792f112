#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections

extension OwnedObjectHistory {
  struct Cleaned: Sendable, Equatable {
    let released: ReleasedEntry
    /// The entry of its acquisition; `nil` if that was not seen.
    let owned: OwnedEntry?
  }

  /// The dispatches between which something happened; 0 means before the first.
  struct Window: Sendable, Equatable {
    let after: DispatchID
    let before: DispatchID
  }

  /// The number of live and released objects of one kind.
  struct KindCount: Sendable, Equatable {
    var live = 0
    var released: OrderedDictionary<ReleaseReason, Int> = [:]
  }

  /// An owner: an instance of a module, or any other holder of a bag.
  struct Owner: Sendable, Equatable {
    let id: OwnerID
    let name: String
    var module: ModuleID?
    /// When the owner was removed or was first expected to be freed.
    var removedAt: UInt64?
    var freedAfter: UInt64?
    /// Whether the owner was freed while entries were dropped, so that its end is unknown.
    var wentUnseen = false
    /// Whether the owner was reported as overdue. It may have been freed since.
    var wasOverdue = false
    /// The possible holders of the overdue owner, most reliable hint first.
    var hints: [HolderHint] = []
    /// The overdue owner that explains why this owner is overdue.
    var mutedBy: String?
    /// Whether the owner was freed after it had been overdue.
    var isLateRelease = false
    /// The dispatches between which the owner was freed, if the exact time is unknown.
    var died: Window?
    /// Whether the owner never existed because creating the module failed.
    var hasFailed = false

    private(set) var live = LiveObjects()
    /// The live objects whose asynchronous cleanup has begun.
    private(set) var releasing = ReleasingObjects()
    private(set) var cleaned = CleanedObjects()
    /// The counts by kind, in the order of first acquisition. They include objects no longer kept.
    private(set) var counts: OrderedDictionary<String, KindCount> = [:]
    /// The number of objects that the owner was seen to acquire.
    private(set) var acquiredCount = 0
    /// How many of the live objects live as long as the application.
    private(set) var lastingCount = 0
    /// The number of objects that were cleaned because the owner was released.
    private(set) var cleanedWithItCount = 0
    /// The total time of those cleanups.
    private(set) var cleanedWithItNanoseconds: UInt64 = 0
    /// The positions of the rows that filter and floods leave, ascending; `nil` if all rows are visible.
    var fitting: [Int]?
    private(set) var fold = OwnerFold.floods
    /// The positions of the open objects that begin a row; `nil` if each does.
    private(set) var openFloods: Floods?

    init(id: OwnerID, name: String) {
      self.id = id
      self.name = name
    }

    var isFreed: Bool { freedAfter != nil || wentUnseen }
    /// Whether the owner should be freed and is not, overdue or not yet.
    var isStillAlive: Bool { removedAt != nil && !isFreed }
    /// Whether the owner is overdue now.
    var isOverdue: Bool { wasOverdue && !isFreed }
    /// Whether the owner is gone or should be. If so, the objects that it still owns are shown as open.
    ///
    /// Of a bag without a module, the journal only records that it was emptied.
    var isGone: Bool { removedAt != nil || isFreed || (module == nil && cleanedWithItCount > 0) }
    /// The numbers of the objects shown as open: those being cleaned, or all live objects if the owner is gone.
    var openNumbers: SortedNumbers { isGone ? live.numbers : releasing.numbers }
    /// The number of objects shown as open.
    var openCount: Int { isGone ? live.count : releasing.count }
    /// The number of objects that should have been cleaned by now.
    var overdueCount: Int { isOverdue ? live.count - lastingCount - releasing.count + releasing.lastingCount : 0 }

    /// Whether one of its objects should have been cleaned by now.
    func isOverdue(_ object: OwnedEntry) -> Bool {
      isOverdue && !object.isLasting && releasing[object.number] == nil
    }

    mutating func add(_ entry: OwnedEntry) {
      live.add(entry)
      acquiredCount = max(acquiredCount, entry.number)
      counts[entry.kind, default: KindCount()].live += 1
      if entry.isLasting { lastingCount += 1 }
    }

    /// Removes the live objects that are no longer owned, which were cleaned unseen.
    ///
    /// - Returns: The number of removed objects.
    mutating func forgetLive(except numbers: Set<Int>) -> Int {
      let cleaned = live.newestFirst.filter { !numbers.contains($0.number) }
      for object in cleaned {
        _ = (live.remove(object.number), releasing.remove(object.number))
        counts[object.kind, default: KindCount()].live -= 1
        if object.isLasting { lastingCount -= 1 }
      }
      return cleaned.count
    }

    /// Records that an object's asynchronous cleanup has begun.
    mutating func begin(_ entry: ReleasingEntry) {
      guard live[entry.number] != nil else { return }
      releasing.add(entry, at: cleaned.positionsKept.upperBound)
    }

    /// Removes an object from the live ones and records it as cleaned.
    ///
    /// - Returns: Whether the object was among the live ones.
    mutating func release(_ entry: ReleasedEntry) -> Bool {
      let owned = live.remove(entry.number)
      let position = releasing.remove(entry.number)
      acquiredCount = max(acquiredCount, entry.number)
      if let owned {
        counts[entry.kind, default: KindCount()].live -= 1
        if owned.isLasting { lastingCount -= 1 }
      }
      counts[entry.kind, default: KindCount()].released[entry.reason, default: 0] += 1
      if entry.reason == .ownerReleased {
        cleanedWithItCount += 1
        cleanedWithItNanoseconds = cleanedWithItNanoseconds.plus(entry.cleanupNanoseconds)
      }
      cleaned.insert(Cleaned(released: entry, owned: owned), at: position)
      return owned != nil
    }

    /// Records that the owner is overdue.
    mutating func noteOverdue(_ entry: OverdueEntry, since expected: UInt64) {
      module = entry.id ?? module
      wasOverdue = true
      hints = entry.hints
      mutedBy = entry.mutedBy
      removedAt = removedAt ?? expected
    }

    mutating func forget(_ count: Int) { cleaned.forget(count) }

    mutating func setFold(_ fold: OwnerFold) {
      self.fold = fold
      cleaned.refold(isUnfolded: fold == .none)
    }

    /// Finds the floods among the open objects. Visits each of them, if there are enough for a flood.
    mutating func foldOpen() {
      openFloods = nil
      guard fold == .floods, openCount >= Floods.fewest else { return }
      var (floods, last): (Floods, OwnedEntry?) = (Floods(), nil)
      for place in 1...openCount {
        guard let object = live[openNumbers[openCount - place]] else { continue }
        let isReleasing = releasing[object.number] != nil
        let isLike = last.map { $0.isLike(object) && (releasing[$0.number] != nil) == isReleasing } ?? false
        floods.append(place, isLikeLast: isLike)
        last = object
      }
      openFloods = floods
    }
  }
}

extension OwnedEntry {
  /// Whether another object has the same text except for its number and time.
  func isLike(_ other: OwnedEntry) -> Bool {
    self.kind == other.kind && self.name == other.name && detail == other.detail && self.isLasting == other.isLasting
  }
}

extension OwnedObjectFacts {
  /// Whether the object lives as long as the application, regardless of its owner.
  var isLasting: Bool { lifetime == OwnedLifetime.application.description }
}

/// The objects that an owner owns now, by number, in the order of acquisition.
struct LiveObjects: Sendable, Equatable {
  private(set) var numbers = SortedNumbers()
  private var entries: [Int: OwnedEntry] = [:]

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  subscript(number: Int) -> OwnedEntry? { entries[number] }

  /// The objects, the last acquired first.
  var newestFirst: some Sequence<OwnedEntry> {
    (0..<numbers.count).reversed().lazy.compactMap { entries[numbers[$0]] }
  }

  mutating func add(_ entry: OwnedEntry) {
    numbers.insert(entry.number)
    entries[entry.number] = entry
  }

  mutating func remove(_ number: Int) -> OwnedEntry? {
    guard let entry = entries.removeValue(forKey: number) else { return nil }
    numbers.remove(number)
    return entry
  }
}

/// An owner's objects that are being cleaned asynchronously, by number. Nearly always empty.
struct ReleasingObjects: Sendable, Equatable {
  private struct Begun: Sendable, Equatable {
    let entry: ReleasingEntry
    /// The position that its row will get among the cleaned ones, which are in the order in which the cleanups began.
    var position: Int
  }

  private(set) var numbers = SortedNumbers()
  /// The cleanups by object number, in the order in which they began.
  private var begun: OrderedDictionary<Int, Begun> = [:]

  var count: Int { begun.count }
  subscript(number: Int) -> ReleasingEntry? { begun[number]?.entry }
  /// How many of the objects could have lived as long as the application.
  var lastingCount: Int { begun.values.count(where: \.entry.isLasting) }

  /// Adds an object.
  ///
  /// - Parameter position: The position of the next cleaned row.
  mutating func add(_ entry: ReleasingEntry, at position: Int) {
    guard begun[entry.number] == nil else { return }
    numbers.insert(entry.number)
    begun[entry.number] = Begun(entry: entry, position: position)
  }

  /// Removes an object.
  ///
  /// - Returns: The position for its row among the cleaned ones; `nil` if it was not being cleaned.
  mutating func remove(_ number: Int) -> Int? {
    guard let place = begun.index(forKey: number) else { return nil }
    numbers.remove(number)
    let position = begun.remove(at: place).value.position
    for later in place..<begun.count { begun.values[later].position += 1 }
    return position
  }
}

/// An owner's cleaned objects, in the order in which their cleanups began.
///
/// Positions count forgotten objects too. They change only when the end of an asynchronous cleanup inserts a row.
struct CleanedObjects: Sendable, Equatable {
  private var rows: Deque<OwnedObjectHistory.Cleaned> = []
  private var positions: [Int: Int] = [:]
  private(set) var forgotten = 0
  /// The positions that begin a row on the screen.
  private(set) var floods = Floods()

  var count: Int { rows.count }
  var isEmpty: Bool { rows.isEmpty }
  var last: OwnedObjectHistory.Cleaned? { rows.last }
  var positionsKept: Range<Int> { forgotten..<(forgotten + rows.count) }

  subscript(position: Int) -> OwnedObjectHistory.Cleaned { rows[position - forgotten] }

  /// The position of the object with a number; `nil` if it is not kept.
  func position(of number: Int) -> Int? { positions[number] }

  /// The latest `count` rows, oldest first.
  func suffix(_ count: Int) -> some Sequence<OwnedObjectHistory.Cleaned> { rows.suffix(count) }

  /// Inserts a row at a position, but not before the first kept row. Appends the row if the position is `nil`.
  ///
  /// The positions of the rows after it change.
  mutating func insert(_ row: OwnedObjectHistory.Cleaned, at position: Int?) {
    let index = position.map { min(max(0, $0 - forgotten), rows.count) } ?? rows.count
    let isLast = index == rows.count
    if isLast { floods.append(forgotten + index, isLikeLast: rows.last?.isLike(row) ?? false) }
    rows.insert(row, at: index)
    for place in index..<rows.count { positions[rows[place].released.number] = forgotten + place }
    if !isLast { refold(from: forgotten + index) }
  }

  mutating func refold(isUnfolded: Bool) {
    floods = Floods(isUnfolded: isUnfolded)
    refold(from: forgotten)
  }

  /// Recomputes the floods from the position of an inserted row on.
  private mutating func refold(from position: Int) {
    var first = max(forgotten, floods.start(of: position - 1) ?? forgotten)
    while first > forgotten, self[first - 1].isLike(self[first]) { first -= 1 }
    floods.cut(from: first)
    for place in first..<positionsKept.upperBound {
      floods.append(place, isLikeLast: place > first && self[place - 1].isLike(self[place]))
    }
  }

  mutating func forget(_ count: Int) {
    for (offset, row) in rows.prefix(count).enumerated() where positions[row.released.number] == forgotten + offset {
      positions[row.released.number] = nil
    }
    rows.removeFirst(count)
    forgotten += count
    if rows.isEmpty { floods.cut(from: forgotten) } else { floods.forget(before: forgotten) }
  }
}
#endif
