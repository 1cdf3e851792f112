#if CommandLine
import TerminalUI
import TextFormatting

/// The delegate lab over the panes: the list of experiments on the left, the chosen one's page on the right. Where
/// there is no room for both, the list is one line above the page.
struct LabView {
  /// One row of the page.
  private enum Row {
    /// A line's row; its word and time stand beside its first row only.
    case line(word: String, time: String, text: String, tone: ExperimentLine.Tone)
    /// What is no line of the experiment takes the whole width.
    case text(String)
  }

  /// Columns for the list, borders left out: the longest name with a mark before it.
  private static let listWidth = 28
  private static let wordWidth = 9
  private static let timeWidth = 8

  let state: DashboardState
  private let frame: Rect
  private let hasList: Bool

  init(state: DashboardState) {
    self.state = state
    let layout = Layout(for: state)
    frame = layout.frame
    hasList = state.size.width >= Layout.widthForPanes
  }

  private var listBox: Rect { Rect(x: frame.x, y: frame.y, width: Self.listWidth + 2, height: frame.height) }

  private var pageBox: Rect {
    guard hasList else { return frame }
    let x = listBox.maxX - 1
    return Rect(x: x, y: frame.y, width: frame.maxX - x, height: frame.height)
  }

  /// Where the page's rows stand.
  var pageArea: Rect {
    let area = pageBox.inset(by: 1)
    return hasList ? area : Rect(x: area.x, y: area.y + 1, width: area.width, height: max(0, area.height - 1))
  }

  /// How far the page can be scrolled.
  var lastScroll: Int { max(0, rows(width: pageArea.width).count - pageArea.height) }

  /// The first visible row of the page.
  var firstRow: Int { min(state.lab.scroll ?? .max, lastScroll) }

  private var experiments: [ExperimentDescription] { state.offers.experiments }
  private var chosen: ExperimentDescription? { state.lab.chosen(of: experiments) }
  private var page: Lab.Page? { chosen.flatMap { state.lab.pages[$0.id] } }

  /// The chosen page as text.
  var detail: Detail? {
    guard let chosen else { return nil }
    var detail = Detail(title: "\(chosen.title)\(status)")
    detail.add("", chosen.question)
    for line in page?.lines ?? [] {
      let time = line.afterNanoseconds.map { " (\(Words.time($0)))" } ?? ""
      detail.add(line.word, line.text + time)
    }
    return detail
  }

  func draw(on canvas: inout Canvas) {
    if hasList {
      canvas.panel("Delegate lab", listBox)
      list.draw(on: &canvas, in: listBox.inset(by: 1))
      canvas.panel(chosen.map { "\($0.title)\(status)" } ?? "", pageBox)
    } else {
      canvas.panel("Delegate lab", pageBox)
      drawChoice(on: &canvas)
    }
    drawPage(on: &canvas, in: pageArea)
  }

  /// Whether it runs, in words.
  private var status: String {
    guard let page else { return "" }
    return page.isRunning ? ": running" : ": done"
  }

  private var list: ChoiceList { ChoiceList(names: experiments.map(\.id), selection: state.lab.selection) }

  /// The place of the experiment that is named at a point of the list.
  func experiment(at point: Point) -> Int? { hasList ? list.index(at: point, in: listBox.inset(by: 1)) : nil }

  private func drawChoice(on canvas: inout Canvas) {
    guard let chosen else { return }
    let area = pageBox.inset(by: 1)
    canvas.mark(x: area.x + 1, y: area.y)
    let place = "\(Words.number(state.lab.selection + 1)) of \(Words.number(experiments.count))"
    let used = canvas.write(
      "\(chosen.id)\(status)", x: area.x + 3, y: area.y, style: .bold, maxColumns: area.width - 14)
    canvas.write(place, x: area.x + 5 + used, y: area.y, style: Palette.label)
  }

  private func drawPage(on canvas: inout Canvas, in area: Rect) {
    let rows = rows(width: area.width)
    let (first, hasTimes) = (firstRow, hasTimes(width: area.width))
    for (offset, row) in rows.dropFirst(first).prefix(area.height).enumerated() {
      let y = area.y + offset
      var x = area.x + 1
      switch row {
      case .text(let text): canvas.write(text, x: x, y: y, style: Palette.label, maxColumns: area.width - 2)
      case .line(let word, let time, let text, let tone):
        canvas.write(word, x: x, y: y, style: Self.style(of: tone), maxColumns: Self.wordWidth)
        x += Self.wordWidth + 1
        if hasTimes {
          canvas.write(time.trailing(Self.timeWidth), x: x, y: y, style: Palette.label)
          x += Self.timeWidth + 2
        }
        // Most lines are results; in bold from end to end they would weigh too much.
        let style = tone == .strong ? Style.plain : Self.style(of: tone)
        canvas.write(text, x: x, y: y, style: style, maxColumns: area.maxX - x - 1)
      }
    }
    drawRest(above: first, below: rows.count - first - area.height, on: &canvas)
  }

  private func drawRest(above: Int, below: Int, on canvas: inout Canvas) {
    let parts = [(above, "above"), (below, "below")].filter { $0.0 > 0 }.map { "\(Words.number($0.0)) more \($0.1)" }
    guard !parts.isEmpty else { return }
    canvas.write(" \(parts.joined(separator: ", ")) ", endingAt: pageBox.maxX - 2, y: pageBox.maxY - 1)
  }

  /// Whether times have a column of their own; otherwise they follow their lines.
  private func hasTimes(width: Int) -> Bool { width >= 70 }

  private func rows(width: Int) -> [Row] {
    guard let chosen else { return [] }
    var rows = chosen.question.wrapped(toColumns: max(1, width - 2)).map { Row.text($0) }
    rows.append(.text(""))
    guard let page else { return rows + [.text("Press Enter to run it.")] }
    return rows + page.lines.flatMap { self.rows(for: $0, width: width) }
  }

  private func rows(for line: ExperimentLine, width: Int) -> [Row] {
    let hasTimes = hasTimes(width: width)
    let time = line.afterNanoseconds.map { Words.time($0) } ?? ""
    let margin = Self.wordWidth + 3 + (hasTimes ? Self.timeWidth + 2 : 0)
    var texts = line.text.wrapped(toColumns: max(1, width - margin))
    if !hasTimes, !time.isEmpty {
      let last = "\(texts.removeLast()) (\(time))"
      // A number and its unit stay on one row.
      texts += last.columnWidth <= width - margin ? [last] : [String(last.dropLast(time.count + 3)), "(\(time))"]
    }
    return texts.enumerated().map { offset, text in
      .line(word: offset == 0 ? line.word : "", time: offset == 0 ? time : "", text: text, tone: line.tone)
    }
  }

  private static func style(of tone: ExperimentLine.Tone) -> Style {
    switch tone {
    case .plain: .plain
    case .strong: .bold
    case .caution: Palette.caution
    case .bad: Palette.bad
    case .faint: .dim
    }
  }
}
#endif
