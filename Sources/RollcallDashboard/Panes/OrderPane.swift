#if CommandLine
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallTextFormatting

/// Pane 1: the modules in call order, what each handles and owns.
struct OrderPane: ModulePane {
  let state: DashboardState
  let width: Int
  /// The marker comes before the numbers.
  let margin = 0

  func emphasis(isFocused: Bool) -> ListView.Emphasis { state.focus.listsModules ? .head(column: 1) : .marker }

  static func shortTitle(for state: DashboardState) -> String { "1 Order" }

  /// The title. It names the sort key, unless the modules are in call order.
  static func title(for state: DashboardState, room: Int) -> String {
    guard let order = state.rowOrder else { return "1 Order" }
    let short = "1 Order by \(order.key.word)"
    let long = order.source.isEmpty ? short : "\(short) \(order.source)"
    return long.columnWidth <= room ? long : short
  }

  /// The columns for numbers, and for the marker before them.
  private var numbers: Int { max(2, String(state.application.modules.count).utf8.count) + 1 }

  var table: Table {
    let (rows, modules) = (state.moduleRows, state.application.modules)
    var table = Table(
      columns: [
        Table.Column(title: "#", width: numbers...numbers, alignment: .trailing, gap: 0),
        Table.Column(title: "module", width: 8...Int.max),
        Table.Column(title: "event names", width: 24...48, rank: 2, spoken: ""),
        Table.Column(title: "events", width: 6...6, alignment: .trailing, rank: 1, spoken: "events"),
        Table.Column(title: "owns", width: 4...9, alignment: .trailing, spoken: "owns"),
      ], count: rows.lineCount
    ) { line in
      let line = rows[line]
      return .cells(
        line.row == nil
          ? cells(of: modules[line.module], depth: line.depth) : [.empty, line.cell(in: modules)])
    }
    table.emptyText = emptyText
    table.saysPlace = true
    let owned = state.application.ownership.liveCount
    table.foot = [
      .empty, Table.Cell(parts: ["\(Phrases.number(modules.counts.present)) present"], Style.label), .empty, .empty,
      Table.Cell(owned > 0 ? Phrases.number(owned) : "", Style.label, spoken: ""),
    ]
    return table
  }

  var emptyText: String { state.noMatch(in: .order) ?? "No modules are registered." }

  private func cells(of row: ModuleList.Row, depth: Int) -> [Table.Cell] {
    let (modules, owner) = (state.application.modules, state.application.owner(of: row))
    let (owned, handled) = (owner?.live.count ?? 0, modules.handledEvents(of: row))
    let style: Style = row.isPresent && row.isOn ? .plain : .dim
    let note =
      row.isRemoved
      ? owner?.isOverdue == true ? "held" : "gone" : row.isOn ? row.isMain ? "main" : row.stage?.word ?? "" : "off"
    let isGood = ["main", ModuleStage.started.word, ModuleStage.ready.word].contains(note)
    return [
      number(of: row, depth: depth, style == .plain ? Style.label : style),
      Table.Cell(
        indentation(depth) + row.name + folded(row), style,
        tail: note.isEmpty ? nil : Table.Text(note, isGood ? Style.accent : Style.caution)),
      Table.Cell(row.handles.joined(separator: ", "), Style.label, spoken: ""),
      Table.Cell(Phrases.number(handled.count), style),
      Table.Cell(owned > 0 ? Phrases.number(owned) : "", style, spoken: owned > 0 ? nil : "nothing"),
    ]
  }

  /// The module's number, with a mark if the event that the user is choosing would call the module.
  private func number(of row: ModuleList.Row, depth: Int, _ style: Style) -> Table.Cell {
    let number = depth > 0 ? "" : "\(row.order)"
    guard let event = state.fireSheet?.chosen, state.application.modules.calls(row, with: event.name) else {
      return Table.Cell(number, style)
    }
    var cell = Table.Cell("+", Style.accent.bold)
    cell.texts.append(Table.Text(number.trailing(numbers - 1), style))
    return cell
  }

  /// For a folded composite, the number of hidden rows.
  private func folded(_ row: ModuleList.Row) -> String {
    guard state.foldedComposites.contains(row.id), state.lists[.order].filter == nil else { return "" }
    return " +\(Phrases.number(state.application.modules.count(inside: row.id)))"
  }
}
#endif
