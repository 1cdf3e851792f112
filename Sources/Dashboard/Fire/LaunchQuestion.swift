#if CommandLine
import Inspection
import Recordings
import TerminalUI
import TextFormatting

/// A question before launching a launched application: send the event again, or relaunch?
struct LaunchQuestion: Layer {
  static let place = LayerPlace.over
  static let commands = [
    UserCommand(
      "s", also: [.enter], needs: .firing, bar: { _ in ("send it again", 1) },
      page: .firing, "when launching again: send it to the modules as they are", verbs: [.resend],
      press: { state, _ in state.confirm(isRelaunch: false) }),
    UserCommand(
      "r", needs: .control, bar: { _ in ("relaunch with new modules", 2) },
      page: .firing, "when launching again: relaunch with new modules", verbs: [.relaunch],
      press: { state, _ in state.confirm(isRelaunch: true) }),
    .close("neither", 0, also: [.character("q")]),
  ]

  let command: Command

  func draw(_ state: DashboardState, on canvas: inout Canvas) {
    let application = state.application
    let lines = [
      "\(application.name) is \(application.state.words): it has already launched.",
      "",
      "s    send it again, to the modules as they are",
      state.mayAct ? "r    relaunch: create all modules anew, then launch" : nil,
      "Esc  neither",
    ].compactMap(\.self)
    let size = canvas.size
    let width = min(size.width - 4, (lines.map(\.columnWidth).max() ?? 0) + 4)
    let box = Rect(x: (size.width - width) / 2, y: max(2, size.height / 2 - 4), width: width, height: lines.count + 2)
    canvas.box("Launch again?", box, lines)
  }
}
#endif
