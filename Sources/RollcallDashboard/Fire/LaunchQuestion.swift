#if CommandLine
import RollcallInspection
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// A question before launching a launched application: send the event again, or relaunch?
struct LaunchQuestion: Layer {
  static let place = LayerPlace.over
  static let commands = [
    UserCommand(
      "s", needs: .firing, bar: { _ in ("send it again", 1) },
      page: .firing, "when launching again: send it to the modules as they are", verbs: [PlainVerb("resend")],
      refusal: unasked,
      press: { state, _ in state.confirm(isRelaunch: false) }),
    UserCommand(
      "r", needs: .control, bar: { _ in ("relaunch with new modules", 2) },
      page: .firing, "when launching again: relaunch with new modules", verbs: [PlainVerb("relaunch")],
      refusal: unasked,
      press: { state, _ in state.confirm(isRelaunch: true) }),
    .close("neither", 0, also: [.character("q")]),
  ]

  /// Refuses a line that answers, as long as there is no question.
  private static let unasked: @Sendable (DashboardState) -> String? = {
    $0[LaunchQuestion.self] == nil ? "There is nothing to answer yet. Fire didFinishLaunching first." : nil
  }

  let command: Command

  /// The question as a line.
  func line(in state: DashboardState) -> String {
    "\(Self.finding(in: state)) 'resend' sends the event again to the modules as they are, 'relaunch' creates all modules "
      + "anew and launches; any other command does neither."
  }

  private static func finding(in state: DashboardState) -> String {
    "\(state.application.name) is \(state.application.state.words): it has already launched."
  }

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    let relaunch = state.mayAct ? ["r    relaunch: create all modules anew, then launch"] : []
    let lines =
      [Self.finding(in: state), "", "s    send it again, to the modules as they are"] + relaunch + ["Esc  neither"]
    let size = canvas.size
    let width = min(size.width - 4, (lines.map(\.columnWidth).max() ?? 0) + 4)
    let box = Rect(x: (size.width - width) / 2, y: max(2, size.height / 2 - 4), width: width, height: lines.count + 2)
    canvas.box("Launch again?", box, lines)
  }
}
#endif
