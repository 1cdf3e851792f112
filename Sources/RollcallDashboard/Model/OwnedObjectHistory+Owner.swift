#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections

extension OwnedObjectHistory {
  /// An owned object, live or cleaned.
  @dynamicMemberLookup struct Object: Sendable, Equatable {
    /// Its acquisition; `nil` if that was not seen.
    let owned: OwnedEntry?
    /// The beginning of its asynchronous cleanup, until that ends.
    var releasing: ReleasingEntry?
    /// Its cleanup; `nil` while it is live.
    var released: ReleasedEntry?

    subscript<Fact>(dynamicMember fact: KeyPath<OwnedObjectFacts, Fact>) -> Fact {
      (released?.object ?? owned?.object ?? OwnedObjectFacts())[keyPath: fact]
    }
  }

  /// The dispatches between which something happened; 0 means before the first.
  struct Window: Sendable, Equatable {
    let after: DispatchID
    let before: DispatchID
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
    /// Whether the shutdown no longer waits for the cleanup of its objects.
    var isPassedOver = false
    /// Whether the owner never existed because creating the module failed.
    var hasFailed = false

    /// The objects that it owns now, by number.
    private(set) var live: [Int: OwnedEntry] = [:]
    /// The live objects whose asynchronous cleanup has begun, by number. Nearly always none.
    private(set) var releasing: [Int: ReleasingEntry] = [:]
    /// The kept cleaned objects, in the order in which their cleanups began.
    private(set) var cleaned: Deque<Object> = []
    /// The numbers of cleaned objects by kind and reason. They include objects no longer kept.
    private(set) var cleanedCounts: OrderedDictionary<String, OrderedDictionary<ReleaseReason, Int>> = [:]
    /// The number of objects that the owner was seen to acquire.
    private(set) var acquiredCount = 0
    /// The total time of the cleanups because the owner was released.
    private(set) var cleanedWithItNanoseconds: UInt64 = 0

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
    /// Whether nothing more can come of it: it is gone, or is no module and owns nothing.
    var isSettled: Bool { !isStillAlive && (isGone || module == nil) && live.isEmpty }
    /// Whether it is no module, and went as it should.
    var isGoneForGood: Bool {
      module == nil && isGone && !isStillAlive && !wasOverdue && !wentUnseen && !hasFailed && live.isEmpty
    }
    /// The objects shown as open, the last acquired first: those being cleaned, or all live objects if the owner is gone.
    var open: [Object] { newestFirst.filter { isGone || $0.releasing != nil } }
    /// The live objects, the last acquired first.
    var newestFirst: [Object] { live.values.sorted { $0.number > $1.number }.map(object) }
    /// The number of objects that were cleaned because the owner was released.
    var cleanedWithItCount: Int { cleanedCounts.values.reduce(0) { $0 + ($1[.ownerReleased] ?? 0) } }
    /// The live objects that go with their owner, without those that live as long as the application.
    var ownCount: Int { live.values.count { !$0.isLasting } }
    /// The number of objects that should have been cleaned by now. Visits the live objects of an overdue owner.
    var overdueCount: Int { isOverdue ? live.values.count { isOverdue(object($0)) } : 0 }

    /// Whether one of its objects should have been cleaned by now.
    func isOverdue(_ object: Object) -> Bool {
      isOverdue && !object.isLasting && object.releasing == nil && object.released == nil
    }

    private func object(_ entry: OwnedEntry) -> Object { Object(owned: entry, releasing: releasing[entry.number]) }

    /// The object with a number, if it is live or still kept.
    func object(_ number: Int) -> Object? {
      live[number].map(object) ?? cleaned.last { $0.number == number }
    }

    mutating func add(_ entry: OwnedEntry) {
      live[entry.number] = entry
      acquiredCount = max(acquiredCount, entry.number)
    }

    /// Removes a live object that was cleaned unseen.
    mutating func forgetLive(_ number: Int) { (live[number], releasing[number]) = (nil, nil) }

    /// Records that an object's asynchronous cleanup has begun.
    mutating func begin(_ entry: ReleasingEntry) {
      if live[entry.number] != nil, releasing[entry.number] == nil { releasing[entry.number] = entry }
    }

    /// Removes an object from the live ones and records it as cleaned.
    ///
    /// - Returns: Whether the object was among the live ones.
    mutating func release(_ entry: ReleasedEntry) -> Bool {
      let owned = live.removeValue(forKey: entry.number)
      let hasBegunBefore = releasing.removeValue(forKey: entry.number) != nil
      acquiredCount = max(acquiredCount, entry.number)
      cleanedCounts[entry.kind, default: [:]][entry.reason, default: 0] += 1
      if entry.reason == .ownerReleased {
        cleanedWithItNanoseconds = cleanedWithItNanoseconds.plus(entry.cleanupNanoseconds)
      }
      let place =
        hasBegunBefore
        ? cleaned.prefixCount { $0.released?.atNanoseconds ?? 0 <= entry.atNanoseconds } : cleaned.count
      cleaned.insert(Object(owned: owned, released: entry), at: place)
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

    mutating func forget(_ count: Int) { cleaned.removeFirst(count) }
  }
}

extension OwnedObjectFacts {
  /// Whether the object lives as long as the application, regardless of its owner.
  var isLasting: Bool { lifetime == OwnedLifetime.application.description }
}

extension RandomAccessCollection where Index == Int {
  /// Returns how many elements at the start pass a test that all others fail.
  ///
  /// - Complexity: O(log *n*)
  package func prefixCount(where passes: (Element) throws -> Bool) rethrows -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = (low + high) / 2
      if try passes(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low - startIndex
  }
}
#endif
