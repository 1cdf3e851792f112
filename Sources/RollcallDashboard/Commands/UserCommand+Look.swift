#if CommandLine
import RollcallTerminalUI

/// The commands that change the view or are always available.
extension UserCommand {
  private static let noLaunch = "There was no complete launch yet."

  static let timings = [
    UserCommand(
      "E", named: ["explain the launch"], page: .timings,
      "explain the latest launch: what it consisted of, and what could start later",
      verbs: [
        .says("explain", summary: "what the latest launch consisted of, and what could start later") { state, line in
          guard line.words.isEmpty else {
            throw PlainProblem("'explain' takes no words: it is about the latest launch.")
          }
          return state.application.explanation.map { Detail($0, width: .max).spoken } ?? [noLaunch]
        }
      ],
      refusal: { $0.application.hasExplanation ? nil : noLaunch },
      view: { state, _ in state.openExplanation() }),
    UserCommand(
      "Esc", named: ["latest event"], bar: { $0.shownDispatch == nil ? nil : ("latest", 2) },
      refusal: { $0.pinned != nil && $0.filterQuery.isEmpty && !$0.isZoomed ? nil : "" },
      view: { state, _ in state.followLatest() }),
    UserCommand(
      "[ ]", named: ["earlier event", "later event"],
      bar: { $0.shownDispatch != nil && $0.application.history.topLevelCount > 1 ? ("event", 8) : nil },
      page: .timings,
      "to the event fired before or after, which is shown while others come; Esc: back to the latest",
      verbs: [
        .says("timings [#DISPATCH]", also: "timing", summary: "each module's answer and times in an event") {
          try $0.timingLines(of: $1.rest)
        }
      ],
      view: { state, key in state.step(back: key == .character("["), nested: false) }),
    UserCommand(
      "{ }", named: ["earlier sent event", "later sent event"], page: .timings,
      "to the event before or after, among those that were fired and those that handlers sent",
      view: { state, key in state.step(back: key == .character("{"), nested: true) }),
    UserCommand(
      "t", named: ["statistics"],
      bar: { $0.shownDispatch == nil ? nil : ($0.showsStatistics ? "waterfall" : "statistics", 8) },
      page: .timings,
      "statistics of the shown event over all of its kept dispatches; again: the waterfall",
      verbs: [
        .says("stats [EVENT]", also: "statistics", summary: "each handler's times over all kept dispatches") {
          try $0.statisticsLines(of: $1.rest)
        }
      ],
      view: { state, _ in state.switchStatistics() }),
    UserCommand(
      "s", named: ["sort"], bar: { $0.shownDispatch != nil && $0.application.modules.count > 1 ? ("sort", 8) : nil },
      page: .timings,
      "sort the modules: by their order, a time, what they own, their names; r in the menu reverses",
      view: { state, _ in state.open(SortMenu(state.sortKeys, current: state.rowOrder)) }),
  ]

  static let looking = [
    UserCommand(
      "/", named: ["filter"], bar: { ("filter", $0.focus.listsModules ? 9 : 3) },
      page: .reading, "show only the focused pane's rows that contain all words that you type",
      "For a module: in its name, its composites' names or its events. For a cleanup row: in the owner, kind, "
        + "name or reason. Enter keeps the filter, Esc shows all.",
      view: { state, _ in state.openFilter() }),
    UserCommand(
      "Esc", named: ["show all"], bar: { _ in ("show all", 2) }, refusal: { $0.filterQuery.isEmpty ? "" : nil },
      view: { state, _ in state.showAll() }),
    UserCommand(
      "n N", named: ["next match", "previous match"], bar: { _ in ("next", 9) },
      page: .reading, "to the next or previous row that matches the last search, also when all are shown",
      refusal: {
        $0.lists[$0.focus].query.isEmpty ? "There was no search in this pane yet: / starts one." : nil
      },
      view: { state, key in state.findAgain(by: key == .character("n") ? 1 : -1) }),
    UserCommand(
      "v", named: ["fold"], page: .panes,
      "fold or unfold the selected row's nested composite or owner; a row for many equal objects unfolds into one row "
        + "for each",
      refusal: { $0.focus.content.foldProblem(in: $0) },
      view: { state, _ in state.focus.content.toggleFold(in: &state) }),
    UserCommand(
      "z", named: ["zoom"],
      bar: {
        guard $0.size.width >= Layout.widthForPanes else { return nil }
        return $0.isZoomed ? ("all panes", 2) : ("zoom", 12)
      }, page: .panes, "show only the focused pane, or all panes again",
      view: { state, _ in state.isZoomed.toggle() }),
    UserCommand("Esc", refusal: { $0.isZoomed ? nil : "" }, view: { state, _ in state.isZoomed = false }),
    // When on, these stay in the key bar longest, so that the user finds the way back.
    UserCommand(
      "Space", named: ["freeze"], needs: .live, bar: { $0.isFrozen ? ("resume", 1) : ("freeze", 13) },
      page: .reading,
      "freeze the view: the application continues, and new entries are counted; again: unfreeze",
      "Commands that act on the application, such as f or x, unfreeze too. Meanwhile, the journal keeps a few MB.",
      view: { state, _ in state.toggleFreeze() }),
    UserCommand(
      "R", named: ["record"], needs: .recording, bar: { $0.isRecording ? ("stop recording", 3) : ("record", 14) },
      page: .reading,
      "record to a file in the working folder, named after the application and the time; again: stop",
      verbs: [
        .acts("record [FILE]", "record to a file, by default one named after the application and the time") {
          [.record(to: $1.rest.isEmpty ? nil : PlainLine.unquoted($1.rest))]
        },
        .acts("stop recording", "stop recording") { state, _ in
          guard state.isRecording else { throw PlainProblem("Nothing is being recorded.") }
          return [.stopRecording]
        },
      ],
      press: { state, _ in state.toggleRecording() }),
    UserCommand(
      "y", named: ["copy"], bar: { $0.selected == nil ? nil : ("copy", 14) },
      page: .reading,
      "copy the open text or the selection: a module's or object's detail, the whole event, a page of this help",
      "The terminal must let programs write to the clipboard (OSC 52). It may ask. In tmux, the text is also in a buffer.",
      press: { state, _ in state.copy() }),
    UserCommand(
      "m", named: ["mouse"], bar: { ($0.isMouseOn ? "mouse off" : "mouse on", 15) },
      page: .panes, "turn the mouse off, to select text, or on again",
      view: { state, _ in state.toggleMouse() }),
  ]

  static let general = [
    UserCommand(
      "j k", named: ["down", "up"],
      also: [.up, .down, .pageUp, .pageDown, .control("u"), .control("d"), .home, .end], as: .arrows,
      bar: { state in
        state.rows(of: state.focus).count > 1 ? ("move", 8) : nil
      },
      page: .panes,
      "a row down or up, also with the arrows; PgUp, PgDn: a page; ^U, ^D: half a page; g, G: to the ends",
      view: { state, key in state.move(key) }),
    UserCommand(
      "g G", named: ["first row", "last row"],
      view: { state, key in state.move(key) }),
    order,
    UserCommand(
      "1 2 3 Tab", named: ["order pane", "timings pane", "cleanup pane", "next pane"], also: [.backTab],
      as: .text("1 2 3"),
      bar: { ("pane", $0.size.width < Layout.widthForPanes ? 2 : 12) }, page: .panes, "focus a pane",
      view: { state, key in state.focusPane(by: key) }),
    UserCommand(
      "w", named: ["warnings"],
      bar: { state in
        let log = state.application.warnings
        return log.count > 0 ? ("warnings", 1) : log.allowedCount > 0 ? ("warnings", 6) : nil
      },
      page: .warnings,
      "all warnings by kind: what, where, why it matters, what to do; 1 and 2 go to the module and the event",
      verbs: [
        .says(
          "warnings [KIND or NUMBER]", also: "warning", summary: "all by kind, or one: why it matters and what to do"
        ) { try $0.warningLines(about: $1.rest) }
      ],
      view: { state, _ in state.open(WarningsPage(state.application.warnings)) }),
    UserCommand(
      "l", named: ["log"], bar: { ($0.focus == .log ? "hide log" : "log", $0.focus == .log ? 2 : 9) },
      page: .warnings,
      "the log: the modules' output and log messages, and all warnings, newest last; again: hide it",
      verbs: [
        .says("log [WORDS]", summary: "the modules' output and log messages, and all warnings, newest last") {
          $0.lines(of: .log, fitting: $1.rest)
        }
      ],
      view: { state, _ in state.toggle(.log) }),
    UserCommand("Esc", refusal: { $0.focus.isColumn ? "" : nil }, view: { state, _ in state.hideOpenedPane() }),
    UserCommand(
      "d", named: ["lab"], needs: .experiments, bar: { _ in ("lab", 9) },
      page: .ownership,
      "the delegate lab: experiments that show what keeps a delegate alive, and what is read after its death",
      verbs: [.acts("lab [EXPERIMENT]") { try $0.runExperiment(named: $1.rest) }],
      view: { state, _ in state.open(LabPage(reading: state.lab.reading)) }),
    UserCommand(
      "e", named: ["export"], needs: .exports, bar: { _ in ("export", 13) },
      page: .reading,
      "export the kept journal to a file: a trace for Perfetto, a table, JSON, or a chart or report of the launch or "
        + "of the dispatch that you went back to",
      verbs: [.acts("export FORMAT [FILE]") { try $0.export($1) }],
      view: { state, _ in state.open(ExportMenu()) }),
    UserCommand(
      "? F1", named: ["help"], as: .text("?"), bar: { _ in ("help", 2) },
      page: .panes, "open or close this help; the arrows turn its pages and scroll",
      verbs: [.says("help [COMMAND]", also: "?", summary: "this list, or one command") { try $0.helpLines(about: $1) }],
      view: { state, _ in state.open(HelpPage()) }),
    UserCommand(
      ":", named: ["palette"], bar: { _ in ("commands", 7) }, page: .panes,
      "find a command, an event or a module by part of its name; shows keys, and why a command is unavailable",
      view: { state, _ in state.open(CommandPalette(in: state)) }),
    // The terminal handles these.
    UserCommand("^L", named: ["redraw"], page: .panes, "redraw the screen"),
    UserCommand("^Z", named: ["suspend"], page: .panes, "suspend; fg resumes"),
    UserCommand(
      "q", named: ["quit"], bar: { _ in ("quit", 0) }, page: .panes, "quit",
      verbs: [PlainVerb("quit", also: ["q", "exit"], "quit, as the end of input does")], press: { _, _ in [.quit] }),
  ]
}
#endif
