#if CommandLine
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallTextFormatting

/// The fired events below the panes, last used first, if the screen has room for them.
struct FireList {
  let state: DashboardState

  func draw(on canvas: inout Canvas, in area: Rect) {
    var rest = area
    if state.mayFire || state.playback != nil {
      let used = canvas.write("f", x: area.x + 1, y: area.y, style: Style.key)
      let text = state.mayFire ? "choose an event" : "go to an event"
      canvas.write(text + canvas.glyphs.ellipsis, x: area.x + 2 + used, y: area.y, maxColumns: area.width - 3 - used)
      rest = area.inset(top: 1)
    }
    let rows = rows
    if rows.isEmpty {
      let text = state.mayFire ? "Nothing has been fired yet." : "No event has come yet."
      canvas.paragraph(text, in: rest.inset(leading: 2))
    }
    let columns = [
      Table.Column(width: 1...1, gap: 0), Table.Column(width: 0...Int.max),
      Table.Column(width: 5...12, alignment: .trailing), Table.Column(width: 7...8, alignment: .trailing),
    ]
    let table = Table(columns: columns, count: rows.count) { .cells(rows[$0]) }
    ListView(table: table, area: rest, selection: 0, emphasis: .none).draw(on: &canvas)
  }

  /// The event that `F` fires again or goes to, then all that were fired, with the number of times and the last time.
  private var rows: [[Table.Cell]] {
    let fired = state.application.history.firings.elements.reversed().map { event, firing in
      [
        Table.Cell(""), Table.Cell(DispatchEntry.title(event: event, arguments: firing.arguments)),
        Table.Cell("\(Phrases.number(firing.count))\u{00D7}", Style.label),
        Table.Cell(Phrases.duration(firing.lastNanoseconds)),
      ]
    }
    return [again].compactMap(\.self) + fired
  }

  private var again: [Table.Cell]? {
    if state.playback != nil {
      return state.soughtEvent.map {
        [Table.Cell("F", Style.key), Table.Cell($0), Table.Cell(""), Table.Cell("next", Style.label)]
      }
    }
    guard let (event, arguments, times) = state.lastFired?.firing else { return nil }
    // A second firing during a repeated one is refused.
    return [
      Table.Cell(state.isRepeating ? "" : "F", Style.key),
      Table.Cell(DispatchEntry.title(event: event, arguments: arguments)),
      Table.Cell(times == 1 ? "" : "\(Phrases.number(times))\u{00D7}", Style.label),
      Table.Cell(state.isRepeating ? "" : "again", Style.label),
    ]
  }
}
#endif
