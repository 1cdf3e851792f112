#if CommandLine
import Launches
import ModuleLifecycle
import OrderedCollections
import TerminalUI

/// The choice of the modules' order.
struct SortMenu: MenuLayer {
  static let commands = [
    UserCommand(
      "Enter", bar: { _ in ("sort", 1) },
      view: { state, _ in
        guard let menu = state[SortMenu.self] else { return }
        state.close()
        state.sort(by: menu.keys[menu.selection], reversed: menu.isReversed)
      }),
    .moving("choose", 2),
    UserCommand(
      also: [.character("s")],
      view: { state, _ in
        state[SortMenu.self].map { state[SortMenu.self]?.selection = ($0.selection + 1) % $0.keys.count }
      }),
    UserCommand(
      "r", also: [.character(" ")], bar: { _ in ("reverse", 3) },
      view: { state, _ in state[SortMenu.self]?.isReversed.toggle() }),
    .close("close", 0),
  ]

  let keys: [SortKey]
  var selection: Int
  var isReversed: Bool

  init(_ keys: [SortKey], current: RowOrder?) {
    self.keys = keys
    selection = keys.firstIndex(of: current?.key ?? .order) ?? 0
    isReversed = current?.isReversed ?? false
  }

  func menu(in state: DashboardState) -> Menu {
    let choices = keys.map { key in
      let words = key.words(source: state.source(of: key))
      return (key.word, "\(words.what), \(isReversed ? words.last : words.first) first")
    }
    return Menu(
      title: "Sort modules by", choices: choices,
      notes: ["The call order does not change. Rows do not move by themselves."])
  }
}

extension DashboardState {
  /// Sorts the rows by the current values.
  fileprivate mutating func sort(by key: SortKey, reversed: Bool) {
    arrange(by: key, reversed: reversed)
    headline = .looked(sortedSentence, hint: rowOrder == nil ? "" : "s sort  g first")
  }

  /// Sorts the rows without a headline.
  mutating func arrange(by key: SortKey, reversed: Bool) {
    wantedSort = nil
    let order = RowOrder.Kind(key: key, source: source(of: key), isReversed: reversed)
    switch key {
    case .order:
      rowOrder = reversed ? RowOrder(order, application.modules) { UInt64.max - UInt64(clamping: $0.order) } : nil
    case .own: rowOrder = shownDispatch.map { orderByOwnTime(in: $0, order) }
    case .statistic(let column):
      refreshStatistics()
      guard let dispatch = shownDispatch,
        let statistics = statistics
          ?? EventStatistics(of: dispatch.event, in: application.history, latest: settings.window)
      else { return }
      rowOrder = RowOrder(order, application.modules) { row in statistics[row.id].flatMap { column.value(of: $0) } }
    case .owned:
      rowOrder = RowOrder(order, application.modules) { row in
        application.owner(of: row).map { UInt64($0.live.count) }
      }
    case .name:
      let names = Set(application.modules.rows.map { $0.name.lowercased() }).sorted(by: >)
      let ranks = Dictionary(uniqueKeysWithValues: zip(names, UInt64(0)...))
      rowOrder = RowOrder(order, application.modules) { ranks[$0.name.lowercased()] }
    }
  }

  private func orderByOwnTime(in dispatch: DispatchEntry, _ order: RowOrder.Kind) -> RowOrder {
    let (rows, times) = (moduleRows, dispatch.ownTimes)
    return RowOrder(order, application.modules) { row in
      rows.spanIndex(of: row.id).flatMap { dispatch.handlers[$0].outcome == .skipped ? nil : times[$0] }
    }
  }

  /// Where the values are from: `in #117`, `of openURL`.
  fileprivate func source(of key: SortKey) -> String {
    switch key {
    case .own: shownDispatch.map { "in #\($0.id)" } ?? ""
    case .statistic: shownDispatch.map { "of \($0.event)" } ?? ""
    case .order, .owned, .name: ""
    }
  }

  private var sortedSentence: String {
    guard let rowOrder else { return "The modules are in call order." }
    let words = rowOrder.key.words(source: rowOrder.source)
    return "Sorted by \(words.what), \(rowOrder.isReversed ? words.last : words.first) first."
  }
}

extension SortKey {
  /// What the key sorts by, and what comes first in normal and in reversed order.
  fileprivate func words(source: String) -> (what: String, first: String, last: String) {
    switch self {
    case .order: ("call order", "first called", "last called")
    case .own: ("own time \(source)", "longest", "shortest")
    case .statistic(let column): ("\(column.title) \(source)", "greatest", "least")
    case .owned: ("owned objects", "most", "fewest")
    case .name: ("name", "A", "Z")
    }
  }
}
#endif
