#if CommandLine
import ModuleLifecycle
import OrderedCollections

/// By what the rows of panes 1 and 2 can be sorted.
enum SortKey: Sendable, Equatable {
  /// The order of the calls.
  case order
  /// A module's own time in the dispatch that is shown.
  case own
  /// A column of the statistics.
  case statistic(StatisticsColumn)
  /// How many objects a module owns.
  case owned
  case name

  /// In a word.
  var word: String {
    switch self {
    case .order: "order"
    case .own: "self"
    case .statistic(let column): column.title
    case .owned: "owned"
    case .name: "name"
    }
  }
}

/// The order of the modules' rows as it was when somebody asked for it; rows do not move by themselves.
struct RowOrder: Sendable, Equatable {
  let key: SortKey
  /// What the values were those of: `in #117`, `of openURL`; empty where they had no other place.
  let source: String
  private let ids: [ModuleID]

  /// Sorts the modules by a value, the greatest first, those of a nested composite within it; a composite stands where
  /// the first of its modules would. Modules without a value come last, and equal ones stay in the order of the calls.
  init(_ key: SortKey, source: String, _ list: ModuleList, by value: (ModuleList.Row) -> UInt64?) {
    self.key = key
    self.source = source
    ids = Self.ranked(list, countsInner: true, by: value)
  }

  /// Sorts the modules by name, A first, whatever the case.
  init(byName list: ModuleList) {
    key = .name
    source = ""
    let names = Set(list.rows.map { $0.name.lowercased() }).sorted(by: >)
    let ranks = Dictionary(uniqueKeysWithValues: zip(names, UInt64(0)...))
    ids = Self.ranked(list, countsInner: false) { ranks[$0.name.lowercased()] }
  }

  /// Sorts the modules of each composite, the greatest value first.
  ///
  /// - Parameter countsInner: Whether a composite has the greatest value of its own and those of its modules.
  private static func ranked(
    _ list: ModuleList, countsInner: Bool, by value: (ModuleList.Row) -> UInt64?
  ) -> [ModuleID] {
    typealias Node = (index: Int, value: UInt64?, ids: [ModuleID])
    let byParent = Dictionary(grouping: 0..<list.count) { index in
      list[index].parent.flatMap { list[$0] == nil ? nil : $0 }
    }
    func sorted(_ parent: ModuleID?) -> [Node] {
      let nodes = (byParent[parent] ?? []).map { index -> Node in
        let (row, inner) = (list[index], sorted(list[index].id))
        let values = [value(row)] + (countsInner ? inner.map(\.value) : [])
        return (index, values.compactMap(\.self).max(), [row.id] + inner.flatMap(\.ids))
      }
      return nodes.sorted { left, right in
        if left.value == right.value { return left.index < right.index }
        return left.value.map { $0 >= right.value ?? 0 } ?? false
      }
    }
    return sorted(nil).flatMap(\.ids)
  }

  /// The modules' places in the list, in this order. One that is new since comes after its neighbour in the list.
  func indices(in list: ModuleList) -> [Int] {
    let known = Set(ids)
    var followers: [Int: [Int]] = [:]
    var anchor = -1
    for index in 0..<list.count {
      if known.contains(list[index].id) { anchor = index } else { followers[anchor, default: []].append(index) }
    }
    var indices = followers[-1] ?? []
    indices.reserveCapacity(list.count)
    for id in ids {
      guard let index = list.index(of: id) else { continue }
      indices.append(index)
      if let new = followers[index] { indices += new }
    }
    return indices
  }
}

/// The order of the rows of panes 1 and 2.
extension DashboardState {
  /// By what the rows can be sorted here and now, in the order in which one key goes through it.
  var sortKeys: [SortKey] {
    var keys: [SortKey] = [.order]
    if shownDispatch != nil {
      let columns = StatisticsColumn.placed(
        in: TimingsPane.statisticsArea(Layout(for: self)), showingKinds: showsKindsInStatistics
      ).map(\.column)
      keys += showsStatistics ? columns.filter(\.isSortable).map(SortKey.statistic) : [.own]
    }
    return keys + [.owned, .name]
  }

  mutating func sortByNext() {
    let keys = sortKeys
    let current = rowOrder?.key ?? .order
    let next = keys.firstIndex(of: current).map { ($0 + 1) % keys.count } ?? 0
    sort(by: keys[next])
  }

  mutating func sortAgain() {
    guard let rowOrder else {
      headline = .looked("The modules stand in the order of the calls.", hint: "s sort")
      return
    }
    sort(by: rowOrder.key)
  }

  private mutating func sort(by key: SortKey) {
    switch key {
    case .order: rowOrder = nil
    case .own: sortByOwnTime()
    case .statistic(let column): sort(by: column)
    case .owned:
      rowOrder = RowOrder(key, source: "", application.modules) { row in
        application.ownership.owners[row.owner].map { UInt64($0.live.count) }
      }
    case .name: rowOrder = RowOrder(byName: application.modules)
    }
    headline = .looked(sortedSentence, hint: rowOrder == nil ? "" : "s next  S again  g first")
  }

  private mutating func sortByOwnTime() {
    guard let dispatch = shownDispatch else { return }
    let (rows, times) = (moduleRows, dispatch.ownTimes)
    rowOrder = RowOrder(.own, source: "in #\(dispatch.id)", application.modules) { row in
      rows.spanIndex(of: row.id).flatMap { dispatch.handlers[$0].outcome == .skipped ? nil : times[$0] }
    }
  }

  private mutating func sort(by column: StatisticsColumn) {
    refreshStatistics()
    guard let dispatch = shownDispatch,
      let statistics = statistics ?? EventStatistics(of: dispatch.event, in: application.history)
    else { return }
    rowOrder = RowOrder(.statistic(column), source: "of \(dispatch.event)", application.modules) { row in
      statistics[row.id].flatMap { column.value(of: $0) }
    }
  }

  private var sortedSentence: String {
    guard let rowOrder else { return "The modules stand in the order of the calls." }
    switch rowOrder.key {
    case .order, .name: return "Sorted by name; the calls keep their order."
    case .owned: return "Sorted by the objects that they own, most first."
    case .own: return "Sorted by their own time \(rowOrder.source), longest first."
    case .statistic(let column): return "Sorted by \(column.title) \(rowOrder.source), greatest first."
    }
  }
}
#endif
