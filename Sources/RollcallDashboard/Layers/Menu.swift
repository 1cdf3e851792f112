#if CommandLine
import RollcallTerminalUI
import RollcallTextFormatting

/// A layer with a box of choices, and notes below them.
protocol MenuLayer: Layer {
  var selection: Int { get set }
  func menu(in state: DashboardState) -> Menu
}

extension MenuLayer {
  static var place: LayerPlace { .over }

  func list(in state: DashboardState) -> ListView? { menu(in: state).list(on: state.size, selection) }

  func select(_ row: Int, in state: inout DashboardState) -> [Effect] {
    state[Self.self]?.selection = row
    return []
  }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    let menu = menu(in: state)
    let notes = menu.notes.isEmpty ? [] : [""] + menu.notes
    canvas.box(menu.title, menu.frame(on: state.size), menu.choices.map { _ in "" } + notes) { _ in Style.label }
    menu.list(on: state.size, selection).draw(on: &canvas)
  }
}

/// What a menu shows.
struct Menu {
  let title: String
  /// The names of the choices, and their descriptions.
  let choices: [(name: String, text: String)]
  let notes: [String]

  fileprivate func frame(on screen: Size) -> Rect {
    let name = choices.map(\.name.columnWidth).max() ?? 0
    let lines = choices.map { name + 4 + $0.text.columnWidth } + notes.map(\.columnWidth)
    let width = min(screen.width - 4, (lines.max() ?? 0) + 4)
    let height = choices.count + (notes.isEmpty ? 0 : notes.count + 1) + 2
    return Rect(x: (screen.width - width) / 2, y: max(2, (screen.height - height) / 2), width: width, height: height)
  }

  fileprivate func list(on screen: Size, _ selection: Int) -> ListView {
    let (inside, choices) = (frame(on: screen).inset(by: 1), choices)
    let columns = [Table.Column(width: 0...inside.width), Table.Column(width: 0...Int.max, gap: 2)]
    let table = Table(columns: columns, count: choices.count) { place in
      .cells([Table.Cell(choices[place].name), Table.Cell(choices[place].text)])
    }
    let area = Rect(x: inside.x + 1, y: inside.y, width: inside.width - 2, height: min(inside.height, choices.count))
    return ListView(table: table, area: area, selection: selection)
  }
}
#endif
