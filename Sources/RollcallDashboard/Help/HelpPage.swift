#if CommandLine
import RollcallTerminalUI
import RollcallTextFormatting

/// The help: its pages as tabs, and the page that was open last.
struct HelpPage: TextLayer {
  var reading = Reading()

  static let commands =
    [
      UserCommand(
        "\u{2190} \u{2192}", also: [.tab, .backTab], as: .sideways, bar: { _ in ("page", 1) },
        view: { state, key in state.turnHelp(by: key == .right || key == .tab ? 1 : -1) })
    ] + UserCommand.reading + [
      .close("back", 0, also: UserCommand.leavingKeys + [.enter, .character("z"), .character("?"), .function(1)])
    ]

  func text(in state: DashboardState) -> Detail {
    let topic = state.helpTopic
    return Detail(title: "Help: \(topic.rawValue)", lines: topic.lines(for: state), indent: 12)
  }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    let frame = Layout(for: state).frame
    canvas.frame(frame, style: Style.border)
    for (topic, area) in tabs(in: state) {
      // Reversed, so that the open page is visible without colour.
      let style = topic == state.helpTopic ? Style.bold.reversed : .bold
      let name = topic.rawValue
      let text = area.width > name.columnWidth + 1 ? " \(name) " : "\(name) "
      canvas.write(text, x: area.x, y: area.y, style: style)
    }
    text(in: state).draw(on: &canvas, in: frame.inset(by: 1), scroll: reading.scroll)
    drawSearch(state, on: &canvas)
  }

  func click(at point: Point, isDouble: Bool, in state: inout DashboardState) -> [Effect] {
    if let tab = tabs(in: state).first(where: { $0.area.contains(point) }) { state.showHelp(tab.topic) }
    return []
  }

  /// The tabs of the pages, on the upper border of the frame.
  private func tabs(in state: DashboardState) -> [(topic: HelpTopic, area: Rect)] {
    let (frame, pages) = (Layout(for: state).frame, HelpTopic.pages(for: state))
    // Tabs that do not all fit move closer together.
    let isTight = pages.reduce(4) { $0 + $1.rawValue.columnWidth + 2 } > frame.width
    var x = frame.x + 2
    return pages.map { topic in
      defer { x += topic.rawValue.columnWidth + (isTight ? 1 : 2) }
      return (topic, Rect(x: x, y: frame.y, width: topic.rawValue.columnWidth + (isTight ? 1 : 2), height: 1))
    }
  }
}

extension DashboardState {
  /// Goes to another help page, wrapping around at either end.
  fileprivate mutating func turnHelp(by step: Int) {
    let pages = HelpTopic.pages(for: self)
    let index = pages.firstIndex(of: helpTopic) ?? 0
    showHelp(pages[(index + step + pages.count) % pages.count])
  }

  fileprivate mutating func showHelp(_ topic: HelpTopic) {
    helpTopic = topic
    self[HelpPage.self] = HelpPage()
  }
}
#endif
