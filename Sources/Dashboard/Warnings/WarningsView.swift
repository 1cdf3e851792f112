#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting
import Recordings

/// The list of warnings over the panes, by kind, newest first. The selected warning's detail is below the list or, on a
/// low screen, in its place.
struct WarningsView {
  let state: DashboardState
  let sheet: WarningSheet
  private let frame: Rect

  init(state: DashboardState, sheet: WarningSheet) {
    self.state = state
    self.sheet = sheet
    frame = Layout(for: state).frame
  }

  /// The frame of the selected warning's text; `nil` if it has none of its own.
  private var textFrame: Rect? {
    guard !sheet.isReading, sheet.selection != nil, frame.height >= 19 else { return nil }
    let height = min(13, frame.height / 2 + 1)
    return Rect(x: frame.x, y: frame.maxY - height, width: frame.width, height: height)
  }

  private var listFrame: Rect {
    guard let textFrame else { return frame }
    return Rect(x: frame.x, y: frame.y, width: frame.width, height: frame.height - textFrame.height + 1)
  }

  /// The line below the list; can be empty.
  private var footer: String {
    let newer = state.application.warnings.count - sheet.log.count
    return [
      newer > 0 ? "\(Phrases.number(newer)) newer: w shows \(newer == 1 ? "it" : "them")" : "",
      Phrases.allowed(by: state.application.warnings),
    ]
    .filter { !$0.isEmpty }.joined(separator: "   ")
  }

  /// The list. While a warning's text fills the frame, it has no area.
  var list: ListView {
    let (inside, rows, clock) = (listFrame.inset(by: 1), sheet.rows, Clock(state))
    let hasModules = inside.width >= 150
    let columns = [
      Table.Column(width: 8...8), Table.Column(width: 5...5, alignment: .trailing),
      Table.Column(width: 18...18, gap: 2),
      Table.Column(width: 0...Int.max, gap: 2),
    ]
    let table = Table(columns: columns.filter { hasModules || $0.width != 18...18 }, count: rows.count) { place in
      switch rows[place] {
      case .heading(let group): .heading(Self.heading(of: group), end: group.kind.rawValue)
      case .item(let item):
        .cells(
          [
            Table.Cell(clock.time(item.entry.atNanoseconds), Style.label),
            Table.Cell(item.entry.dispatch.map { "#\($0)" } ?? "", Style.label),
          ] + (hasModules ? [Table.Cell(item.entry.module ?? "")] : [])
            + [Table.Cell(item.entry.sentence, times: item.count)])
      }
    }
    let area = sheet.isReading ? Rect() : inside.inset(bottom: footer.isEmpty ? 0 : 1)
    return ListView(table: table, area: area, selection: sheet.selectedRow)
  }

  private static func heading(of group: WarningLog.Group) -> String {
    let keptCount = group.items.reduce(0) { $0 + $1.count }
    let kept = keptCount < group.count ? ", the latest \(Phrases.number(keptCount)) kept" : ""
    return "\(group.kind.title.sentenceCase) \u{00B7} \(Phrases.number(group.count))\(kept)"
  }

  /// The greatest scroll position of the text.
  var lastScroll: Int {
    guard sheet.isReading, let detail else { return 0 }
    let area = frame.inset(by: 1)
    return max(0, DetailView(detail: detail).rows(width: area.width).count - area.height)
  }

  private var detail: Detail? { sheet.selected.map { Detail(warning: $0.entry, times: $0.count, state: state) } }

  func draw(on canvas: inout Canvas) {
    if sheet.isReading, let detail {
      return DetailView(detail: detail).drawPanel(on: &canvas, in: frame, scroll: min(sheet.scroll, lastScroll))
    }
    drawList(on: &canvas)
    if let textFrame, let detail { DetailView(detail: detail).drawPanel(on: &canvas, in: textFrame) }
  }

  private func drawList(on canvas: inout Canvas) {
    let log = sheet.log
    let kinds = log.groups.count
    let title =
      log.count == 0 ? "Warnings" : "Warnings \u{00B7} \(Phrases.number(log.count)) of \(Phrases.count(kinds, "kind"))"
    canvas.panel(title, listFrame)
    let area = listFrame.inset(by: 1)
    if sheet.rows.isEmpty {
      // The footer lists the allowed warnings.
      let hasAllowed = state.application.warnings.allowedCount > 0
      let text = hasAllowed ? "There are only allowed warnings." : "There are no warnings."
      canvas.write(text, x: area.x + 1, y: area.y, style: Style.label, maxColumns: area.width - 2)
    }
    list.draw(on: &canvas)
    let text = footer
    guard !text.isEmpty else { return }
    canvas.write(text, x: area.x + 1, y: area.maxY - 1, style: Style.label, maxColumns: area.width - 2)
  }
}
#endif
