import TerminalUI

/// The help: what is seen, and what each key does.
enum HelpView {
  /// Columns for the names of keys and panes.
  static let indent = 12

  /// The text, as a detail's lines.
  static func detail(for state: DashboardState) -> Detail {
    var help = Detail(title: "Help")
    help.add("1 Order", "The modules in the order in which every event calls them, and how many objects each owns.")
    help.add(
      "2 Timings",
      "The latest event, or an earlier one: what each module answered, when and how long its handler ran; t: statistics."
    )
    help.add(
      "3 Cleanup", "The owned objects that were cleaned up, by owner; the number counts acquisitions, so it runs down.")
    help.add("", "")
    for (keys, text) in keys where keys != labKey || !state.source.experiments.isEmpty {
      help.add(keys, text, style: .plain)
    }
    help.add("", "")
    help.add("+", "marks, while you choose an event, the modules that it will call.")
    help.add("share", "is what part of the whole event's time a handler took; the bars are on one axis, from 0 ms.")
    help.add("self", "is a handler's own time; events that it sent itself are not in it, and have rows below its own.")
    help.add("sent", "in the answer column: an event that the handler above sent; \"over\": longer than its budget.")
    help.add("!", "in the waterfall: the event's budget was used up here; what is right of it came too late.")
    help.add("p50", "half of the times were no longer; p95: 95 of a hundred; p99: 99. Exact, over all that are kept.")
    help.add("trend", "how the median of the newer half of the times differs from that of the older half.")
    help.add(
      "outliers", "times over twice the median, and further above the upper quartile than 1.5 quartile distances.")
    help.add("-", "in the answer column: the module was asked and abstained. \"done\": it was told, not asked.")
    help.add("off", "A module that is switched off.")
    help.add("gone", "One that was removed; \"held\": it is alive all the same, because somebody holds it.")
    help.add("OVERDUE", "A removed module is still alive: somebody holds it, and so its objects stay open.")
    help.add("likely", "is a hint at who holds it, no proof: nothing in Swift tells who holds an object.")
    help.add("freed late", "A late release: an owner that was overdue went after all.")
    help.add("too late", "It was acquired when its owner had gone already, and cleaned at once.")
    return help
  }

  /// The key that does nothing where there is no lab.
  private static let labKey = "d"

  private static let keys: [(String, String)] = [
    ("f", "choose an event, fill in its arguments, fire it"),
    ("F", "fire the last one again"),
    ("x", "remove the selected module: the composite lets go of it"),
    ("u", "bring the selected removed module back, else the last one removed"),
    ("o", "switch the selected module off or on: off, no event calls it, and it keeps what it owns"),
    ("J K", "move the selected module down or up in the order of the calls, as far as 'after:' allows"),
    ("i", "what is overdue here: clean the object that may hold it, invalidate the session, stop the timer"),
    ("/", "show only the cleanup rows that fit: words, each in the owner, kind, name or reason; Esc shows all"),
    ("w", "all warnings by kind: what, where, why it matters, what to do; 1 and 2 lead to the module and the event"),
    ("Enter", "detail of what is selected; Esc goes back"),
    ("s r", "when launching again: send it again, or relaunch with modules made anew"),
    (labKey, "the delegate lab: experiments that show who keeps a delegate alive, and what is read after its death"),
    ("[ ]", "show the event that was fired before, or after; it stays while others come. Esc: the latest again"),
    ("{ }", "the same, stopping at the events too that handlers sent"),
    ("t", "statistics of the event that is shown, over all of its dispatches that are kept; again: the waterfall"),
    (
      "s",
      "sort the modules by the next: their order, a time, what they own, their names. Rows never move by themselves"
    ),
    ("S", "sort by the same again, where the times have changed since"),
    ("1 2 3 Tab", "focus a pane"),
    ("j k", "or the arrows: one row down or up; PgUp and PgDn a page, g and G to the ends"),
    ("? F1", "this help"),
    ("^L", "draw the screen anew"),
    ("^Z", "suspend; fg comes back"),
    ("q", "quit"),
  ]
}
