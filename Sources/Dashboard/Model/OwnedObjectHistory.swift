#if CommandLine
import ModuleLifecycle
import OrderedCollections
import Recordings
import TextFormatting

/// Who owns what now, and what was cleaned up, by owner.
///
/// Folding an entry costs the same however much there is. After some were folded, `settle` brings the sums up to date;
/// it looks at each owner that has rows, and at no row, save of the owners that have changed where there is a filter or a flood.
/// Finding a row then takes a search among the owners.
struct OwnedObjectHistory: Sendable, Equatable {
  /// The most cleaned objects to keep.
  static let limit = 100_000

  private(set) var owners: OrderedDictionary<UInt64, Owner> = [:]
  /// The owners that have something to show, in the order in which they came to have it.
  private(set) var shown: OrderedSet<UInt64> = []
  private(set) var liveCount = 0
  private(set) var cleanedCount = 0
  /// How many of the cleaned ones were so after their owner had been overdue.
  private(set) var lateCount = 0
  /// How many of them are not kept any more.
  private(set) var forgottenCount = 0
  /// What the rows have to fit; `nil` for all.
  private(set) var filter: RowFilter?

  // MARK: What `settle` works out

  /// The rows above each shown owner.
  private(set) var starts: [Int] = []
  /// The rows to be seen, headings included.
  private(set) var rowCount = 0
  /// The objects that are open or cleaned, whatever the filter.
  private(set) var objectCount = 0
  /// Those of them that the filter leaves.
  private(set) var matchCount = 0
  /// The greatest number that an object of a shown owner has.
  private(set) var greatestNumber = 0
  /// The objects that should have been cleaned by now; an overdue owner without any counts as one.
  private(set) var overdueCount = 0
  /// The same without those owners.
  private(set) var overdueObjectCount = 0
  /// The owners that are overdue, in the order of the rows.
  private(set) var overdueOwners: [UInt64] = []
  /// Whether anybody should be gone and is not.
  private(set) var hasStillAlive = false
  /// The objects whose asynchronous cleanup has begun and not ended.
  private(set) var releasingCount = 0

  /// The owners whose rows have to be looked at again.
  private var changed: Set<UInt64> = []

  /// Brings rows and sums up to date after entries were folded.
  mutating func settle() {
    forgetOldest()
    for id in changed { owners[id]?.apply(filter) }
    changed = []
    starts.removeAll(keepingCapacity: true)
    (rowCount, objectCount, matchCount, overdueCount, overdueObjectCount) = (0, 0, 0, 0, 0)
    (overdueOwners, hasStillAlive, greatestNumber, releasingCount) = ([], false, 0, 0)
    for id in shown {
      starts.append(rowCount)
      guard let owner = owners[id] else { continue }
      rowCount += owner.visibleCount
      objectCount += owner.objectCount
      if filter != nil { matchCount += owner.fittingCount }
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

  /// Shows as much of an owner as is asked for.
  mutating func setFold(_ fold: OwnerFold, of owner: UInt64) {
    owners[owner]?.setFold(fold)
    changed.insert(owner)
    settle()
  }

  /// Shows as much of each owner as another history does, where the user has chosen that.
  mutating func takeFolds(of other: OwnedObjectHistory) {
    for (id, owner) in other.owners where owner.fold != .floods {
      owners[id]?.setFold(owner.fold)
      changed.insert(id)
    }
    settle()
  }

  /// Shows only the rows that fit a query, all for an empty one.
  ///
  /// It looks at every row, at some 0.1 µs each.
  mutating func setFilter(_ query: String) {
    filter = RowFilter(query)
    changed = Set(owners.keys)
    settle()
  }

  // MARK: Folding

  mutating func fold(_ entry: ModuleEntry) {
    switch entry.change {
    case .registered, .broughtBack, .switchedOn:
      // One that is switched off has no instance yet.
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

  mutating func fold(_ entry: OwnedEntry) {
    guard owners[entry.ownerID]?.live[entry.number] == nil else { return }
    self[entry.ownerID, name: entry.owner].add(entry)
    liveCount += 1
  }

  mutating func fold(_ entry: ReleasingEntry) {
    self[entry.ownerID, name: entry.owner].begin(entry)
    show(entry.ownerID)
  }

  mutating func fold(_ entry: ReleasedEntry) {
    if self[entry.ownerID, name: entry.owner].release(entry) { liveCount -= 1 }
    cleanedCount += 1
    if entry.isLateRelease { lateCount += 1 }
    show(entry.ownerID)
  }

  mutating func fold(_ entry: OverdueEntry) {
    // An owner that is no module was expected to go from then on.
    let expected = entry.atNanoseconds.minus(entry.afterNanoseconds)
    self[entry.owner, name: entry.name].noteOverdue(entry, since: expected)
    show(entry.owner)
  }

  mutating func fold(_ entry: OwnerEntry) {
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

  private mutating func free(_ id: UInt64, name: String, after duration: UInt64?, isLate: Bool) {
    self[id, name: name].freedAfter = duration ?? 0
    self[id, name: name].isLateRelease = isLate
  }

  /// Takes in how things stand after entries that were missed: what is not told of has gone meanwhile.
  ///
  /// - Parameters:
  ///   - entries: All objects that are owned, and owners that should be gone.
  ///   - modules: All modules.
  mutating func rejoin(_ entries: [JournalEntry], _ modules: [ModuleStatus]) {
    var live: [UInt64: Set<Int>] = [:]
    var remaining = Set(modules.filter(\.isPresent).compactMap(\.owner))
    for entry in entries {
      switch entry {
      case .owned(let object): live[object.ownerID, default: []].insert(object.number)
      case .overdue(let entry): remaining.insert(entry.owner)
      case .owner(let entry): remaining.insert(entry.owner)
      default: break
      }
    }
    for (id, owner) in owners {
      liveCount -= self[id, name: owner.name].forgetLive(except: live[id] ?? [])
      let wasExpected = owner.module != nil || owner.isStillAlive
      if wasExpected, !owner.isFreed, !owner.hasFailed, !remaining.contains(id) { owners[id]?.wentUnseen = true }
    }
    // What is told again is no news, and stays where it stands.
    let order = shown
    for module in modules {
      if let owner = module.owner {
        self[owner, name: module.name].module = module.id
      }
    }
    for entry in entries { fold(entry.withTexts(atMost: ApplicationModel.mostBytes)) }
    shown = order.union(shown)
    settle()
  }

  /// Takes in an entry about objects and their owners; those about modules say more than this history needs.
  mutating func fold(_ entry: JournalEntry) {
    switch entry {
    case .owned(let entry): fold(entry)
    case .releasing(let entry): fold(entry)
    case .released(let entry): fold(entry)
    case .overdue(let entry): fold(entry)
    case .owner(let entry): fold(entry)
    default: break
    }
  }

  /// An owner that changes: it is known from then on, and its rows are looked at again.
  private subscript(id: UInt64, name name: String) -> Owner {
    get { owners[id] ?? Owner(id: id, name: name) }
    _modify {
      changed.insert(id)
      yield &owners[id, default: Owner(id: id, name: name)]
    }
  }

  /// An owner comes to the end when it has first something to show, and again when it is removed.
  private mutating func show(_ id: UInt64) {
    if owners[id]?.removedAt != nil, owners[id]?.cleaned.isEmpty == false, shown.last != id,
      owners[id]?.isFreed == false
    {
      shown.remove(id)
    }
    shown.append(id)
  }

  /// The oldest rows are those of the owners that stand highest.
  private mutating func forgetOldest() {
    var excess = cleanedCount - forgottenCount - Self.limit
    guard excess > 0 else { return }
    var vanished: Set<UInt64> = []
    for id in shown where excess > 0 {
      let count = min(excess, owners[id]?.cleaned.count ?? 0)
      guard count > 0 else { continue }
      owners[id]?.forget(count)
      changed.insert(id)
      excess -= count
      forgottenCount += count
      guard let owner = owners[id], owner.cleaned.isEmpty, owner.openCount == 0, !owner.isStillAlive else { continue }
      vanished.insert(id)
      if owner.isGone { owners[id] = nil }
    }
    if !vanished.isEmpty { shown.removeAll { vanished.contains($0) } }
  }
}
#endif
