#if CommandLine
import EventArguments
import Inspection
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

/// The palette over the panes: the text and, below it, the matching items with descriptions and keys.
struct PaletteView {
  let state: DashboardState

  private var frame: Rect {
    let (width, whole) = (min(state.size.width - 4, 90), Layout(for: state).frame)
    return Rect(x: (state.size.width - width) / 2, y: whole.y + 1, width: width, height: min(whole.height - 2, 20))
  }

  var list: ListView {
    let inside = frame.inset(by: 1).inset(top: 1)
    let items = state.palette?.items ?? []
    let columns = [
      Table.Column(width: 0...(inside.width / 2)), Table.Column(width: 0...Int.max, gap: 2),
      Table.Column(width: 0...inside.width, alignment: .trailing, gap: 2),
    ]
    let table = Table(columns: columns, count: items.count) { place in
      let (text, key, isProblem) = words(for: items[place])
      return .cells([
        Table.Cell(name(of: items[place]), isProblem ? .dim : .plain),
        Table.Cell(text, isProblem ? Style.caution : Style.label), Table.Cell(key, Style.key),
      ])
    }
    let area = Rect(x: inside.x + 1, y: inside.y, width: inside.width - 2, height: inside.height)
    return ListView(table: table, area: area, selection: state.palette?.selection ?? 0)
  }

  func draw(on canvas: inout Canvas) {
    guard let palette = state.palette else { return }
    let (frame, list) = (frame, list)
    canvas.fill(frame)
    canvas.panel("Commands, events, modules", frame)
    canvas.write(":", x: frame.x + 2, y: frame.y + 1, style: Style.key)
    InputField(text: palette.text, isFocused: true, placeholder: "part of a name; after an event's name, its arguments")
      .draw(on: &canvas, x: frame.x + 4, y: frame.y + 1, width: frame.width - 6)
    list.draw(on: &canvas)
    if palette.items.isEmpty { canvas.paragraph("Nothing matches.", in: frame.inset(by: 1).inset(top: 1)) }
    if palette.items.count > list.height {
      let count = " \(Phrases.number(palette.selection + 1)) of \(Phrases.number(palette.items.count)) "
      canvas.write(count, endingAt: frame.maxX - 2, y: frame.maxY - 1)
    }
  }

  func name(of item: CommandPalette.Item) -> String {
    switch item {
    case .command(let place, let key): UserCommand.table[place].names[key]
    case .event(let name): name
    case .module(let id): state.application.modules[id]?.name ?? ""
    }
  }

  /// An item's description, or why it is unavailable, and its key.
  private func words(for item: CommandPalette.Item) -> (text: String, key: String, isProblem: Bool) {
    switch item {
    case .command(let place, let key):
      let command = UserCommand.table[place]
      let problem = command.problem(state)
      return (
        problem ?? command.help.first ?? "", command.keyName(key),
        problem != nil
      )
    case .event(let name):
      let event = state.application.source.events.first { $0.name == name }
      let arguments = event?.arguments.map { "\($0.name)=\($0.exampleText)" }.joined(separator: " ") ?? ""
      return ("event\(arguments.isEmpty ? "" : ": ")\(arguments)", "", false)
    case .module(let id):
      return (
        state.application.modules[id].map { "module, \(state.application.modules.place(of: $0))" } ?? "", "", false
      )
    }
  }
}
#endif
