#if CommandLine
import Inspection
import ModuleLifecycle
import TerminalUI

/// What acts on an application.
extension UserCommand {
  static let firing = [
    UserCommand(
      "Esc", named: ["stop firing"], needs: .firing, bar: { _ in ("stop", 0) },
      page: .firing, "while an event is fired repeatedly: no more of it", verbs: [.stop],
      refusal: { $0.canStopRepeating ? nil : "" }, press: { state, _ in state.stopRepeating() }),
    UserCommand(
      "f", named: ["fire"], needs: .firing, bar: { _ in ("fire", 0) },
      page: .firing, "choose an event, fill in its arguments, fire it", verbs: [.fire],
      press: { state, _ in state.openFireSheet() }),
    UserCommand(
      "F", named: ["fire again"], needs: .firing, bar: { $0.isRepeating ? nil : ("again", 6) },
      page: .firing, "fire the last one again, with the same arguments and as often as then", verbs: [.again],
      refusal: { $0.lastFired == nil ? "Nothing has been fired yet." : nil },
      press: { state, _ in state.lastFired.map { state.fire($0) } ?? [] }),
    UserCommand(
      "C", named: ["ask for control"], needs: .attachment, bar: { _ in ("ask for control", 2) },
      page: .firing, "ask the application to which this dashboard is attached to be allowed to control it",
      verbs: [.control], refusal: { $0.controlProblem }, press: { state, _ in state.askForControl() }),
  ]

  static let modules = [
    UserCommand(
      "Enter", named: ["detail"], bar: { $0.selected == nil ? nil : ("detail", $0.playback == nil ? 5 : 7) },
      page: .panes, "detail of what is selected, in the timings all of the event's handlers; Esc goes back",
      verbs: [.detail], look: { state, _ in state.openDetail() }),
    UserCommand(
      "x", named: ["remove"], needs: .control, bar: { $0.selected?.canRemove == true ? ("remove", 3) : nil },
      page: .modules, "remove the selected module: the composite lets go of it", verbs: [.remove],
      refusal: noSelection, press: { state, _ in state.selected.map { [.perform(.remove($0.id))] } ?? [] }),
    UserCommand(
      "u", named: ["bring back"], needs: .control,
      bar: { $0.bringingBack.map { ($0, 4) } },
      page: .modules, "bring the selected removed module back, else the last one removed", verbs: [.bringBack],
      press: { state, _ in state.bringBack() }),
    UserCommand(
      "c", named: ["catch up"], needs: .control, bar: { _ in ("catch up", 3) },
      page: .modules, "catch up: send the selected module, and no other, the launch that it came too late for",
      verbs: [.catchUp],
      refusal: { state in
        guard let selected = state.selected else { return "" }
        return state.application.hasMissedLaunch(selected) ? nil : "\(selected.name) has not missed a launch."
      }, press: { state, _ in state.selected.map { [.perform(.catchUp($0.id))] } ?? [] }),
  ]

  static let ownership = [
    UserCommand(
      "i", named: ["fix leak"], needs: .control, bar: { $0.leakFix.map { ($0.word, 1) } },
      page: .ownership,
      "what is overdue here: clean the object that may hold it, invalidate the session, stop the timer",
      verbs: [.fix], refusal: { if case .nothing(let reason) = $0.leakFixChoice { reason } else { nil } },
      press: { state, _ in state.applyLeakFix() }),
    UserCommand(
      "o", named: ["switch off or on"], needs: .control,
      bar: { $0.selected?.canSwitch == true ? ($0.selected?.isOn == true ? "off" : "on", 6) : nil },
      page: .modules, "switch the selected module off or on: off, no event calls it, and it keeps what it owns",
      verbs: [.on, .off], refusal: noSelection, press: { state, _ in state.switchSelected() }),
  ]

  static let order = UserCommand(
    "J K", named: ["move down", "move up"], needs: .control,
    bar: { $0.selected != nil && $0.application.modules.count > 1 ? ("order", 10) : nil },
    page: .modules, "move the selected module down or up in the order of the calls, as far as 'after:' allows",
    verbs: [.move], refusal: noSelection,
    press: { state, key in state.moveSelected(by: key == .character("J") ? 1 : -1) })

  /// There may be no module to act on.
  private static let noSelection: @Sendable (DashboardState) -> String? = { $0.selected == nil ? "" : nil }
}
#endif
