#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import Recordings

/// The warnings by kind. Those that are allowed are counted, and that is all.
///
/// Adding one costs a look at each kind, however many there are of each.
struct WarningLog: Sendable, Equatable {
  /// One warning, or several that say the same.
  struct Item: Sendable, Equatable {
    /// Which the latest of them was, counted from one.
    let number: Int
    /// The latest of them.
    let entry: WarningEntry
    let count: Int
  }

  /// The warnings of one kind.
  struct Group: Sendable, Equatable {
    let kind: WarningEntry.Kind
    /// How many there were, also those that are not kept.
    var count = 0
    /// The latest ones, oldest first.
    var items: Deque<Item> = []
  }

  /// One row of the list.
  enum Row: Sendable, Equatable {
    case heading(Group)
    case item(Item)
  }

  /// The most warnings of one kind to keep that say something else.
  static let limit = 200
  /// Among so many latest ones a new warning looks for its equal.
  private static let fewLatest = 16

  let allowed: AllowedWarnings
  /// How many there were, without those that are allowed.
  private(set) var count = 0
  /// How many were allowed, by the rule that did so.
  private(set) var allowedCounts: OrderedDictionary<AllowedWarnings.Rule, Int> = [:]
  /// The kind that was warned of last stands last.
  private var byKind: OrderedDictionary<WarningEntry.Kind, Group> = [:]

  init(allowed: AllowedWarnings = AllowedWarnings()) { self.allowed = allowed }

  /// - Returns: Whether it is to be announced.
  mutating func add(_ entry: WarningEntry) -> Bool {
    if let rule = allowed.rule(for: entry) {
      allowedCounts[rule, default: 0] += 1
      return false
    }
    count += 1
    var group = byKind.removeValue(forKey: entry.kind) ?? Group(kind: entry.kind)
    group.count += 1
    let like = group.items.suffix(Self.fewLatest).firstIndex { $0.entry.isLike(entry) }
    let times = like.map { group.items.remove(at: $0).count } ?? 0
    group.items.append(Item(number: count, entry: entry, count: times + 1))
    if group.items.count > Self.limit { group.items.removeFirst() }
    byKind[entry.kind] = group
    return true
  }

  /// A dispatch is over: what was said of it while it was under way is put in the past.
  ///
  /// - Returns: The warning, as it is now; `nil` where there is none.
  mutating func settle(_ dispatch: DispatchEntry) -> WarningEntry? {
    // Most are not warned of; those that are come last.
    guard var group = byKind[.overBudget],
      let index = group.items.lastIndex(where: { $0.entry.dispatch == dispatch.id }),
      let entry = group.items[index].entry.settled(by: dispatch)
    else { return nil }
    let item = group.items[index]
    group.items[index] = Item(number: item.number, entry: entry, count: item.count)
    byKind[.overBudget] = group
    return entry
  }

  /// How many were allowed.
  var allowedCount: Int { allowedCounts.values.reduce(0, +) }

  /// The kinds, that of the newest warning first.
  var groups: some RandomAccessCollection<Group> { byKind.values.elements.reversed() }

  // MARK: The list

  /// The rows: kinds with their newest warning first, below each its warnings, newest first.
  var rows: [Row] { groups.flatMap { [.heading($0)] + $0.items.reversed().map(Row.item) } }

  /// The warning of that number, if it is kept.
  subscript(number: Int) -> Item? {
    groups.lazy.compactMap { group in group.items.first { $0.number == number } }.first
  }
}

extension WarningEntry {
  /// What a warning that was given while its dispatch was under way says now that it is over; `nil` for any other.
  func settled(by entry: DispatchEntry) -> WarningEntry? {
    guard kind == .overBudget, dispatch == entry.id, isUnderWay else { return nil }
    var settled = self
    (settled.isUnderWay, settled.innerEvent, settled.elapsedNanoseconds) = (false, nil, entry.totalNanoseconds)
    let slowest = entry.slowest
    settled.handlerNanoseconds = slowest?.nanoseconds
    if let slowest { (settled.module, settled.moduleID) = (slowest.module, slowest.id) }
    return settled
  }
}
#endif
