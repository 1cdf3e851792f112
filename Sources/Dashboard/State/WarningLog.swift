#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections

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
  enum Row: Equatable {
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

  /// A row for each kind, and one for each of its warnings.
  var rowCount: Int { byKind.values.reduce(0) { $0 + $1.items.count + 1 } }

  /// The row at a place: kinds with their newest warning first, below each its warnings, newest first.
  func row(at place: Int) -> Row? {
    var place = place
    for group in groups {
      if place == 0 { return .heading(group) }
      if place <= group.items.count { return .item(group.items[group.items.count - place]) }
      place -= group.items.count + 1
    }
    return nil
  }

  /// The numbers of the warnings in the order of the list.
  var numbers: [Int] { groups.flatMap { $0.items.reversed().map(\.number) } }

  /// The place of a warning's row.
  func place(of number: Int) -> Int? {
    var start = 0
    for group in groups {
      if let first = group.items.first?.number, number >= first,
        let index = group.items.firstIndex(where: { $0.number == number })
      {
        return start + group.items.count - index
      }
      start += group.items.count + 1
    }
    return nil
  }

  /// The warning of that number, if it is kept.
  subscript(number: Int) -> Item? {
    for group in groups {
      if let item = group.items.first(where: { $0.number == number }) { return item }
    }
    return nil
  }
}

/// The list of warnings, as it was when it was opened: rows do not move while they are read.
struct WarningSheet: Sendable, Equatable {
  let log: WarningLog
  /// The number of the selected warning; `nil` where there is none.
  private(set) var selection: Int?
  /// Whether the selected warning has the whole frame.
  var isReading = false
  /// How far its text is scrolled.
  var scroll = 0

  /// - Parameter selection: The warning to select, if it is kept; otherwise the newest one.
  init(_ log: WarningLog, selection: Int? = nil) {
    self.log = log
    let kept = selection.flatMap { log[$0] }?.number
    self.selection = kept ?? log.numbers.first
  }

  /// The selected warning.
  var selected: WarningLog.Item? { selection.flatMap { log[$0] } }

  /// Selects a warning of the list.
  mutating func select(_ number: Int) {
    selection = number
    scroll = 0
  }

  /// Goes so many warnings down or up.
  mutating func move(by step: Int) {
    let numbers = log.numbers
    guard let selection, let place = numbers.firstIndex(of: selection) else { return }
    self.selection = numbers[min(max(0, place + step), numbers.count - 1)]
    scroll = 0
  }
}
#endif
