#if CommandLine
import ModuleLifecycle
import OrderedCollections

extension OwnershipLog {
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
    /// The position of the row that was cleaned last.
    private(set) var latestPosition = 0
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
    /// What a filter leaves of its rows; `nil` where there is none.
    var matches: Matches?

    init(id: UInt64, name: String) {
      self.id = id
      self.name = name
    }

    var isFreed: Bool { freedAfter != nil }
    /// Whether it should be gone and is not, whether or not its time is up.
    var isStillAlive: Bool { removedAt != nil && freedAfter == nil }
    /// Whether somebody holds it beyond its time.
    var isOverdue: Bool { wasOverdue && freedAfter == nil }
    /// Whether it is gone or should be: then what it still owns is shown as open. A bag without a module says no more
    /// than that it was emptied.
    var isGone: Bool { removedAt != nil || freedAfter != nil || (module == nil && cleanedWithItCount > 0) }
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
      let row = Cleaned(released: entry, owned: owned)
      latestPosition = cleaned.positionsKept.upperBound
      if let position { latestPosition = cleaned.insert(row, at: position) } else { cleaned.append(row) }
      return owned != nil
    }

    mutating func forget(_ count: Int) { cleaned.forget(count) }
  }
}

extension ReleasingEntry {
  /// Whether it might have lived as long as the application.
  var isLasting: Bool { lifetime == OwnedLifetime.application.description }
}

extension OwnedEntry {
  /// Whether it lives as long as the application, whatever becomes of its owner.
  var isLasting: Bool { lifetime == OwnedLifetime.application.description }
}
#endif
