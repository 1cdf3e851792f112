#if CommandLine
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI

/// What the rows of panes 1 and 2 can be sorted by.
struct SortKey: Sendable, Equatable {
  /// A value of each module. The greatest comes first.
  typealias Value = (ModuleList.Row) -> UInt64?

  /// The key in the menu, the title and the settings.
  let word: String
  /// What it sorts by.
  let what: String
  /// What comes first in normal and in reversed order.
  let ends: (first: String, last: String)
  /// Where the values of a dispatch are from, such as `in #117`; `nil` if they are not from an event.
  var source: (@Sendable (DispatchEntry) -> String)?
  /// Returns the modules' values now; `nil` if there are none.
  let values: @Sendable (DashboardState) -> Value?

  static func == (one: SortKey, other: SortKey) -> Bool { one.word == other.word }

  static let order = SortKey(word: "order", what: "call order", ends: ("first called", "last called")) { _ in
    { UInt64.max - UInt64(clamping: $0.order) }
  }

  /// A module's own time in the shown dispatch.
  static let own = SortKey(
    word: "self", what: "own time", ends: ("longest", "shortest"), source: { "in #\($0.id)" },
    values: { state in
      guard let dispatch = state.shownDispatch else { return nil }
      let (rows, times) = (state.moduleRows, dispatch.ownTimes)
      return { row in
        rows.spanIndex(of: row.id).flatMap { dispatch.handlers[$0].wasCalled ? times[$0] : nil }
      }
    })

  /// The number of objects that a module owns.
  static let owned = SortKey(word: "owned", what: "owned objects", ends: ("most", "fewest")) { state in
    { row in state.application.owner(of: row).map { UInt64($0.live.count) } }
  }

  static let name = SortKey(word: "name", what: "name", ends: ("A", "Z")) { state in
    let names = Set(state.application.modules.rows.map { $0.name.lowercased() }).sorted(by: >)
    let ranks = Dictionary(uniqueKeysWithValues: zip(names, UInt64(0)...))
    return { ranks[$0.name.lowercased()] }
  }

  /// A column of the statistics.
  static func statistic(_ column: StatisticsColumn) -> SortKey {
    SortKey(
      word: column.title, what: column.title, ends: ("greatest", "least"), source: { "of \($0.event)" },
      values: { state in
        let statistics = state.shownDispatch.flatMap {
          EventStatistics(of: $0.event, in: state.application.history, latest: state.settings.window)
        }
        return statistics.map { statistics in { row in statistics[row.id].flatMap { column.value(of: $0) } } }
      })
  }

  static let all: [SortKey] =
    [.order, .own, .owned, .name] + StatisticsColumn.allCases.filter(\.isSortable).map(SortKey.statistic)

  /// What it sorts by, and what comes first: `own time in #117, longest first`.
  func words(source: String, isReversed: Bool) -> String {
    "\(what)\(source.isEmpty ? "" : " \(source)"), \(isReversed ? ends.last : ends.first) first"
  }
}

/// The order of the modules' rows at the time the user sorted them. Rows do not move by themselves.
struct RowOrder: Sendable, Equatable {
  let key: SortKey
  /// Where the values are from: `in #117`, `of openURL`. Empty if they are not from an event.
  let source: String
  let isReversed: Bool
  private var ids: [ModuleID] = []

  /// Sorts the modules by a value, greatest first, or least first when reversed. The modules of a nested composite stay
  /// together, at the position of the first of them. Modules without a value come last; equal ones stay in call order.
  init(_ list: ModuleList, by key: SortKey, from source: String, isReversed: Bool, _ value: SortKey.Value) {
    (self.key, self.source, self.isReversed) = (key, source, isReversed)
    ids = ranked(list, by: value)
  }

  /// Sorts the modules of each composite. The values of a composite's modules count as the composite's too.
  private func ranked(_ list: ModuleList, by value: SortKey.Value) -> [ModuleID] {
    let countsInner = key != .name && key != .order
    func isBefore(_ left: UInt64, _ right: UInt64) -> Bool { isReversed ? left < right : left > right }
    typealias Node = (index: Int, value: UInt64?, ids: [ModuleID])
    let byParent = Dictionary(grouping: 0..<list.count) { index in
      list[index].parent.flatMap { list[$0] == nil ? nil : $0 }
    }
    func sorted(_ parent: ModuleID?) -> [Node] {
      let nodes = (byParent[parent] ?? []).map { index -> Node in
        let (row, inner) = (list[index], sorted(list[index].id))
        let values = [value(row)] + (countsInner ? inner.map(\.value) : [])
        return (index, values.compactMap(\.self).min(by: isBefore), [row.id] + inner.flatMap(\.ids))
      }
      return nodes.sorted { left, right in
        if left.value == right.value { return left.index < right.index }
        guard let one = left.value, let other = right.value else { return left.value != nil }
        return isBefore(one, other)
      }
    }
    return sorted(nil).flatMap(\.ids)
  }

  /// The modules' indices in the list, in this order. A newer module follows its predecessor in the list.
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

/// The row order of panes 1 and 2.
extension DashboardState {
  /// The keys that the rows can be sorted by now, in menu order.
  var sortKeys: [SortKey] {
    var keys: [SortKey] = [.order]
    if shownDispatch != nil {
      let width = Layout(for: self).inside(.timings).width
      let columns = StatisticsTable(state: self, names: []).columns(in: width).filter(\.isSortable)
      keys += showsStatistics ? columns.map(SortKey.statistic) : [.own]
    }
    return keys + [.owned, .name]
  }

  /// Applies the sort key from the settings, once there are modules and, for times, an event.
  mutating func sortAsWanted() {
    guard let wantedSort, application.modules.count > 0, wantedSort.source == nil || shownDispatch != nil else {
      return
    }
    arrange(by: wantedSort, reversed: false)
    refreshRows()
  }

  /// Sorts the rows by the current values, without a headline.
  mutating func arrange(by key: SortKey, reversed: Bool) {
    wantedSort = nil
    guard let values = key.values(self) else { return }
    rowOrder =
      key == .order && !reversed
      ? nil : RowOrder(application.modules, by: key, from: source(of: key), isReversed: reversed, values)
  }

  /// Where the values of a key are from now: `in #117`, `of openURL`.
  func source(of key: SortKey) -> String { shownDispatch.flatMap { key.source?($0) } ?? "" }
}
#endif
