#if CommandLine
import DelegateLab
import TerminalUI
import TextFormatting

/// The delegate lab over the panes: the list of experiments if there is room, and the page of the selected one.
struct LabView {
  /// The columns for the list without borders: the longest name with a mark before it.
  private static let listWidth = 28
  /// The columns before the text of a line, for its label.
  private static let indent = 12

  let state: DashboardState
  /// The list's frame; empty if there is no room.
  private let listBox: Rect
  private let pageBox: Rect

  init(state: DashboardState) {
    self.state = state
    let hasList = state.size.width >= Layout.widthForPanes
    let (list, page) = Layout(for: state).frame.split(leading: hasList ? Self.listWidth + 2 : 0)
    // List and page share a border.
    (listBox, pageBox) = (list, page.inset(leading: hasList ? -1 : 0))
  }

  /// The area of the page's rows.
  var pageArea: Rect { pageBox.inset(by: 1) }

  /// The greatest scroll offset of the page.
  var lastScroll: Int { max(0, page.rows(width: pageArea.width).count - pageArea.height) }

  var firstRow: Int { min(state.lab.scroll ?? .max, lastScroll) }

  /// The selected page as text.
  var detail: Detail? {
    state.chosenExperiment.map { Detail(title: title, lines: [Detail.Line(text: $0.question)] + lines) }
  }

  private var title: String {
    guard let chosen = state.chosenExperiment else { return "" }
    let status = state.labPage.map { $0.isRunning ? ": running" : ": done" } ?? ""
    return chosen.title + status
  }

  private var lines: [Detail.Line] {
    (state.labPage?.lines ?? []).map { line in
      let time = line.afterNanoseconds.map { "\(Phrases.time($0)): " } ?? ""
      let style = Self.style(of: line.kind)
      return Detail.Line(
        label: line.kind.rawValue, text: time + line.text, style: line.kind == .result ? .plain : style,
        labelStyle: style)
    }
  }

  private var page: DetailView {
    let question = (state.chosenExperiment?.question ?? "").wrapped(toColumns: pageArea.width - 2) + [""]
    let head = (state.labPage == nil ? question + ["Press Enter to run it."] : question).map {
      Detail.Line(text: $0, style: Style.label, isRow: true)
    }
    return DetailView(detail: Detail(title: "", lines: head + lines), indent: Self.indent)
  }

  func draw(on canvas: inout Canvas) {
    if listBox.width > 0 {
      canvas.panel("Delegate lab", listBox)
      list.draw(on: &canvas)
      canvas.panel(title, pageBox)
    } else {
      let place =
        "\(Phrases.number(state.lab.selection + 1)) of \(Phrases.number(state.capabilities.experiments.count))"
      canvas.panel("Delegate lab \(place) \u{00B7} \(title)", pageBox)
    }
    page.draw(on: &canvas, in: pageArea, scroll: firstRow)
  }

  var list: ListView {
    let names = state.capabilities.experiments.map(\.id)
    let table = Table(columns: [Table.Column(width: 0...Int.max)], count: names.count) {
      .cells([Table.Cell(names[$0])])
    }
    let area = listBox.width > 0 ? listBox.inset(by: 1).inset(leading: 1) : Rect()
    return ListView(table: table, area: area, selection: state.lab.selection)
  }

  private static func style(of kind: LabLine.Kind) -> Style {
    switch kind {
    case .step: .plain
    case .result: .bold
    case .trap: Style.bad
    case .undefined: Style.caution
    case .note: .dim
    }
  }
}
#endif
