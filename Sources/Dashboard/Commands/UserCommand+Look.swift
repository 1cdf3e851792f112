#if CommandLine
import TerminalUI

/// What changes how one looks at things, and nothing else.
extension UserCommand {
  static let timings = [
    UserCommand(
      "Esc", named: ["latest event"], bar: { $0.shownDispatch == nil ? nil : ("latest", 2) },
      refusal: { $0.pinned != nil && $0.filterQuery.isEmpty && !$0.isZoomed ? nil : "" },
      look: { state, _ in state.followLatest() }),
    UserCommand(
      "[ ]", named: ["earlier event", "later event"],
      bar: { $0.shownDispatch != nil && $0.application.history.topLevelCount > 1 ? ("dispatch", 8) : nil },
      page: .timings,
      "show the event that was fired before, or after; it stays while others come. Esc: the latest again",
      verbs: [.timings], look: { state, key in state.step(back: key == .character("["), nested: false) }),
    UserCommand(
      "{ }", named: ["earlier sent event", "later sent event"], page: .timings,
      "the same, stopping at the events too that handlers sent",
      look: { state, key in state.step(back: key == .character("{"), nested: true) }),
    UserCommand(
      "t", named: ["statistics"],
      bar: { $0.shownDispatch == nil ? nil : ($0.showsStatistics ? "waterfall" : "statistics", 8) },
      page: .timings,
      "statistics of the event that is shown, over all of its dispatches that are kept; again: the waterfall",
      verbs: [.stats], look: { state, _ in state.switchStatistics() }),
    UserCommand(
      "s", named: ["sort"], bar: { $0.shownDispatch != nil && $0.application.modules.count > 1 ? ("sort", 8) : nil },
      page: .timings,
      "sort the modules: by their order, a time, what they own, their names; r in the menu reverses",
      look: { state, _ in state.openSortMenu() }),
    UserCommand(
      "S", named: ["sort again"], page: .timings, "sort by the same again, where the times have changed since",
      look: { state, _ in state.sortAgain() }),
  ]

  static let looking = [
    UserCommand(
      "/", named: ["filter"], bar: { ("filter", $0.focus.listsModules ? 9 : 3) },
      page: .reading, "show only the focused pane's rows that fit: words, all of which must be found in the row",
      "Of a module in its name, a composite's around it, or an event that it handles; of a cleanup row in the "
        + "owner, kind, name or reason. Enter keeps the filter, Esc shows all.",
      look: { state, _ in state.openFilter() }),
    UserCommand(
      "Esc", named: ["show all"], bar: { _ in ("show all", 2) }, refusal: { $0.filterQuery.isEmpty ? "" : nil },
      look: { state, _ in state.showAll() }),
    UserCommand(
      "n N", named: ["next match", "previous match"], bar: { _ in ("next", 9) },
      page: .reading, "to the next or previous row that fits what was looked for last, also when all are shown",
      refusal: {
        $0.lastQuery.isEmpty ? "Nothing has been looked for in this pane yet; \($0.shown("/")) does that." : nil
      },
      look: { state, key in state.findAgain(by: key == .character("n") ? 1 : -1) }),
    UserCommand(
      "v", named: ["fold"], page: .panes,
      "fold the nested composite, or the owner's objects, of the selected row, or unfold it; of a row that stands for "
        + "many equal objects: a row for each",
      refusal: { $0.foldProblem }, look: { state, _ in state.toggleFold() }),
    UserCommand(
      "z", named: ["zoom"],
      bar: {
        guard $0.size.width >= Layout.widthForPanes else { return nil }
        return $0.isZoomed ? ("all panes", 2) : ("zoom", 12)
      }, page: .panes, "the focused pane alone in the whole frame, or all of them again",
      look: { state, _ in state.isZoomed.toggle() }),
    UserCommand("Esc", refusal: { $0.isZoomed ? nil : "" }, look: { state, _ in state.isZoomed = false }),
    // What is switched on stays named longest, so that one finds back.
    UserCommand(
      "Space", named: ["freeze"], needs: .live, bar: { $0.isFrozen ? ("go on", 1) : ("freeze", 13) },
      page: .reading,
      "freeze the view: the application goes on, and what comes is counted; again, and the view goes on",
      "What acts on the application, such as {f} or {x}, ends it too. Of what comes, the journal keeps some megabytes.",
      look: { state, _ in state.toggleFreeze() }),
    UserCommand(
      "R", named: ["record"], needs: .recording, bar: { $0.isRecording ? ("stop recording", 3) : ("record", 14) },
      page: .reading,
      "record what happens to a file in the working folder, named after the application and the time; again: stop",
      verbs: [.record], press: { state, _ in state.toggleRecording() }),
    UserCommand(
      "y", named: ["copy"], bar: { $0.selected == nil ? nil : ("copy", 14) },
      page: .reading,
      "copy what is read or selected: a module's or object's detail, the whole event, a page of this help",
      "The terminal has to let programs write to the clipboard (OSC 52), and may ask.",
      press: { state, _ in state.copy() }),
    UserCommand(
      "m", named: ["mouse"], bar: { ($0.isMouseOn ? "mouse off" : "mouse on", 15) },
      page: .panes, "the mouse off, so that it selects text, or on again",
      look: { state, _ in state.toggleMouse() }),
  ]

  static let general = [
    UserCommand(
      "j k", named: ["down", "up"],
      also: [.up, .down, .pageUp, .pageDown, .home, .end], as: .arrows,
      bar: { state in
        let count =
          switch state.focus {
          case .order, .timings: state.moduleRows.moduleCount
          case .cleanup: state.application.ownership.rowCount
          case .log: state.application.log.lines.count
          }
        return count > 1 ? ("move", 8) : nil
      },
      page: .panes, "or the arrows: one row down or up; PgUp and PgDn a page, {g} and {G} to the ends",
      look: { state, key in state.movement(of: key).map { state.move(by: $0) } }),
    UserCommand(
      "g G", named: ["first row", "last row"],
      look: { state, key in state.movement(of: key).map { state.move(by: $0) } }),
    order,
    UserCommand(
      "1 2 3 Tab", named: ["order pane", "timings pane", "cleanup pane", "next pane"], also: [.backTab],
      as: .text("1 2 3"),
      bar: { ("pane", $0.size.width < Layout.widthForPanes ? 2 : 12) }, page: .panes, "focus a pane",
      look: { state, key in state.focusPane(by: key) }),
    UserCommand(
      "w", named: ["warnings"],
      bar: { state in
        let log = state.application.warnings
        return log.count > 0 ? ("warnings", 1) : log.allowedCount > 0 ? ("warnings", 6) : nil
      },
      page: .warnings,
      "all warnings by kind: what, where, why it matters, what to do; 1 and 2 lead to the module and the event",
      verbs: [.warnings],
      look: { state, _ in state.overlay = .warnings(WarningSheet(state.application.warnings)) }),
    UserCommand(
      "l 4", named: ["log"], as: .text("l"), bar: { ($0.focus == .log ? "hide log" : "log", $0.focus == .log ? 2 : 9) },
      page: .warnings,
      "the log: what modules printed or logged, and all warnings, the newest last; again: hide it",
      verbs: [.log], look: { state, _ in state.toggleLog() }),
    UserCommand("Esc", refusal: { $0.focus == .log ? nil : "" }, look: { state, _ in state.hideLog() }),
    UserCommand(
      "d", named: ["lab"], needs: .experiments, bar: { _ in ("lab", 9) },
      page: .ownership,
      "the delegate lab: experiments that show who keeps a delegate alive, and what is read after its death",
      verbs: [.lab], look: { state, _ in state.overlay = .lab }),
    UserCommand(
      "e", named: ["export"], needs: .exports, bar: { _ in ("export", 13) },
      page: .reading,
      "export what the journal keeps into a file: a trace for Perfetto, a table, JSON, a chart or a report of the "
        + "launch, or of the dispatch that you have gone back to", verbs: [.export],
      look: { state, _ in state.overlay = .export(selection: 0) }),
    UserCommand(
      "? F1", named: ["help"], as: .text("?"), bar: { _ in ("help", 2) },
      page: .panes, "this help, and out of it; the arrows turn its pages and scroll", verbs: [.help],
      look: { state, _ in state.overlay = .help(scroll: 0) }),
    UserCommand(
      ": ^P", named: ["palette"], as: .text(":"), bar: { _ in ("commands", 7) }, page: .panes,
      "find a command, an event or a module by a part of its name; shows keys, and why something can't be done",
      look: { state, _ in state.overlay = .palette(CommandPalette(in: state)) }),
    // The terminal sees to these.
    UserCommand("^L", named: ["redraw"], page: .panes, "draw the screen anew"),
    UserCommand("^Z", named: ["suspend"], page: .panes, "suspend; fg comes back"),
    UserCommand(
      "q", named: ["quit"], bar: { _ in ("quit", 0) }, page: .panes, "quit", verbs: [.quit], press: { _, _ in [.quit] }),
  ]

  /// What is on the screen all the time, and listed where there is none.
  static let listings = [UserCommand(verbs: [.events, .modules, .cleanup, .status])]
}
#endif
