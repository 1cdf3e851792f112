import DequeModule
import ModuleLifecycle
import OrderedCollections

/// Who owns what now, and what was cleaned up, by owner.
struct OwnershipLog: Sendable, Equatable {
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

  /// One owner: an instance of a module, or any other holder of a bag.
  struct Owner: Sendable, Equatable {
    let id: UInt64
    let name: String
    var module: ModuleID?
    var removedAt: UInt64?
    var freedAfter: UInt64?
    var isOverdue = false
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
    /// By number, ascending.
    var live: OrderedDictionary<UInt64, OwnedEntry> = [:]
    /// Oldest first.
    var cleaned: Deque<Cleaned> = []

    var isFreed: Bool { freedAfter != nil }
    var isStillAlive: Bool { removedAt != nil && freedAfter == nil }
    /// What is shown as open: the objects of an owner that should be gone.
    var openCount: Int { isStillAlive ? live.count : 0 }
    /// The rows below its heading: what should have been cleaned, then what was.
    var rowCount: Int { openCount + cleaned.count }
  }

  /// The most cleaned objects to keep.
  static let limit = 100_000

  private(set) var owners: OrderedDictionary<UInt64, Owner> = [:]
  /// The owners that have something to show, in the order in which they came to have it.
  private(set) var shown: OrderedSet<UInt64> = []
  private(set) var liveCount = 0
  private(set) var cleanedCount = 0
  /// How many of them are not kept any more.
  private(set) var forgottenCount = 0

  var overdueCount: Int {
    shown.reduce(0) { sum, id in
      guard let owner = owners[id], owner.isStillAlive, owner.isOverdue else { return sum }
      return sum + max(1, owner.live.count)
    }
  }

  var hasStillAlive: Bool { shown.contains { owners[$0]?.isStillAlive == true } }

  /// The rows of all shown owners, headings included.
  var rowCount: Int { shown.reduce(0) { $0 + 1 + (owners[$1]?.rowCount ?? 0) } }

  mutating func fold(_ entry: ModuleEntry) {
    switch entry.change {
    case .registered, .broughtBack, .switchedOn:
      // One that is switched off has no instance yet.
      if entry.owner != 0 { self[entry.owner, name: entry.name].module = entry.id }
    case .switchedOff:
      break
    case .removed:
      self[entry.owner, name: entry.name].module = entry.id
      self[entry.owner, name: entry.name].removedAt = entry.atNanoseconds
      show(entry.owner)
    case .freed:
      self[entry.owner, name: entry.name].freedAfter = entry.tookNanoseconds ?? 0
      self[entry.owner, name: entry.name].isLateRelease = entry.isLateRelease
    case .failed:
      self[entry.owner, name: entry.name].hasFailed = true
    }
  }

  mutating func fold(_ entry: OwnedEntry) {
    self[entry.ownerID, name: entry.owner].live[entry.id] = entry
    liveCount += 1
  }

  mutating func fold(_ entry: ReleasedEntry) {
    let owned = self[entry.ownerID, name: entry.owner].live.removeValue(forKey: entry.id)
    if owned != nil { liveCount -= 1 }
    self[entry.ownerID, name: entry.owner].cleaned.append(Cleaned(released: entry, owned: owned))
    cleanedCount += 1
    show(entry.ownerID)
    forgetOldest()
  }

  mutating func fold(_ entry: OverdueEntry) {
    self[entry.owner, name: entry.name].isOverdue = true
    self[entry.owner, name: entry.name].hints = entry.hints
    self[entry.owner, name: entry.name].mutedBy = entry.mutedBy
    // An owner that is no module was expected to go from then on.
    let expected = entry.atNanoseconds - min(entry.afterNanoseconds, entry.atNanoseconds)
    if self[entry.owner, name: entry.name].removedAt == nil { self[entry.owner, name: entry.name].removedAt = expected }
    show(entry.owner)
  }

  mutating func fold(_ entry: OwnerEntry) {
    switch entry.change {
    case .expected:
      self[entry.owner, name: entry.name].removedAt = entry.atNanoseconds
      show(entry.owner)
    case .freed:
      self[entry.owner, name: entry.name].freedAfter = entry.tookNanoseconds ?? 0
      self[entry.owner, name: entry.name].isLateRelease = entry.isLateRelease
      if let after = entry.aliveAfter, let before = entry.deadAfter {
        self[entry.owner, name: entry.name].died = Window(after: after, before: before)
      }
    }
  }

  private subscript(id: UInt64, name name: String) -> Owner {
    get { owners[id] ?? Owner(id: id, name: name) }
    set { owners[id] = newValue }
    _modify { yield &owners[id, default: Owner(id: id, name: name)] }
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

  private mutating func forgetOldest() {
    while cleanedCount - forgottenCount > Self.limit,
      let oldest = shown.first(where: { owners[$0]?.cleaned.isEmpty == false })
    {
      owners[oldest]?.cleaned.removeFirst()
      forgottenCount += 1
      if let owner = owners[oldest], owner.rowCount == 0, owner.live.isEmpty {
        owners[oldest] = nil
        shown.remove(oldest)
      }
    }
  }
}
