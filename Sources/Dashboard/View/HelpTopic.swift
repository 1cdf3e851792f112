#if CommandLine
/// The pages of the help.
enum HelpTopic: String, Sendable, CaseIterable {
  case panes = "Panes"
  case firing = "Firing"
  case replay = "Replay"
  case modules = "Modules"
  case timings = "Timings"
  case ownership = "Ownership"
  case warnings = "Warnings"
  case reading = "Reading"

  /// Those for an application that is live, or for a recording, in order.
  static func pages(isReplay: Bool) -> [HelpTopic] { allCases.filter { $0 != (isReplay ? .firing : .replay) } }
}

/// What the pages of the help say.
extension HelpTopic {
  /// What holds for an application that is live, or for a recording.
  func lines(isReplay: Bool) -> [HelpLine] {
    guard isReplay else { return lines }
    let kept = lines.filter { !$0.isActing && $0.label != HelpLine.labKey }
    return Array(kept.drop { $0.label.isEmpty && $0.text.isEmpty })
  }

  var lines: [HelpLine] {
    switch self {
    case .panes: Self.panesPage
    case .firing: Self.firingPage
    case .replay: Self.replayPage
    case .modules: Self.modulesPage
    case .ownership: Self.ownershipPage
    case .warnings: Self.warningsPage
    case .timings: Self.timingsPage
    case .reading: Self.readingPage
    }
  }

  private static let panesPage: [HelpLine] = [
    .word("1 Order", "The modules in the order in which every event calls them, and how many objects each owns."),
    .word(
      "2 Timings",
      "The latest event, or an earlier one: what each module answered, when and how long its handler ran; t: statistics."
    ),
    .word(
      "3 Cleanup", "The owned objects that were cleaned up, by owner; the number counts acquisitions, so it runs down."),
    .gap,
    .key("1 2 3 Tab", "focus a pane"),
    .key("j k", "or the arrows: one row down or up; PgUp and PgDn a page, g and G to the ends"),
    .key("Enter", "detail of what is selected, in the timings all of the event's handlers; Esc goes back"),
    .key("z", "the focused pane alone in the whole frame, or all of them again"),
    .key("m", "the mouse off, so that it selects text, or on again"),
    .word("click", "selects what is clicked, or presses the key that is named there; twice opens it; the wheel moves."),
    .key("? F1", "this help, and out of it; the arrows turn its pages and scroll"),
    .key("^L", "draw the screen anew"),
    .key("^Z", "suspend; fg comes back"),
    .key("q", "quit"),
  ]

  private static let firingPage: [HelpLine] = [
    .key("f", "choose an event, fill in its arguments, fire it"),
    .key("F", "fire the last one again, with the same arguments and as often as then"),
    .key("Tab", "in the sheet: the next argument, then 'repeat', how often to fire it, up to 1,000,000 times"),
    .word(
      "each",
      "Of a launch that is repeated: 'relaunch' creates all modules anew each time, which gives cold times; the arrows "
        + "choose 'resend', to the modules that are there."),
    .key(
      "^A ^E ^W", "in a text: to its beginning, to its end, erase a word; ^U erases all, the arrows move the cursor"),
    .key("Esc", "while an event is fired repeatedly: no more of it"),
    .key("s r", "when launching again: send it again, or relaunch with modules made anew"),
    .gap,
    .word("+", "marks, while you choose an event, the modules that it will call."),
    .word("calls", "Who will be called, in this order."),
    .word("skips", "Who handles the event and is left out, because it is off or gone."),
    .word("answer", "How the votes are combined. All modules are called, whatever the earlier ones answered."),
    .word("state", "The event is not expected now. It is sent all the same, and marked."),
  ]

  private static let modulesPage: [HelpLine] = [
    .acting("x", "remove the selected module: the composite lets go of it"),
    .acting("u", "bring the selected removed module back, else the last one removed"),
    .acting("c", "catch up: send the selected module, and no other, the launch that it came too late for"),
    .acting("o", "switch the selected module off or on: off, no event calls it, and it keeps what it owns"),
    .acting("J K", "move the selected module down or up in the order of the calls, as far as 'after:' allows"),
    .gap,
    .word("main", "The module that owns the window. It can't be removed or switched off."),
    .word("off", "A module that is switched off."),
    .word("gone", "One that was removed; \"held\": it is alive all the same, because somebody holds it."),
    .word("events", "How many events it handles; the detail names them."),
    .word("owns", "How many objects it owns now."),
    .word("indented", "Below a composite, its modules; below a module, the parts of its handler that have names."),
  ]

  private static let ownershipPage: [HelpLine] = [
    .acting("i", "what is overdue here: clean the object that may hold it, invalidate the session, stop the timer"),
    .key(
      HelpLine.labKey,
      "the delegate lab: experiments that show who keeps a delegate alive, and what is read after its death"),
    .gap,
    .word("OVERDUE", "A removed module is still alive: somebody holds it, and so its objects stay open."),
    .word("likely", "is a hint at who holds it, no proof: nothing in Swift tells who holds an object."),
    .word("freed late", "A late release: an owner that was overdue went after all."),
    .word("too late", "It was acquired when its owner had gone already, and cleaned at once."),
    .word("open", "Not cleaned yet, although its owner is gone or should be."),
    .word("last first", "What was acquired last is cleaned first, one at a time, each exactly once."),
  ]

  private static let warningsPage: [HelpLine] = [
    .key(
      "w", "all warnings by kind: what, where, why it matters, what to do; 1 and 2 lead to the module and the event"),
    .word(
      "last line", "Above the keys stands the latest warning, or what a module printed, until an event without one."),
    .word("WARNINGS", "How many there were. A module's detail has its own, a dispatch's detail those about it."),
    .word("allowed", "Warnings that --allow, or 'allow:' in the map, keeps quiet about: counted, and not shown."),
    .word("threw", "A handler threw an error. It abstains, and the other modules go on."),
    .word("runs", "A handler is at work now. Its time goes on beside what the event may take."),
    .acting("waiting", "Commands that wait until it returns. Keys work meanwhile, and q leaves at once.", isKey: false),
    .word("DROPPED", "Entries that the journal no longer had when the screen came to read them."),
  ]

  private static let readingPage: [HelpLine] = [
    .key("/", "show only the focused pane's rows that fit: words, all of which must be found in the row"),
    .word(
      "",
      "Of a module in its name, a composite's around it, or an event that it handles; of a cleanup row in the "
        + "owner, kind, name or reason. Enter keeps the filter, Esc shows all."),
    .key("n N", "to the next or previous row that fits what was looked for last, also when all are shown"),
    .acting(
      "Space", "freeze the view: the application goes on, and what comes is counted; again, and the view goes on"),
    .acting(
      "", "What acts on the application, such as f or x, ends it too. Of what comes, the journal keeps some megabytes.",
      isKey: false),
    .key("y", "copy what is read or selected: a module's or object's detail, the whole event, a page of this help"),
    .word("", "The terminal has to let programs write to the clipboard (OSC 52), and may ask."),
    .acting(
      "R", "record what happens to a file in the working folder, named after the application and the time; again: stop"
    ),
    .acting("REC", "What happens is being recorded. What the journal had of the past comes first.", isKey: false),
    .key(
      HelpLine.exportKey,
      "export what the journal keeps into a file: a trace for Perfetto, a table, JSON, a chart or a report of the launch, or of the dispatch that you have gone back to"
    ),
  ]

  private static let timingsPage: [HelpLine] = [
    .key("[ ]", "show the event that was fired before, or after; it stays while others come. Esc: the latest again"),
    .key("{ }", "the same, stopping at the events too that handlers sent"),
    .key("t", "statistics of the event that is shown, over all of its dispatches that are kept; again: the waterfall"),
    .key(
      "s",
      "sort the modules by the next: their order, a time, what they own, their names. Rows never move by themselves"
    ),
    .key("S", "sort by the same again, where the times have changed since"),
    .gap,
    .word("share", "is what part of the whole event's time a handler took; the bars are on one axis, from 0 ms."),
    .word(
      "self",
      "is a handler's own time, with its named parts, which also have rows below its own; events that it sent are not in it."
    ),
    .word("sent", "in the answer column: an event that the handler above sent; \"over\": longer than its budget."),
    .word("!", "in the waterfall: the event's budget was used up here; what is right of it came too late."),
    .word("-", "in the answer column: the module was asked and abstained. \"done\": it was told, not asked."),
    .word("p50", "half of the times were no longer; p95: 95 of a hundred; p99: 99. Exact, over all that are kept."),
    .word("trend", "how the median of the newer half of the times differs from that of the older half."),
    .word(
      "outliers", "times over twice the median, and further above the upper quartile than 1.5 quartile distances."),
    .word("began", "in an event's detail: how long after the event's beginning the handler was called."),
  ]
}

/// How a recording is played.
extension HelpTopic {
  static let replayPage: [HelpLine] = [
    .key("Space", "play, or pause; at the end, play from the beginning"),
    .key(", .", "one entry of the recording back, or on"),
    .key("< >", "to the event before, or to the next, whichever it is"),
    .key("f", "choose an event and go to where it comes next, with ^P to where it came last"),
    .key("F", "go to where that event comes next"),
    .key("\u{2190} \u{2192}", "a twentieth of the recording back, or on"),
    .key("0 $", "to its beginning, or to its end"),
    .key("- +", "slower, or faster: from 1/8 of the speed at which it happened to 1,000 times that, and max"),
    .key("Esc", "while it is on its way to a distant place: stay here"),
    .gap,
    .word("[   ]", "The seek bar. A click goes there. It counts entries, not time, so that no part of it is empty."),
    .word("L W", "on the bar: here the application was launched, or something was warned of."),
    .word(
      "pauses", "Where nothing was written for longer, the playhead does not wait any longer; --real-time: it does."),
    .word("entry", "What is shown comes of the first so many entries. A dispatch is written when it is over."),
    .word("DROPPED", "Entries that the journal had lost before they could be written to the recording."),
    .word("UNREAD", "Lines of the file that are no entries: it was damaged, or something newer wrote it."),
    .word("REPLAY", "Nothing that is done here changes a recording, or runs any code of its application."),
  ]
}
#endif
