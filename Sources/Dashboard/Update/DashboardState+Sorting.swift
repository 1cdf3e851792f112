#if CommandLine
import ModuleLifecycle
import OrderedCollections

/// The order of the rows of panes 1 and 2.
extension DashboardState {
  /// By what the rows can be sorted here and now, in the order in which one key goes through it.
  var sortKeys: [SortKey] {
    var keys: [SortKey] = [.order]
    if shownDispatch != nil {
      let columns = StatisticsColumn.placed(in: TimingsPane.statisticsArea(Layout(for: self))).map(\.column)
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
      rowOrder = RowOrder(key, source: "", roster) { row in
        ownership.owners[row.owner].map { UInt64($0.live.count) }
      }
    case .name: rowOrder = RowOrder(byName: roster)
    }
    headline = .looked(sortedSentence, hint: rowOrder == nil ? "" : "s next  S again  g first")
  }

  private mutating func sortByOwnTime() {
    guard let dispatch = shownDispatch else { return }
    let (rows, times) = (moduleRows, dispatch.ownTimes)
    rowOrder = RowOrder(.own, source: "in #\(dispatch.id)", roster) { row in
      rows.spanIndex(of: row.id).flatMap { dispatch.handlers[$0].outcome == .skipped ? nil : times[$0] }
    }
  }

  private mutating func sort(by column: StatisticsColumn) {
    guard let dispatch = shownDispatch,
      let statistics = statistics ?? EventStatistics(of: dispatch.event, in: history)
    else { return }
    rowOrder = RowOrder(.statistic(column), source: "of \(dispatch.event)", roster) { row in
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
