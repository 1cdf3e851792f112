import ModuleLifecycle

/// The counts of a report, besides the dispatch at its top. They grow with the names in a recording, not with its
/// length.
struct ReportTallies {
  /// An owner's objects that have not been released.
  struct Owner {
    var open: [String: Int] = [:]
    /// The entry that reports the owner as overdue; `nil` if it is not.
    var overdue: OverdueEntry?

    /// The number of objects that are being cleaned.
    var releasing = 0

    var openCount: Int { open.values.reduce(0, +) }
  }

  /// The most events and warnings that are listed.
  static let most = 10

  private(set) var slowest: [DispatchEntry] = []
  private(set) var dispatchCount = 0
  private(set) var owners: [String: Owner] = [:]
  private(set) var warnings: [WarningEntry] = []
  private(set) var warningCounts: [WarningEntry.Kind: Int] = [:]
  private(set) var dropped: UInt64 = 0
  /// The objects whose asynchronous cleanup has begun and not ended.
  private var releasing: Set<UInt64> = []

  var warningCount: Int { warningCounts.values.reduce(0, +) }

  mutating func add(_ entry: AnyEntry) {
    switch entry {
    case .dispatch(let dispatch): add(dispatch)
    case .owned(let entry): owners[entry.owner, default: Owner()].open[entry.kind, default: 0] += 1
    case .releasing(let entry):
      if owners[entry.owner] != nil, releasing.insert(entry.id).inserted { owners[entry.owner]?.releasing += 1 }
    case .released(let entry): release(entry)
    case .overdue(let entry): owners[entry.name, default: Owner()].overdue = entry
    case .module(let entry): if entry.change == .freed { settle(entry.name, entry.owner) }
    case .owner(let entry): if entry.change == .freed { settle(entry.name, entry.owner) }
    case .warning(let entry):
      // The first warning of a kind shows what it is about; for the others the count is enough.
      if warningCounts[entry.kind] == nil || warnings.count < Self.most { warnings.append(entry) }
      warningCounts[entry.kind, default: 0] += 1
    case .gap(let entry): dropped = dropped.plus(entry.dropped)
    case .completion, .alive, .running, .state, .output, .mark, .lookUp, .stopped, .request, .journal: break
    }
  }

  private mutating func add(_ dispatch: DispatchEntry) {
    dispatchCount += 1
    let place = slowest.firstIndex { $0.totalNanoseconds < dispatch.totalNanoseconds } ?? slowest.count
    guard place < Self.most else { return }
    slowest.insert(dispatch, at: place)
    if slowest.count > Self.most { slowest.removeLast() }
  }

  private mutating func release(_ entry: ReleasedEntry) {
    if releasing.remove(entry.id) != nil { owners[entry.owner]?.releasing -= 1 }
    guard var owner = owners[entry.owner], let count = owner.open[entry.kind] else { return }
    owner.open[entry.kind] = count > 1 ? count - 1 : nil
    owners[entry.owner] = owner.open.isEmpty && owner.overdue == nil ? nil : owner
  }

  /// Records that an owner is gone and no longer overdue.
  private mutating func settle(_ name: String, _ id: OwnerID) {
    guard owners[name]?.overdue?.owner == id else { return }
    owners[name]?.overdue = nil
    if owners[name]?.open.isEmpty == true { owners[name] = nil }
  }
}
