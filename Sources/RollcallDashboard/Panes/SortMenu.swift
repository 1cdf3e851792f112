#if CommandLine
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI

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
    let choices = keys.map { ($0.word, $0.words(source: state.source(of: $0), isReversed: isReversed)) }
    return Menu(
      title: "Sort modules by", choices: choices,
      notes: ["The call order does not change. Rows do not move by themselves."])
  }
}

extension DashboardState {
  /// Sorts the rows by the current values.
  fileprivate mutating func sort(by key: SortKey, reversed: Bool) {
    arrange(by: key, reversed: reversed)
    let words = rowOrder.map { "Sorted by \($0.key.words(source: $0.source, isReversed: $0.isReversed))." }
    headline = .looked(words ?? "The modules are in call order.", hint: words == nil ? "" : "s sort  g first")
  }
}

#endif
