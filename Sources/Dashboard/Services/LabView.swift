#if CommandLine
import TerminalUI
import TextFormatting

/// The delegate lab over the panes: the list of experiments on the left, the chosen one's page on the right. Where
/// there is no room for both, the list is one line above the page.
struct LabView {
  /// Columns for the list, borders left out: the longest name with a mark before it.
  private static let listWidth = 28
  /// Columns before the text of a line: its word.
  private static let indent = 12

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
  var lastScroll: Int { max(0, page.rows(width: pageArea.width).count - pageArea.height) }

  /// The first visible row of the page.
  var firstRow: Int { min(state.lab.scroll ?? .max, lastScroll) }

  private var experiments: [ExperimentDescription] { state.offers.experiments }
  private var chosen: ExperimentDescription? { state.lab.chosen(of: experiments) }
  private var run: Lab.Page? { chosen.flatMap { state.lab.pages[$0.id] } }

  /// The chosen page as text.
  var detail: Detail? {
    guard let chosen else { return nil }
    return Detail(title: "\(chosen.title)\(status)", lines: [Detail.Line(text: chosen.question)] + lines)
  }

  private var lines: [Detail.Line] {
    (run?.lines ?? []).map { line in
      let time = line.afterNanoseconds.map { "\(Phrases.time($0)): " } ?? ""
      let style = Self.style(of: line.tone)
      return Detail.Line(
        label: line.word, text: time + line.text, style: line.tone == .strong ? .plain : style, labelStyle: style)
    }
  }

  private var page: DetailView {
    let question = (chosen?.question ?? "").wrapped(toColumns: pageArea.width - 2) + [""]
    let head = (run == nil ? question + ["Press Enter to run it."] : question).map {
      Detail.Line(text: $0, style: Palette.label, isRow: true)
    }
    return DetailView(detail: Detail(title: "", lines: head + lines), indent: Self.indent)
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
    page.draw(on: &canvas, in: pageArea, scroll: firstRow)
  }

  /// Whether it runs, in words.
  private var status: String {
    guard let run else { return "" }
    return run.isRunning ? ": running" : ": done"
  }

  private var list: ChoiceList { ChoiceList(names: experiments.map(\.id), selection: state.lab.selection) }

  /// The place of the experiment that is named at a point of the list.
  func experiment(at point: Point) -> Int? { hasList ? list.index(at: point, in: listBox.inset(by: 1)) : nil }

  private func drawChoice(on canvas: inout Canvas) {
    guard let chosen else { return }
    let area = pageBox.inset(by: 1)
    canvas.mark(x: area.x + 1, y: area.y)
    let place = "\(Phrases.number(state.lab.selection + 1)) of \(Phrases.number(experiments.count))"
    let used = canvas.write(
      "\(chosen.id)\(status)", x: area.x + 3, y: area.y, style: .bold, maxColumns: area.width - 14)
    canvas.write(place, x: area.x + 5 + used, y: area.y, style: Palette.label)
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
