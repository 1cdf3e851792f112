#if CommandLine
import RollcallInspection
import ModuleLifecycle
import RollcallTerminalUI

/// The commands that act on an application.
extension UserCommand {
  static let firing = [
    UserCommand(
      "Esc", named: ["stop firing"], needs: .firing, bar: { _ in ("stop", 0) },
      page: .firing, "while an event is fired repeatedly: stop firing it",
      verbs: [
        .acts("stop") { state, _ in
          guard state.canStopRepeating else { throw PlainProblem("Nothing is being fired repeatedly.") }
          return state.stopRepeating()
        }
      ],
      refusal: { $0.canStopRepeating ? nil : "" }, press: { state, _ in state.stopRepeating() }),
    UserCommand(
      "f", named: ["fire"], needs: .firing, bar: { _ in ("fire", 0) },
      page: .firing, "choose an event, fill in its arguments, fire it",
      verbs: [
        .acts(
          "fire EVENT [xTIMES [resend]] [NAME=VALUE ...]",
          "fire an event once, or several times (x20); arguments left out are those of its example; a repeated launch "
            + "creates all modules anew each time, unless 'resend' sends it to the existing ones"
        ) { try $0.fire($1) }
      ],
      press: { state, _ in state.openFireSheet() }),
    UserCommand(
      "F", named: ["fire again"], needs: .firing, bar: { $0.isRepeating ? nil : ("again", 6) },
      page: .firing, "fire the last event again, with the same arguments and as many times",
      verbs: [PlainVerb("again")],
      refusal: { $0.lastFired == nil ? "Nothing has been fired yet." : nil },
      press: { state, _ in state.lastFired.map { state.fire($0) } ?? [] }),
    UserCommand(
      "C", named: ["ask for control"], needs: .attachment, bar: { _ in ("ask for control", 2) },
      page: .firing, "ask the attached application for permission to control it",
      verbs: [PlainVerb("control")], refusal: { $0.controlProblem }, press: { state, _ in state.askForControl() }),
  ]

  static let modules = [
    UserCommand(
      "Enter", named: ["detail"], bar: { $0.selected == nil ? nil : ("detail", $0.playback == nil ? 5 : 7) },
      page: .panes, "detail of the selection, in the timings all of the event's handlers; Esc goes back",
      verbs: [
        .says(
          "detail MODULE [OBJECT], or detail #DISPATCH", summary: "a module, one of its objects, or a dispatch"
        ) { try $0.detailLines(of: $1) }
      ],
      view: { state, _ in state.openDetail() }),
    UserCommand(
      "x", named: ["remove"], needs: .control, bar: { $0.selected?.canRemove == true ? ("remove", 3) : nil },
      page: .modules, "remove the selected module: the composite releases it",
      verbs: [.module("remove MODULE", summary: "remove a module: the composite releases it")],
      refusal: noSelection, deed: { state, _ in state.selected.map { "remove \($0.name) from" } },
      press: { state, _ in state.selected.map { [.perform(.remove($0.id))] } ?? [] }),
    UserCommand(
      "u", named: ["bring back"], needs: .control,
      bar: { $0.bringingBack.map { ($0, 4) } },
      page: .modules, "bring back the selected removed module, else the last one removed",
      verbs: [
        PlainVerb("bring back [MODULE]", also: ["bring", "back"], "bring back a removed module, else the last one") {
          state, line, command in
          guard line.rest.isEmpty else { return [.perform(.restore(try state.module(line.rest, for: line).id))] }
          state.selectedModule = nil
          return try state.press(command)
        }
      ],
      refusal: {
        // A module that was never created can't be brought back. The application's answer says why.
        let isPresent = $0.selected?.isPresent ?? true
        return $0.removedModule == nil && isPresent ? "There is no removed module to bring back." : nil
      },
      press: { state, _ in state.bringBack() }),
    UserCommand(
      "c", named: ["catch up"], needs: .control, bar: { _ in ("catch up", 3) },
      page: .modules, "catch up: send only the selected module the launch that it missed",
      verbs: [.module("catch up MODULE", also: "catch", summary: "send only this module the launch that it missed")],
      refusal: { state in
        guard let selected = state.selected else { return "" }
        if selected.isRemoved { return "\(selected.name) is removed: u brings it back first." }
        return state.application.hasMissedLaunch(selected) ? nil : "\(selected.name) has not missed a launch."
      }, press: { state, _ in state.selected.map { [.perform(.sendMissedEvents($0.id))] } ?? [] }),
  ]

  static let ownership = [
    UserCommand(
      "i", named: ["fix leak"], needs: .control, bar: { $0.leakFix.map { ($0.words, 1) } },
      page: .ownership,
      "fix an overdue owner: clean the object that may hold it, invalidate the session, stop the timer",
      verbs: [.acts("fix MODULE [OBJECT]") { try $0.fix($1) }], refusal: { $0.leakFixProblem },
      deed: { state, _ in state.leakFix.map { "\($0.verb) \($0.title ?? "the object") in" } },
      press: { state, _ in state.leakFix.map { state.apply($0) } ?? [] }),
    UserCommand(
      "o", named: ["switch off or on"], needs: .control,
      bar: { $0.selected?.canSwitch == true ? ($0.selected?.isOn == true ? "off" : "on", 6) : nil },
      page: .modules, "switch the selected module off or on: when off, no event calls it; it keeps what it owns",
      verbs: [
        .acts("on MODULE", "switch a module on") { [.perform(.switchOn(try $0.module($1.rest, for: $1).id))] },
        .acts("off MODULE", "switch a module off: no event calls it, and it keeps what it owns") {
          [.perform(.switchOff(try $0.module($1.rest, for: $1).id))]
        },
      ],
      refusal: noSelection,
      deed: { state, _ in state.selected.map { "switch \($0.isOn ? "off" : "on") \($0.name) in" } },
      press: { state, _ in state.switchSelected() }),
  ]

  static let order = UserCommand(
    "J K", named: ["move down", "move up"], needs: .control,
    bar: { $0.selected != nil && $0.application.modules.count > 1 ? ("order", 10) : nil },
    page: .modules, "move the selected module down or up in the call order, as far as 'after:' allows",
    verbs: [.acts("move MODULE PLACE", "move a module to another place in the call order") { try $0.move($1) }],
    refusal: noSelection,
    deed: { state, key in state.selected.map { "move \($0.name) \(key == .character("J") ? "down" : "up") in" } },
    press: { state, key in state.moveSelected(by: key == .character("J") ? 1 : -1) })

  /// Refuses, without a reason, if no module is selected.
  private static let noSelection: @Sendable (DashboardState) -> String? = { $0.selected == nil ? "" : nil }
}
#endif
