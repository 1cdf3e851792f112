#if CommandLine
import DequeModule
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings

/// The warnings by kind. Allowed warnings are only counted.
///
/// The cost of adding a warning depends on the number of kinds, not on the number of warnings.
struct WarningLog: Sendable, Equatable {
  /// One or more warnings with the same content.
  struct Item: Sendable, Equatable {
    /// The number of the first of them, counted from 1. It stays when the warning is repeated.
    let number: Int
    /// The latest of them.
    var entry: WarningEntry
    var count = 1
  }

  /// The warnings of one kind.
  struct Group: Sendable, Equatable {
    let kind: WarningEntry.Kind
    /// The number of warnings, including those no longer kept.
    var count = 0
    /// The latest warnings, oldest first.
    var items: Deque<Item> = []

    /// `12, the latest 5 kept`
    var counts: String {
      let kept = items.reduce(0) { $0 + $1.count }
      return Phrases.number(count) + (kept < count ? ", the latest \(Phrases.number(kept)) kept" : "")
    }
  }

  /// One row of the list.
  enum Row: Sendable, Equatable {
    case heading(Group)
    case item(Item)

    /// The number of the warning; `nil` for a heading.
    var number: Int? { if case .item(let item) = self { item.number } else { nil } }
  }

  /// The most different warnings of one kind to keep.
  static let limit = 200
  /// The number of latest warnings to compare a new warning with.
  private static let fewLatest = 16

  let allowed: AllowedWarnings
  /// The number of warnings, without the allowed ones.
  private(set) var count = 0
  /// The number of allowed warnings, by rule.
  private(set) var allowedCounts: OrderedDictionary<AllowedWarnings.Rule, Int> = [:]
  /// The groups by kind, that of the newest warning last.
  private var byKind: OrderedDictionary<WarningEntry.Kind, Group> = [:]

  init(allowed: AllowedWarnings = AllowedWarnings()) { self.allowed = allowed }

  /// Adds a warning.
  ///
  /// - Returns: Whether to announce it.
  mutating func add(_ entry: WarningEntry) -> Bool {
    if let rule = allowed.rule(for: entry) {
      allowedCounts[rule, default: 0] += 1
      return false
    }
    count += 1
    var group = byKind.removeValue(forKey: entry.kind) ?? Group(kind: entry.kind)
    group.count += 1
    var item = Item(number: count, entry: entry)
    if let like = group.items.suffix(Self.fewLatest).firstIndex(where: { $0.entry.isLike(entry) }) {
      let before = group.items.remove(at: like)
      item = Item(number: before.number, entry: entry, count: before.count + 1)
    }
    group.items.append(item)
    if group.items.count > Self.limit { group.items.removeFirst() }
    byKind[entry.kind] = group
    return true
  }

  /// Updates the warning that was given during a dispatch that is now over.
  ///
  /// - Returns: The updated warning; `nil` if there is none.
  mutating func settle(_ dispatch: DispatchEntry) -> WarningEntry? {
    // Most dispatches have no warning. If this one does, it is among the last.
    guard var group = byKind[.overBudget],
      let index = group.items.lastIndex(where: { $0.entry.dispatch == dispatch.id }),
      let entry = group.items[index].entry.settled(by: dispatch)
    else { return nil }
    group.items[index].entry = entry
    byKind[.overBudget] = group
    return entry
  }

  /// The number of allowed warnings.
  var allowedCount: Int { allowedCounts.values.reduce(0, +) }

  /// The groups, that of the newest warning first.
  var groups: some RandomAccessCollection<Group> { byKind.values.elements.reversed() }

  // MARK: The list

  /// The rows: for each of `groups`, or for that of one kind, a heading and its warnings, newest first.
  func rows(of kind: WarningEntry.Kind?) -> [Row] {
    groups.filter { kind == nil || $0.kind == kind }.flatMap { [.heading($0)] + $0.items.reversed().map(Row.item) }
  }

  /// The warning with a number, if it is kept.
  subscript(number: Int) -> Item? {
    groups.lazy.compactMap { group in group.items.first { $0.number == number } }.first
  }
}

extension WarningEntry {
  /// The final version of a warning that was given during a dispatch that is now over; `nil` for any other warning.
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
