#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import Recordings

/// The warnings by kind. Those that are allowed are counted, and that is all.
///
/// Adding one costs a look at each kind, however many there are of each.
struct WarningLog: Sendable, Equatable {
  /// One warning.
  struct Item: Sendable, Equatable {
    /// Which it was, counted from one.
    let number: Int
    let entry: WarningEntry
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

  /// The most warnings of one kind to keep.
  static let limit = 200

  let allowed: AllowedWarnings
  /// How many there were, without those that are allowed.
  private(set) var count = 0
  /// How many were allowed, by the rule that did so.
  private(set) var allowedCounts: OrderedDictionary<AllowedWarnings.Rule, Int> = [:]
  /// The latest ones, of all kinds, oldest first.
  private(set) var latest: [WarningEntry] = []
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
    latest.append(entry)
    if latest.count > 2 * Self.limit { latest.removeFirst(Self.limit) }
    var group = byKind.removeValue(forKey: entry.kind) ?? Group(kind: entry.kind)
    group.count += 1
    group.items.append(Item(number: count, entry: entry))
    if group.items.count > Self.limit { group.items.removeFirst() }
    byKind[entry.kind] = group
    return true
  }

  /// A dispatch is over: what was said of it while it was under way is put in the past.
  mutating func settle(_ dispatch: DispatchEntry) {
    // Most are not warned of; those that are come last.
    guard var group = byKind[.overBudget],
      let index = group.items.lastIndex(where: { $0.entry.dispatch == dispatch.id }),
      let entry = group.items[index].entry.settled(by: dispatch)
    else { return }
    if let place = latest.lastIndex(of: group.items[index].entry) { latest[place] = entry }
    group.items[index] = Item(number: group.items[index].number, entry: entry)
    byKind[.overBudget] = group
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
