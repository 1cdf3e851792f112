#if CommandLine
import TerminalUI

/// The commands of the overlays. `edit` handles the keys of text fields.
extension UserCommand {
  private static let steps: [Key] = [.up, .down, .pageUp, .pageDown]
  private static let allSteps =
    steps + [.home, .end, .control("d"), .control("u")]
    + [.character("j"), .character("k"), .character("g"), .character("G")]

  static let overlays = fireSheet + seeking + confirming + exporting + sorting + filtering + palette + searching

  private static let fireSheet = [
    UserCommand(
      "Enter", in: [.firing], bar: { $0.fireSheet?.chosen == nil ? nil : ("fire", 0) },
      press: { state, _ in state.fireSheet.map { state.enter($0) } ?? [] }),
    UserCommand(
      "Tab", also: [.backTab], in: [.firing], bar: { $0.fireSheet?.chosen == nil ? nil : ("next field", 2) },
      page: .firing, "in the sheet: the next argument, then 'repeat', how often to fire it, up to 1,000,000 times",
      press: { state, key in state.changeSheet { $0.moveField(by: key == .tab ? 1 : -1) } }),
    UserCommand(
      "Left Right", also: [.character(" ")], in: [.firing], as: .sideways, bar: { _ in ("relaunch or resend", 2) },
      refusal: { $0.fireSheet?.isChoosingLaunch == true ? nil : "" },
      press: { state, _ in state.changeSheet { $0.isRelaunching.toggle() } }),
    UserCommand(
      also: steps, in: [.firing], as: .arrows,
      bar: { $0.fireSheet?.isChoosingLaunch == true ? nil : ("event", 3) },
      press: { state, key in state.moveInSheet(key) }),
    UserCommand(
      "^A ^E ^W", also: [.control("u")], in: [.firing], as: .text("^U"),
      bar: { $0.fireSheet?.isChoosingLaunch == true ? nil : ("clear", 4) },
      page: .firing, "in a text: to its start, to its end, erase a word; ^U erases all, the arrows move the cursor",
      press: { state, key in state.edit(key) }),
    close("close", 1, in: .firing, also: []),
  ]

  private static let seeking = [
    UserCommand(
      "Enter", in: [.seeking], bar: { $0.fireSheet?.occurrences?.next == nil ? nil : ("go to the next", 0) },
      press: { state, _ in state.seek { .next(event: $0) } }),
    UserCommand(
      "^P", in: [.seeking], bar: { $0.fireSheet?.occurrences?.previous == nil ? nil : ("to the previous", 2) },
      press: { state, _ in state.seek { .previous(event: $0) } }),
    UserCommand(
      also: steps, in: [.seeking], as: .arrows, bar: { $0.fireSheet?.matches.count ?? 0 > 1 ? ("event", 3) : nil },
      press: { state, key in state.moveInSheet(key) }),
    UserCommand(
      "^U", in: [.seeking], bar: { $0.fireSheet?.query.isEmpty == false ? ("clear", 4) : nil },
      press: { state, key in state.edit(key) }),
    close("close", 1, in: .seeking, also: []),
  ]

  private static let confirming = [
    UserCommand(
      "s", also: [.enter], in: [.confirming], needs: .firing, bar: { _ in ("send it again", 1) },
      page: .firing, "when launching again: send it to the modules as they are", verbs: [.resend],
      press: { state, _ in state.confirm(isRelaunch: false) }),
    UserCommand(
      "r", in: [.confirming], needs: .control, bar: { _ in ("relaunch with new modules", 2) },
      page: .firing, "when launching again: relaunch with new modules", verbs: [.relaunch],
      press: { state, _ in state.confirm(isRelaunch: true) }),
    close("neither", 0, in: .confirming, also: [.character("q")]),
  ]

  private static let exporting = [
    UserCommand(
      "Enter", in: [.exporting], bar: { _ in ("export", 1) }, press: { state, _ in state.exportSelected() }),
    UserCommand(
      also: steps + [.home, .end], in: [.exporting], as: .arrows, bar: { _ in ("choose", 2) },
      press: { state, key in state.moveInList(key) }),
    close("close", 0, in: .exporting),
  ]

  private static let sorting = [
    UserCommand("Enter", in: [.sorting], bar: { _ in ("sort", 1) }, view: { state, _ in state.chooseInSortMenu() }),
    UserCommand(
      also: allSteps, in: [.sorting], as: .arrows, bar: { _ in ("choose", 2) },
      press: { state, key in state.moveInList(key) }),
    UserCommand(also: [.character("s")], in: [.sorting], view: { state, _ in state.chooseNextSortKey() }),
    UserCommand(
      "r", also: [.character(" ")], in: [.sorting], bar: { _ in ("reverse", 3) },
      view: { state, _ in state.reverseInSortMenu() }),
    close("close", 0, in: .sorting),
  ]

  private static let palette = [
    UserCommand(
      "Enter", in: [.palette], bar: { $0.palette?.selected == nil ? nil : ("do", 1) },
      press: { state, _ in state.chooseInPalette() }),
    UserCommand(
      also: steps, in: [.palette], as: .arrows, bar: { $0.palette?.items.count ?? 0 > 1 ? ("choose", 2) : nil },
      press: { state, key in state.moveInList(key) }),
    UserCommand(
      "Tab", in: [.palette], bar: { $0.palette?.selected == nil ? nil : ("complete", 3) },
      view: { state, _ in state.completeInPalette() }),
    UserCommand(
      "^U", in: [.palette], bar: { $0.palette?.text.text.isEmpty == false ? ("clear", 4) : nil },
      press: { state, key in state.edit(key) }),
    close("close", 0, in: .palette, also: []),
  ]

  /// While the user types a search in a text.
  private static let searching = [
    UserCommand("Enter", in: [.searching], bar: { _ in ("search", 1) }, view: { state, _ in state.endSearch() }),
    UserCommand(
      "^U", in: [.searching], bar: { $0.search.query.isEmpty ? nil : ("clear", 2) },
      press: { state, key in state.edit(key) }),
    UserCommand(
      "Esc", in: [.searching], bar: { _ in ("cancel", 0) }, view: { state, _ in state.search = TextSearch() }),
  ]

  private static let filtering = [
    UserCommand("Enter", in: [.filter], bar: { _ in ("keep", 1) }, view: { state, _ in state.overlay = nil }),
    UserCommand(
      also: steps + [.home, .end], in: [.filter], as: .arrows, bar: { _ in ("row", 3) },
      view: { state, key in state.moveWhileFiltering(key) }),
    UserCommand(
      "^U", in: [.filter], bar: { $0.overlay == .filter("") ? nil : ("clear", 2) },
      press: { state, key in state.edit(key) }),
    UserCommand(
      "Esc", in: [.filter], bar: { _ in ("show all", 0) },
      view: { state, _ in
        state.overlay = nil
        state.setFilter("")
      }),
  ]

  static let pages = reading + lab + warnings

  private static let reading = [
    UserCommand(
      "\u{2190} \u{2192}", also: [.tab, .backTab], in: [.help], as: .sideways, bar: { _ in ("page", 1) },
      view: { state, key in state.turnHelp(by: key == .right || key == .tab ? 1 : -1) }),
    UserCommand(
      also: allSteps, in: [.reading, .help], as: .arrows, bar: { $0.lastScroll > 0 ? ("scroll", 2) : nil },
      view: { state, key in state.scroll(key) }),
    UserCommand(
      "/", in: [.reading, .help], bar: { _ in ("search", 5) }, page: .reading,
      "search a text such as this one, and mark the words; n and N: the next and previous match",
      view: { state, _ in state.search = TextSearch(isTyping: true) }),
    UserCommand(
      "n N", in: [.reading, .help], bar: { $0.search.query.isEmpty ? nil : ("next", 4) },
      refusal: { $0.search.query.isEmpty ? "There was no search in this text yet: / starts one." : nil },
      view: { state, key in state.searchAgain(by: key == .character("n") ? 1 : -1) }),
    UserCommand(
      "Esc", in: [.reading, .help], bar: { _ in ("show unmarked", 6) }, refusal: { $0.search.query.isEmpty ? "" : nil },
      view: { state, _ in state.search = TextSearch() }),
    copy(3, in: [.reading, .help]),
    close("back", 0, in: .reading, also: leaving + [.enter, .character("z")]),
    close("back", 0, in: .help, also: leaving + [.enter, .character("z"), .character("?"), .function(1)]),
    UserCommand(
      also: [.character("?"), .function(1)], in: [.reading], view: { state, _ in state.overlay = .help(scroll: 0) }),
  ]

  private static let lab = [
    UserCommand(
      "Enter", in: [.lab],
      bar: { state in
        switch state.labPage?.isRunning {
        case nil: ("run", 0)
        case false?: ("run again", 0)
        case true?: nil
        }
      }, press: { state, _ in state.runChosenExperiment() }),
    UserCommand(
      also: [.up, .down, .character("k"), .character("j")], in: [.lab], as: .arrows, bar: { _ in ("choose", 2) },
      press: { state, key in state.moveInList(key) }),
    UserCommand(
      "PgUp/PgDn", also: [.home, .end, .character("g"), .character("G")], in: [.lab],
      bar: { LabView(state: $0).lastScroll > 0 ? ("scroll", 3) : nil }, view: { state, key in state.scrollLab(key) }),
    copy(4, in: [.lab]),
    close("close", 1, in: .lab, also: leaving + [.character("d")]),
  ]

  private static let warnings = [
    UserCommand(
      "Enter", in: [.warnings],
      bar: { $0.warningSheet?.selection == nil ? nil : ($0.warningSheet?.isReading == true ? "list" : "read", 2) },
      view: { state, _ in state.changeWarnings { $0.isReading = !$0.isReading && $0.selection != nil } }),
    UserCommand(
      also: allSteps, in: [.warnings], as: .arrows,
      bar: { $0.warningSheet?.log.count ?? 0 > 1 ? ("choose", 3) : nil },
      press: { state, key in state.moveInWarnings(key) }),
    UserCommand(
      "PgUp/PgDn", in: [.warnings],
      bar: { state in
        state.warningSheet.flatMap { WarningsView(state: state, sheet: $0).lastScroll > 0 ? ("scroll", 4) : nil }
      }),
    UserCommand(
      "1", in: [.warnings], bar: { _ in ("its module", 5) }, refusal: { $0.warnedModule == nil ? "" : nil },
      view: { state, _ in state.leaveWarningsForModule() }),
    UserCommand(
      "2", in: [.warnings], bar: { $0.warnedDispatch.map { ("#\($0)", 6) } },
      refusal: { $0.warnedDispatch == nil ? "" : nil }, view: { state, _ in state.leaveWarningsForDispatch() }),
    copy(7, in: [.warnings]),
    UserCommand(
      "w", in: [.warnings],
      bar: { $0.application.warnings.count > $0.warningSheet?.log.count ?? 0 ? ("newer", 1) : nil },
      view: { state, _ in
        let log = state.application.warnings
        state.changeWarnings { $0 = WarningSheet(log, selection: $0.selection) }
      }),
    UserCommand(
      "Esc", also: leaving, in: [.warnings], bar: { ($0.warningSheet?.isReading == true ? "back" : "close", 0) },
      view: { state, _ in
        if state.warningSheet?.isReading == true {
          state.changeWarnings { $0.isReading = false }
        } else {
          state.overlay = nil
        }
      }),
  ]

  // MARK: Shared commands

  private static let leaving: [Key] = [.character("q"), .backspace]

  private static func close(_ text: String, _ rank: Int, in context: Context, also aliases: [Key] = leaving)
    -> UserCommand
  {
    UserCommand(
      "Esc", also: aliases, in: [context], bar: { _ in (text, rank) }, view: { state, _ in state.overlay = nil })
  }

  private static func copy(_ rank: Int, in contexts: Set<Context>) -> UserCommand {
    UserCommand(
      "y", in: contexts, bar: { $0.warningSheet.map { $0.selection != nil } ?? true ? ("copy", rank) : nil },
      press: { state, _ in state.copy() })
  }
}
#endif
