#if CommandLine
import RollcallTerminalUI
import RollcallTextFormatting

/// The filter of the focused pane while the user types it.
struct FilterPrompt: Layer {
  static let place = LayerPlace.over
  static let commands = [
    UserCommand("Enter", bar: { _ in ("keep", 1) }, view: { state, _ in state.close() }),
    UserCommand(
      also: UserCommand.arrowKeys + [.home, .end], as: .arrows, bar: { _ in ("row", 3) },
      view: { state, key in state.move(key) }),
    .clear(2), .closeEmpty,
    UserCommand(
      "Esc", bar: { _ in ("show all", 0) },
      view: { state, _ in
        state.close()
        state.setFilter("")
      }),
  ]

  var query: EditedText
  var edited: EditedText? { query }

  func take(_ text: EditedText, in state: inout DashboardState) -> [Effect] {
    let query = text.cut(toScalars: RowFilter.mostScalars)
    state[Self.self] = FilterPrompt(query: query)
    if query.text != self.query.text { state.setFilter(query.text) }
    return []
  }

  func move(_ key: Key, in state: inout DashboardState) -> [Effect] {
    state.move(key)
    return []
  }

  func click(at point: Point, isDouble: Bool, in state: inout DashboardState) -> [Effect] {
    state.clickInPanes(at: point, isDouble: isDouble)
    return []
  }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    let rows = state.rows(of: state.focus)
    let (noun, scope) = (type(of: rows).noun, type(of: rows).scope)
    let (fitting, count) = rows.counts(in: state)
    let all = Phrases.count(count, noun)
    canvas.prompt(
      query, hint: "words in \(scope)", count: state.filterQuery.isEmpty ? all : "\(Phrases.number(fitting)) of \(all)")
  }
}
#endif
