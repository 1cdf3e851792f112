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

  var listHeight: Int { max(1, listFrame.height - 2 - (footer.isEmpty ? 0 : 1)) }

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
      canvas.write(text, x: area.x + 1, y: area.y, style: Palette.label, maxColumns: area.width - 2)
    }
    for (offset, row) in sheet.rows.dropFirst(firstRow).prefix(listHeight).enumerated() {
      draw(row, on: &canvas, in: area, y: area.y + offset)
    }
    let text = footer
    guard !text.isEmpty else { return }
    canvas.write(text, x: area.x + 1, y: area.maxY - 1, style: Palette.label, maxColumns: area.width - 2)
  }

  /// The first visible row. The selected row is in the middle if possible, usually with its heading visible.
  private var firstRow: Int { firstInSight(around: sheet.selectedRow, of: sheet.rows.count, rows: listHeight) }

  /// The number of the warning at a point.
  func warning(at point: Point) -> Int? {
    let area = listFrame.inset(by: 1)
    let row = firstRow + point.y - area.y
    guard !sheet.isReading, area.contains(point), point.y - area.y < listHeight, sheet.rows.indices.contains(row),
      case .item(let item) = sheet.rows[row]
    else { return nil }
    return item.number
  }

  private func draw(_ row: WarningLog.Row, on canvas: inout Canvas, in area: Rect, y: Int) {
    switch row {
    case .heading(let group):
      let name = group.kind.rawValue
      let keptCount = group.items.reduce(0) { $0 + $1.count }
      let kept = keptCount < group.count ? ", the latest \(Phrases.number(keptCount)) kept" : ""
      let text = "\(group.kind.title.sentenceCase) \u{00B7} \(Phrases.number(group.count))\(kept)"
      let used = canvas.write(text, x: area.x + 1, y: y, style: Palette.caution.bold, maxColumns: area.width - 2)
      guard used + name.columnWidth + 4 <= area.width else { return }
      canvas.write(name, endingAt: area.maxX - 1, y: y)
    case .item(let item): draw(item, on: &canvas, in: area, y: y)
    }
  }

  private func draw(_ item: WarningLog.Item, on canvas: inout Canvas, in area: Rect, y: Int) {
    let (entry, isSelected) = (item.entry, item.number == sheet.selection)
    if isSelected { canvas.mark(x: area.x, y: y) }
    var x = area.x + 2
    x += canvas.write(Clock(state).time(entry.atNanoseconds), x: x, y: y, style: Palette.label) + 1
    let dispatch = (entry.dispatch.map { "#\($0)" } ?? "").trailing(5)
    x += canvas.write(dispatch, x: x, y: y, style: Palette.label) + 2
    if area.width >= 150 {
      canvas.write(entry.module ?? "", x: x, y: y, maxColumns: 18)
      x += 20
    }
    if item.count > 1 {
      x += canvas.write("\(Phrases.number(item.count))\u{00D7}", x: x, y: y, style: Palette.accent) + 1
    }
    canvas.write(entry.sentence, x: x, y: y, maxColumns: max(0, area.maxX - x - 1))
    if isSelected { canvas.restyle(Rect(x: area.x, y: y, width: area.width, height: 1)) { $0.reversed } }
  }
}
#endif
