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

  /// All of them.
  static let all: [SortKey] =
    [.order, .own, .owned, .name] + StatisticsColumn.allCases.filter(\.isSortable).map(SortKey.statistic)

  /// Whether there is nothing to sort by before the first event.
  var needsTimes: Bool {
    switch self {
    case .order, .owned, .name: false
    case .own, .statistic: true
    }
  }

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

/// The order of the modules' rows as it was when the user asked for it; rows do not move by themselves.
struct RowOrder: Sendable, Equatable {
  struct Kind: Sendable, Equatable {
    let key: SortKey
    /// What the values were those of: `in #117`, `of openURL`; empty where they had no other place.
    let source: String
    let isReversed: Bool
  }

  private let kind: Kind
  private let ids: [ModuleID]

  var key: SortKey { kind.key }
  var source: String { kind.source }
  var isReversed: Bool { kind.isReversed }

  /// Sorts the modules by a value, the greatest first, or last when reversed. Those of a nested composite stay within it,
  /// and it stands where the first of its modules would. Modules without a value come last, and equal ones stay in the
  /// order of the calls.
  init(_ kind: Kind, _ list: ModuleList, by value: (ModuleList.Row) -> UInt64?) {
    self.kind = kind
    ids = Self.ranked(list, kind, by: value)
  }

  /// Sorts the modules of each composite. What a composite's modules took, or own, counts as its own.
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
      let columns = statisticsColumns(in: TimingsPane.statisticsArea(Layout(for: self))).map(\.column)
      keys += showsStatistics ? columns.filter(\.isSortable).map(SortKey.statistic) : [.own]
    }
    return keys + [.owned, .name]
  }

  /// Sorts by what the settings want at the start, as soon as there are modules and, for times, an event.
  mutating func sortAsWanted() {
    guard let wantedSort, application.modules.count > 0, !wantedSort.needsTimes || shownDispatch != nil else { return }
    arrange(by: wantedSort, reversed: false)
    refreshRows()
  }
}
#endif
