#if CommandLine
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings
import RollcallTextFormatting

/// The owned and the cleaned objects, by owner.
///
/// Applying an entry takes constant time. After entries were applied, `settle` forgets what is too old and updates the
/// sums. It visits each owner that has rows.
struct OwnedObjectHistory: Sendable, Equatable {
  /// The most cleaned objects to keep, and the most owners that are gone.
  static let limit = 2_000

  /// Grows with each change.
  private(set) var generation = 0
  private(set) var owners: OrderedDictionary<OwnerID, Owner> = [:]
  /// The owners that have rows, in the order in which they got them.
  private(set) var shown: OrderedSet<OwnerID> = []
  private(set) var liveCount = 0
  private(set) var cleanedCount = 0
  /// The number of objects that were cleaned after their owner had been overdue.
  private(set) var lateCount = 0
  /// The number of cleaned objects that are no longer kept.
  private(set) var forgottenCount = 0
  // MARK: Computed by `settle`

  /// The greatest object number of the shown owners.
  private(set) var greatestNumber = 0
  /// The number of objects that should have been cleaned by now. An overdue owner without objects counts as one.
  private(set) var overdueCount = 0
  /// The number of objects that should have been cleaned by now.
  private(set) var overdueObjectCount = 0
  /// The overdue owners, in row order.
  private(set) var overdueOwners: [OwnerID] = []
  /// Whether any owner should be freed and is not.
  private(set) var hasStillAlive = false
  /// The number of objects whose asynchronous cleanup has begun and not ended.
  private(set) var releasingCount = 0

  /// Forgets what is too old, and updates the sums.
  mutating func settle() {
    forgetOldest()
    (overdueCount, overdueObjectCount, greatestNumber, releasingCount) = (0, 0, 0, 0)
    (overdueOwners, hasStillAlive) = ([], false)
    for id in shown {
      guard let owner = owners[id] else { continue }
      greatestNumber = max(greatestNumber, owner.acquiredCount)
      if owner.isStillAlive { hasStillAlive = true }
      releasingCount += owner.releasing.count
      if owner.isOverdue {
        overdueCount += max(1, owner.overdueCount)
        overdueObjectCount += owner.overdueCount
        overdueOwners.append(id)
      }
    }
  }

  // MARK: Entries

  /// Applies an entry about modules, other owners or objects, and ignores all others.
  mutating func apply(_ entry: AnyEntry) {
    switch entry {
    case .module(let entry): apply(entry)
    case .owned(let entry):
      guard owners[entry.ownerID]?.live[entry.number] == nil else { return }
      self[entry.ownerID, name: entry.owner].add(entry)
      liveCount += 1
    case .releasing(let entry):
      self[entry.ownerID, name: entry.owner].begin(entry)
      show(entry.ownerID)
    case .released(let entry):
      if self[entry.ownerID, name: entry.owner].release(entry) { liveCount -= 1 }
      cleanedCount += 1
      if entry.isLateRelease { lateCount += 1 }
      show(entry.ownerID)
    case .overdue(let entry):
      // For a foreign owner, this is when it was expected to be freed.
      let expected = entry.atNanoseconds.minus(entry.afterNanoseconds)
      self[entry.owner, name: entry.name].noteOverdue(entry, since: expected)
      show(entry.owner)
    case .owner(let entry): apply(entry)
    case .warning(let entry):
      guard entry.kind == .shutDownHeldUp, entry.limitNanoseconds != nil, let owner = entry.ownerID else { return }
      owners[owner]?.isPassedOver = true
    default: break
    }
  }

  private mutating func apply(_ entry: ModuleEntry) {
    switch entry.change {
    case .registered, .broughtBack, .switchedOn:
      // A module that is registered switched off has no instance yet.
      if entry.owner != 0 { self[entry.owner, name: entry.name].module = entry.id }
    case .removed:
      self[entry.owner, name: entry.name].module = entry.id
      self[entry.owner, name: entry.name].removedAt = entry.atNanoseconds
      show(entry.owner)
    case .freed:
      self[entry.owner, name: entry.name].module = entry.id
      free(entry.owner, name: entry.name, after: entry.tookNanoseconds, isLate: entry.isLateRelease)
    case .failed: self[entry.owner, name: entry.name].hasFailed = true
    default: break
    }
  }

  private mutating func apply(_ entry: OwnerEntry) {
    switch entry.change {
    case .expected:
      self[entry.owner, name: entry.name].removedAt = entry.atNanoseconds
      show(entry.owner)
    case .freed:
      free(entry.owner, name: entry.name, after: entry.tookNanoseconds, isLate: entry.isLateRelease)
      if let after = entry.aliveAfter, let before = entry.deadAfter {
        self[entry.owner, name: entry.name].died = Window(after: after, before: before)
      }
    default: break
    }
  }

  private mutating func free(_ id: OwnerID, name: String, after duration: UInt64?, isLate: Bool) {
    self[id, name: name].freedAfter = duration ?? 0
    self[id, name: name].isLateRelease = isLate
  }

  /// Applies the current state after entries were missed. Owners and objects that are not in it are gone.
  ///
  /// - Parameters:
  ///   - entries: All owned objects, and all owners that should be gone.
  ///   - modules: All modules.
  mutating func rejoin(_ entries: [AnyEntry], _ modules: [ModuleStatus]) {
    var live: Set<OwnedObjectID> = []
    var remaining = Set(modules.filter(\.isPresent).compactMap(\.owner))
    for entry in entries {
      switch entry {
      case .owned(let object): live.insert(OwnedObjectID(owner: object.ownerID, number: object.number))
      case .overdue(let entry): remaining.insert(entry.owner)
      case .owner(let entry): remaining.insert(entry.owner)
      default: break
      }
    }
    for (id, owner) in owners {
      for number in owner.live.keys where !live.contains(OwnedObjectID(owner: id, number: number)) {
        self[id, name: owner.name].forgetLive(number)
        liveCount -= 1
      }
      let wasExpected = owner.module != nil || owner.isStillAlive
      if wasExpected, !owner.isFreed, !owner.hasFailed, !remaining.contains(id) {
        self[id, name: owner.name].wentUnseen = true
      }
    }
    // Owners that are reported again keep their positions.
    let order = shown
    for module in modules {
      if let owner = module.owner {
        self[owner, name: module.name].module = module.id
      }
    }
    for var entry in entries {
      entry.cutTexts(to: ApplicationModel.mostBytes)
      apply(entry)
    }
    shown = order.union(shown)
    settle()
  }

  /// The oldest asynchronous cleanup that has begun since a time and that the shutdown waits for. Visits each owner that
  /// has rows.
  func oldestCleanup(since start: UInt64) -> ReleasingEntry? {
    guard releasingCount > 0 else { return nil }
    return shown.lazy.compactMap { owners[$0] }.filter { !$0.isPassedOver }.flatMap(\.releasing.values)
      .filter { $0.atNanoseconds >= start }.min { $0.atNanoseconds < $1.atNanoseconds }
  }

  /// An owner to change. Modifying it adds it if it is new.
  private subscript(id: OwnerID, name name: String) -> Owner {
    get { owners[id] ?? Owner(id: id, name: name) }
    _modify {
      generation += 1
      yield &owners[id, default: Owner(id: id, name: name)]
    }
  }

  /// Shows an owner at the end when it gets its first row, and moves it there again when it is removed.
  private mutating func show(_ id: OwnerID) {
    if owners[id]?.removedAt != nil, owners[id]?.cleaned.isEmpty == false, shown.last != id,
      owners[id]?.isFreed == false
    {
      shown.remove(id)
    }
    shown.append(id)
  }

  /// Forgets the oldest cleaned objects, which belong to the topmost owners, and the oldest owners that are gone.
  private mutating func forgetOldest() {
    var excess = max(0, cleanedCount - forgottenCount - Self.limit)
    var surplus = max(0, shown.count - Self.limit)
    guard excess > 0 || surplus > 0 else { return }
    generation += 1
    var vanished: Set<OwnerID> = []
    for id in shown where excess > 0 || surplus > 0 {
      guard let owner = owners[id] else { continue }
      let isLeaving = surplus > 0 && owner.isSettled
      let count = isLeaving ? owner.cleaned.count : min(excess, owner.cleaned.count)
      owners[id]?.forget(count)
      excess = max(0, excess - count)
      forgottenCount += count
      guard isLeaving || count > 0, count == owner.cleaned.count, owner.open.isEmpty, !owner.isStillAlive else {
        continue
      }
      vanished.insert(id)
      surplus -= 1
      // A module that is present, and another owner that still owns something, can get rows again.
      if owner.isSettled { owners[id] = nil }
    }
    if !vanished.isEmpty { shown.removeAll { vanished.contains($0) } }
  }
}
#endif
