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

  private var list: Rect { frame.inset(by: 1).inset(top: 1) }
  var listHeight: Int { max(1, list.height) }

  private var firstRow: Int {
    guard let palette = state.palette else { return 0 }
    return firstInSight(around: palette.selection, of: palette.items.count, rows: listHeight)
  }

  func draw(on canvas: inout Canvas) {
    guard let palette = state.palette else { return }
    let (frame, list) = (frame, list)
    canvas.fill(frame)
    canvas.panel("Commands, events, modules", frame)
    canvas.write(":", x: frame.x + 2, y: frame.y + 1, style: Palette.key)
    InputField(text: palette.text, isFocused: true, placeholder: "part of a name; after an event's name, its arguments")
      .draw(on: &canvas, x: frame.x + 4, y: frame.y + 1, width: frame.width - 6)
    if palette.items.isEmpty { canvas.paragraph("Nothing matches.", in: list) }
    let rows = palette.items.dropFirst(firstRow).prefix(listHeight)
    let width = min(list.width / 2, rows.reduce(0) { max($0, name(of: $1).columnWidth) })
    for (offset, item) in rows.enumerated() {
      draw(item, isSelected: firstRow + offset == palette.selection, nameWidth: width, on: &canvas, y: list.y + offset)
    }
    if palette.items.count > listHeight {
      let count = " \(Phrases.number(palette.selection + 1)) of \(Phrases.number(palette.items.count)) "
      canvas.write(count, endingAt: frame.maxX - 2, y: frame.maxY - 1)
    }
  }

  private func draw(
    _ item: CommandPalette.Item, isSelected: Bool, nameWidth: Int, on canvas: inout Canvas, y: Int
  ) {
    let (text, end, problem) = words(for: item)
    if isSelected { canvas.mark(x: list.x + 1, y: y) }
    let nameStyle = problem ? Style.dim : isSelected ? .bold : .plain
    canvas.write(name(of: item), x: list.x + 3, y: y, style: nameStyle, maxColumns: nameWidth)
    let x = list.x + 5 + nameWidth
    canvas.write(
      text, x: x, y: y, style: problem ? Palette.caution : Palette.label,
      maxColumns: max(0, list.maxX - x - end.columnWidth - 2))
    canvas.write(end, endingAt: list.maxX - 1, y: y, style: Palette.key)
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

  /// The index of the item at a point.
  func item(at point: Point) -> Int? {
    let place = firstRow + point.y - list.y
    return list.contains(point) && place < state.palette?.items.count ?? 0 ? place : nil
  }
}
#endif
