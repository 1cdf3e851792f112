#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections

extension OwnedObjectHistory {
  /// An object that was cleaned up, with the circumstances of its life.
  struct Cleaned: Sendable, Equatable {
    let released: ReleasedEntry
    /// How it was acquired, if that was seen.
    let owned: OwnedEntry?
  }

  /// The dispatches between which something happened; 0 stands for the time before the first.
  struct Window: Sendable, Equatable {
    let after: UInt64
    let before: UInt64
  }

  /// How many objects of one kind an owner owns and has owned.
  struct KindCount: Sendable, Equatable {
    var live = 0
    var released: OrderedDictionary<ReleaseReason, Int> = [:]
  }

  /// One owner: an instance of a module, or any other holder of a bag.
  struct Owner: Sendable, Equatable {
    let id: UInt64
    let name: String
    var module: ModuleID?
    /// When it was removed, or from when on it was expected to go.
    var removedAt: UInt64?
    var freedAfter: UInt64?
    /// Whether it went while entries were dropped, so that no more is known of its end.
    var wentUnseen = false
    /// Whether it was reported as overdue; it may have gone since.
    var wasOverdue = false
    /// Who may hold it, when it is overdue, the most trustworthy first.
    var hints: [HolderHint] = []
    /// The overdue owner that explains why this one is overdue.
    var mutedBy: String?
    /// Whether it went after all, having been overdue.
    var isLateRelease = false
    /// The dispatches between which it died, where nobody knows more.
    var died: Window?
    /// Whether it never came to be, because creating the module failed.
    var hasFailed = false

    private(set) var live = LiveObjects()
    /// Those of them whose asynchronous cleanup has begun.
    private(set) var releasing = ReleasingObjects()
    private(set) var cleaned = CleanedObjects()
    /// By kind, in the order of their first acquisition; what is not kept any more is counted too.
    private(set) var counts: OrderedDictionary<String, KindCount> = [:]
    /// How many objects it has acquired, as far as that was seen.
    private(set) var acquiredCount = 0
    /// How many of its live objects live as long as the application.
    private(set) var lastingCount = 0
    /// How many were cleaned because it went.
    private(set) var cleanedWithItCount = 0
    /// How long that took, all together.
    private(set) var cleanedWithItNanoseconds: UInt64 = 0
    /// The places of the rows that a filter leaves, and floods, ascending; `nil` where all rows are seen.
    var fitting: [Int]?
    private(set) var fold = OwnerFold.floods
    /// Which of the open objects begin a row, by their places; `nil` where each does.
    private(set) var openFloods: Floods?

    init(id: UInt64, name: String) {
      self.id = id
      self.name = name
    }

    var isFreed: Bool { freedAfter != nil || wentUnseen }
    /// Whether it should be gone and is not, whether or not its time is up.
    var isStillAlive: Bool { removedAt != nil && !isFreed }
    /// Whether somebody holds it beyond its time.
    var isOverdue: Bool { wasOverdue && !isFreed }
    /// Whether it is gone or should be: then what it still owns is shown as open. A bag without a module says no more
    /// than that it was emptied.
    var isGone: Bool { removedAt != nil || isFreed || (module == nil && cleanedWithItCount > 0) }
    /// The numbers of what is shown as open: what is being cleaned, and all if the owner is gone.
    var openNumbers: SortedNumbers { isGone ? live.numbers : releasing.numbers }
    /// How many are shown as open.
    var openCount: Int { isGone ? live.count : releasing.count }
    /// The objects that should have been cleaned by now.
    var overdueCount: Int { isOverdue ? live.count - lastingCount - releasing.count + releasing.lastingCount : 0 }

    /// Whether an object that it owns should have been cleaned by now.
    func isOverdue(_ object: OwnedEntry) -> Bool {
      isOverdue && !object.isLasting && releasing[object.number] == nil
    }

    mutating func add(_ entry: OwnedEntry) {
      live.add(entry)
      acquiredCount = max(acquiredCount, entry.number)
      counts[entry.kind, default: KindCount()].live += 1
      if entry.isLasting { lastingCount += 1 }
    }

    /// Forgets what it owned and no longer does: it was cleaned unseen.
    ///
    /// - Returns: How many objects those are.
    mutating func forgetLive(except numbers: Set<Int>) -> Int {
      let cleaned = live.newestFirst.filter { !numbers.contains($0.number) }
      for object in cleaned {
        _ = (live.remove(object.number), releasing.remove(object.number))
        counts[object.kind, default: KindCount()].live -= 1
        if object.isLasting { lastingCount -= 1 }
      }
      return cleaned.count
    }

    /// Notes that an object's asynchronous cleanup has begun.
    mutating func begin(_ entry: ReleasingEntry) {
      guard live[entry.number] != nil else { return }
      releasing.add(entry, at: cleaned.positionsKept.upperBound)
    }

    /// Takes an object out of those that live, if it was seen among them, and writes it down as cleaned.
    ///
    /// - Returns: Whether it was seen.
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
        cleanedWithItNanoseconds &+= entry.cleanupNanoseconds
      }
      cleaned.insert(Cleaned(released: entry, owned: owned), at: position)
      return owned != nil
    }

    /// Takes in that it should have gone, and has not.
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

    /// Works out which open objects are floods. Costs a look at each where there are enough.
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

extension ReleasingEntry {
  /// Whether it might have lived as long as the application.
  var isLasting: Bool { lifetime == OwnedLifetime.application.description }
}

extension OwnedEntry {
  /// Whether another one reads the same, but for its number and time.
  func isLike(_ other: OwnedEntry) -> Bool {
    kind == other.kind && name == other.name && detail == other.detail && isLasting == other.isLasting
  }

  /// Whether it lives as long as the application, whatever becomes of its owner.
  var isLasting: Bool { lifetime == OwnedLifetime.application.description }
}

/// What one owner owns now, by number; in the order of acquisition.
struct LiveObjects: Sendable, Equatable {
  private(set) var numbers = SortedNumbers()
  private var entries: [Int: OwnedEntry] = [:]

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  subscript(number: Int) -> OwnedEntry? { entries[number] }

  /// What was acquired last, first.
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

/// What one owner owns and is being cleaned asynchronously, by number; nearly always nothing.
struct ReleasingObjects: Sendable, Equatable {
  private struct Begun: Sendable, Equatable {
    let entry: ReleasingEntry
    /// The position that its row will have among the cleaned ones: the cleanups stand in the order in which they began.
    var position: Int
  }

  private(set) var numbers = SortedNumbers()
  /// In the order in which the cleanups began.
  private var begun: OrderedDictionary<Int, Begun> = [:]

  var count: Int { begun.count }
  subscript(number: Int) -> ReleasingEntry? { begun[number]?.entry }
  /// How many of them might have lived as long as the application.
  var lastingCount: Int { begun.values.count(where: \.entry.isLasting) }

  /// - Parameter position: The position of the row that is cleaned next.
  mutating func add(_ entry: ReleasingEntry, at position: Int) {
    guard begun[entry.number] == nil else { return }
    numbers.insert(entry.number)
    begun[entry.number] = Begun(entry: entry, position: position)
  }

  /// - Returns: The position of its row among the cleaned ones, if it was being cleaned.
  mutating func remove(_ number: Int) -> Int? {
    guard let place = begun.index(forKey: number) else { return nil }
    numbers.remove(number)
    let position = begun.remove(at: place).value.position
    for later in place..<begun.count { begun.values[later].position += 1 }
    return position
  }
}

/// What one owner has owned, in the order in which the cleanups began. The oldest may be forgotten; positions count those too, so
/// that they change only where the end of an asynchronous cleanup comes in between.
struct CleanedObjects: Sendable, Equatable {
  private var rows: Deque<OwnedObjectHistory.Cleaned> = []
  private var positions: [Int: Int] = [:]
  private(set) var forgotten = 0
  /// Which positions begin a row of the screen.
  private(set) var floods = Floods()

  var count: Int { rows.count }
  var isEmpty: Bool { rows.isEmpty }
  var last: OwnedObjectHistory.Cleaned? { rows.last }
  var positionsKept: Range<Int> { forgotten..<(forgotten + rows.count) }

  /// The row at a position.
  subscript(position: Int) -> OwnedObjectHistory.Cleaned { rows[position - forgotten] }

  /// The position of the object of that number, if it is kept.
  func position(of number: Int) -> Int? { positions[number] }

  /// The latest so many, oldest first.
  func suffix(_ count: Int) -> some Sequence<OwnedObjectHistory.Cleaned> { rows.suffix(count) }

  /// Puts a row at a position, or at the first that is kept; without one, at the end. The rows behind it have other positions
  /// then.
  mutating func insert(_ row: OwnedObjectHistory.Cleaned, at position: Int?) {
    let index = position.map { min(max(0, $0 - forgotten), rows.count) } ?? rows.count
    let isLast = index == rows.count
    if isLast { floods.append(forgotten + index, isLikeLast: rows.last?.isLike(row) ?? false) }
    rows.insert(row, at: index)
    for place in index..<rows.count { positions[rows[place].released.number] = forgotten + place }
    if !isLast { refold(from: forgotten + index) }
  }

  /// Works out anew which rows are floods.
  mutating func refold(isUnfolded: Bool) {
    floods = Floods(isUnfolded: isUnfolded)
    refold(from: forgotten)
  }

  /// The same from a position on, where a row has come in between.
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
