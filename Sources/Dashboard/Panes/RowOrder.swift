#if CommandLine
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// What the rows of panes 1 and 2 can be sorted by.
enum SortKey: Sendable, Equatable {
  case order
  /// A module's own time in the shown dispatch.
  case own
  /// A column of the statistics.
  case statistic(StatisticsColumn)
  /// The number of objects that a module owns.
  case owned
  case name

  static let all: [SortKey] =
    [.order, .own, .owned, .name] + StatisticsColumn.allCases.filter(\.isSortable).map(SortKey.statistic)

  /// Whether the key needs an event to have been dispatched.
  var needsTimes: Bool {
    switch self {
    case .order, .owned, .name: false
    case .own, .statistic: true
    }
  }

  /// The key as a word.
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

/// The order of the modules' rows at the time the user sorted them. Rows do not move by themselves.
struct RowOrder: Sendable, Equatable {
  struct Kind: Sendable, Equatable {
    let key: SortKey
    /// Where the values are from: `in #117`, `of openURL`. Empty if they are not from an event.
    let source: String
    let isReversed: Bool
  }

  private let kind: Kind
  private let ids: [ModuleID]

  var key: SortKey { kind.key }
  var source: String { kind.source }
  var isReversed: Bool { kind.isReversed }

  /// Sorts the modules by a value, greatest first, or least first when reversed. The modules of a nested composite stay
  /// together, at the position of the first of them. Modules without a value come last; equal ones stay in call order.
  init(_ kind: Kind, _ list: ModuleList, by value: (ModuleList.Row) -> UInt64?) {
    self.kind = kind
    ids = Self.ranked(list, kind, by: value)
  }

  /// Sorts the modules of each composite. The values of a composite's modules count as the composite's too.
  private static func ranked(
    _ list: ModuleList, _ kind: Kind, by value: (ModuleList.Row) -> UInt64?
  ) -> [ModuleID] {
    let countsInner = kind.key != .name && kind.key != .order
    func isBefore(_ left: UInt64, _ right: UInt64) -> Bool { kind.isReversed ? left < right : left > right }
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
    guard let wantedSort, application.modules.count > 0, !wantedSort.needsTimes || shownDispatch != nil else { return }
    arrange(by: wantedSort, reversed: false)
    refreshRows()
  }
}
#endif
