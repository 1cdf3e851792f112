#if CommandLine
import DequeModule
import ModuleLifecycle
import OrderedCollections
import TerminalUI
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

/// The list of warnings, as it was when it was opened: rows do not move while they are read.
struct WarningSheet: Sendable, Equatable {
  let log: WarningLog
  let rows: [WarningLog.Row]
  /// The number of the selected warning; `nil` where there is none.
  private(set) var selection: Int?
  /// Whether the selected warning has the whole frame.
  var isReading = false
  /// How far its text is scrolled.
  var scroll = 0

  /// - Parameter selection: The warning to select, if it is kept; otherwise the newest one.
  init(_ log: WarningLog, selection: Int? = nil) {
    self.log = log
    rows = log.rows
    self.selection = selection.flatMap { log[$0] }?.number ?? numbers.first
  }

  /// The numbers of the warnings in the order of the list.
  var numbers: [Int] { rows.compactMap { if case .item(let item) = $0 { item.number } else { nil } } }
  /// The selected warning.
  var selected: WarningLog.Item? { selection.flatMap { log[$0] } }
  /// The place of its row.
  var selectedRow: Int {
    rows.firstIndex { if case .item(let item) = $0 { item.number == selection } else { false } } ?? 0
  }

  /// Selects a warning of the list.
  mutating func select(_ number: Int) {
    selection = number
    scroll = 0
  }

  /// Goes so many warnings down or up.
  mutating func move(by step: Int) {
    let numbers = numbers
    guard let selection, let place = numbers.firstIndex(of: selection) else { return }
    self.selection = numbers[min(max(0, place + step), numbers.count - 1)]
    scroll = 0
  }
}

extension DashboardState {
  /// The list of warnings, while it is open.
  var warningSheet: WarningSheet? { if case .warnings(let sheet) = overlay { sheet } else { nil } }

  mutating func changeWarnings(_ change: (inout WarningSheet) -> Void) {
    guard var sheet = warningSheet else { return }
    change(&sheet)
    overlay = .warnings(sheet)
  }

  /// From warning to warning; while one is read, pages scroll in its text.
  mutating func moveInWarnings(_ key: Key) {
    guard let sheet = warningSheet, let step = movement(of: key).map(clamped) else { return }
    let view = WarningsView(state: self, sheet: sheet)
    changeWarnings { sheet in
      guard key == .pageUp || key == .pageDown else { return sheet.move(by: step) }
      let page = (step < 0 ? -1 : 1) * view.listHeight
      guard sheet.isReading else { return sheet.move(by: page) }
      sheet.scroll = min(max(0, min(sheet.scroll, view.lastScroll) + page), view.lastScroll)
    }
  }

  /// The module that the selected warning is about, if it has a row.
  var warnedModule: ModuleID? {
    warningSheet?.selected?.entry.moduleID.flatMap { application.modules[$0]?.id }
  }

  /// The dispatch that the selected warning is about, if pane 2 can show it.
  var warnedDispatch: UInt64? {
    warningSheet?.selected?.entry.dispatch.flatMap { application.history.place(of: $0) == nil ? nil : $0 }
  }

  mutating func leaveWarningsForModule() {
    selectedModule = warnedModule ?? selectedModule
    overlay = nil
    focus = .order
  }

  mutating func leaveWarningsForDispatch() {
    guard let dispatch = warnedDispatch else { return }
    let module = warnedModule
    overlay = nil
    focus = .timings
    show(dispatch: dispatch)
    selectedModule = module ?? selectedModule
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
