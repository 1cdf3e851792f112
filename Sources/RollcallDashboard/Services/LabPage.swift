#if CommandLine
import RollcallDelegateLab
import RollcallTerminalUI
import RollcallTextFormatting

/// The experiments of the lab: the selected one, and the output of each. It is kept while the lab is closed.
struct Lab: Sendable, Equatable {
  /// The output of an experiment's latest run.
  struct Page: Sendable, Equatable {
    var lines: [LabLine] = []
    var isRunning = true
  }

  var selection = 0
  private(set) var pages: [String: Page] = [:]
  /// Where the user reads in the page.
  var reading = Reading()

  /// Clears the experiment's page for a run, unless one is under way.
  ///
  /// - Returns: Whether to run the experiment.
  mutating func begin(_ id: String) -> Bool {
    guard pages[id]?.isRunning != true else { return false }
    pages[id] = Page()
    return true
  }

  /// Adds an experiment's line, or records its end if the line is `nil`.
  mutating func apply(_ line: LabLine?, of id: String) {
    if let line { pages[id, default: Page()].lines.append(line) } else { pages[id]?.isRunning = false }
  }
}

/// The delegate lab: the list of experiments if there is room, and the page of the selected one.
struct LabPage: TextLayer {
  var reading = Reading()

  /// The keys that choose an experiment. Others scroll its page.
  private static let choosing: [Key] = [.up, .down, .character("k"), .character("j")]

  static let commands = [
    UserCommand(
      "Enter",
      bar: { state in
        switch state.labOutput?.isRunning {
        case nil: ("run", 0)
        case false?: ("run again", 0)
        case true?: nil
        }
      },
      press: { state, _ in
        guard let id = state.chosenExperiment?.id, state.lab.begin(id) else { return [] }
        state[LabPage.self]?.reading = Reading()
        return [.run(experiment: id)]
      }),
    .moving("choose", 2, with: choosing),
    UserCommand(
      "PgUp/PgDn", also: [.home, .end, .character("g"), .character("G")],
      bar: { $0[LabPage.self]?.lastScroll(in: $0) ?? 0 > 0 ? ("scroll", 3) : nil },
      press: { state, key in state.layer?.move(key, in: &state) ?? [] }),
    .copy(4),
    .close("close", 1, also: UserCommand.leavingKeys + [.character("d")]),
  ]

  func list(in state: DashboardState) -> ListView? {
    let names = state.capabilities.experiments.map(\.id)
    let table = Table(columns: [Table.Column(width: 0...Int.max)], count: names.count) {
      .cells([Table.Cell(names[$0])])
    }
    let box = boxes(state).list
    let area = box.width > 0 ? box.inset(by: 1).inset(leading: 1) : Rect()
    return ListView(table: table, area: area, selection: state.lab.selection)
  }

  func select(_ row: Int, in state: inout DashboardState) -> [Effect] {
    (state.lab.selection, state.lab.reading) = (row, Reading())
    state[Self.self]?.reading = Reading()
    return []
  }

  func move(_ key: Key, in state: inout DashboardState) -> [Effect] {
    if Self.choosing.contains(key) { return state.moveInList(key) }
    scroll(key, in: &state)
    state.lab.reading = state[Self.self]?.reading ?? Reading()
    return []
  }

  func click(at point: Point, isDouble: Bool, in state: inout DashboardState) -> [Effect] {
    state.clickInList(at: point, isDouble: isDouble)
  }

  func frame(in state: DashboardState) -> Rect { boxes(state).page }

  func copied(in state: DashboardState) -> Detail? {
    state.chosenExperiment.map {
      Detail(title: title(in: state), lines: [Detail.Line(text: $0.question)] + lines(in: state))
    }
  }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    let (box, page) = boxes(state)
    let title = title(in: state)
    if box.width > 0 {
      canvas.panel("Delegate lab", box)
      list(in: state)?.draw(on: &canvas)
      canvas.panel(title, page)
    } else {
      let count = Phrases.number(state.capabilities.experiments.count)
      canvas.panel("Delegate lab \(Phrases.number(state.lab.selection + 1)) of \(count) \u{00B7} \(title)", page)
    }
    text(in: state).draw(on: &canvas, in: page.inset(by: 1), scroll: reading.scroll)
  }

  /// The frames of the list, which is empty if there is no room, and of the page. They share a border.
  private func boxes(_ state: DashboardState) -> (list: Rect, page: Rect) {
    // The longest name, with the marker before it.
    let hasList = state.size.width >= Layout.widthForPanes
    let (list, page) = Layout(for: state).frame.split(leading: hasList ? 30 : 0)
    return (list, page.inset(leading: hasList ? -1 : 0))
  }

  private func title(in state: DashboardState) -> String {
    (state.chosenExperiment?.title ?? "") + (state.labOutput.map { $0.isRunning ? ": running" : ": done" } ?? "")
  }

  private func lines(in state: DashboardState) -> [Detail.Line] {
    (state.labOutput?.lines ?? []).map { line in
      let time = line.afterNanoseconds.map { "\(Phrases.time($0)): " } ?? ""
      let style = Self.style(of: line.kind)
      return Detail.Line(
        label: line.kind.rawValue, text: time + line.text, style: line.kind == .result ? .plain : style,
        labelStyle: style)
    }
  }

  func text(in state: DashboardState) -> Detail {
    let width = boxes(state).page.inset(by: 1).width
    let question = (state.chosenExperiment?.question ?? "").wrapped(toColumns: width - 2) + [""]
    let head = (state.labOutput == nil ? question + ["Press Enter to run it."] : question).map {
      Detail.Line(text: $0, style: Style.label, isRow: true)
    }
    return Detail(title: "", lines: head + lines(in: state), indent: 12)
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

extension DashboardState {
  fileprivate var chosenExperiment: Experiment? {
    capabilities.experiments.indices.contains(lab.selection) ? capabilities.experiments[lab.selection] : nil
  }

  /// The selected experiment's output; `nil` before its first run.
  fileprivate var labOutput: Lab.Page? { chosenExperiment.flatMap { lab.pages[$0.id] } }
}
#endif
