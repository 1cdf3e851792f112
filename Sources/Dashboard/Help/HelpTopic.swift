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

  /// Those that are of use, in order.
  static func pages(for state: DashboardState) -> [HelpTopic] {
    allCases.filter { ($0 != .firing || state.mayAct) && ($0 != .replay || state.playback != nil) }
  }

  /// What the page says: what its keys do, then what the words on the screen mean. The first page begins with the panes.
  func lines(for state: DashboardState) -> [Detail.Line] {
    let keys = UserCommand.table.filter { $0.page == self && state.problem(with: $0.need) == nil }
      .flatMap { command in
        command.help.enumerated().map {
          Detail.Line(
            label: $0 == 0 ? state.shown(command.keys, of: command) : "", text: state.filled($1),
            labelStyle: Palette.key)
        }
      }
    let words = words.filter { state.problem(with: Self.needs[$0.key] ?? .nothing) == nil }
      .map { Detail.Line(label: $0.key, text: state.filled($0.value)) }
    let gap = keys.isEmpty || words.isEmpty ? [] : [Detail.Line(text: "")]
    return self == .panes ? words + gap + keys : keys + gap + words
  }

  /// What there has to be, so that a word is of use.
  private static let needs: [String: UserCommand.Need] = ["waiting": .control, "REC": .recording]

  private var words: KeyValuePairs<String, String> {
    switch self {
    case .panes:
      [
        "1 Order": "The modules in the order in which every event calls them, and how many objects each owns.",
        "2 Timings":
          "The latest event, or an earlier one: what each module answered, when and how long its handler ran; {t}: statistics.",
        "3 Cleanup":
          "The owned objects that were cleaned up, by owner; the number counts acquisitions, so it runs down.",
        "click": "selects what is clicked, or presses the key that is named there; twice opens it; the wheel moves.",
      ]
    case .firing:
      [
        "each":
          "Of a launch that is repeated: 'relaunch' creates all modules anew each time, which gives cold times; the arrows "
          + "choose 'resend', to the modules that are there.",
        "+": "marks, while you choose an event, the modules that it will call.",
        "calls": "Who will be called, in this order.",
        "skips": "Who handles the event and is left out, because it is off or gone.",
        "answer": "How the votes are combined. All modules are called, whatever the earlier ones answered.",
        "state": "The event is not expected now. It is sent all the same, and marked.",
      ]
    case .replay:
      [
        "[   ]": "The seek bar. A click goes there. It counts entries, not time, so that no part of it is empty.",
        "L W": "on the bar: here the application was launched, or something was warned of.",
        "pauses": "Where nothing was written for longer, the playhead does not wait any longer; --real-time: it does.",
        "entry": "What is shown comes of the first so many entries. A dispatch is written when it is over.",
        "DROPPED": "Entries that the journal had lost before they could be written to the recording.",
        "UNREAD": "Lines of the file that are no entries: it was damaged, or something newer wrote it.",
        "REPLAY": "Nothing that is done here changes a recording, or runs any code of its application.",
      ]
    case .modules:
      [
        "main": "The module that owns the window. It can't be removed or switched off.",
        "off": "A module that is switched off.",
        "gone": "One that was removed; \"held\": it is alive all the same, because something holds it.",
        "events": "How many events it handles; the detail names them.",
        "owns": "How many objects it owns now.",
        "indented": "Below a composite, its modules; below a module, the parts of its handler that have names.",
      ]
    case .timings:
      [
        "bars": "are full where a handler computed, shaded where it waited for a processor, and light where it was "
          + "blocked: asleep, in I/O, at a lock; with --ascii # ~ and dots.",
        "share": "is what part of the whole event's time a handler took; the bars are on one axis, from 0 ms.",
        "self":
          "is a handler's own time, with its named parts, which also have rows below its own; events that it sent are not in it.",
        "sent": "in the answer column: an event that the handler above sent; \"over\": longer than its budget.",
        "!": "in the waterfall: the event's budget was used up here; what is right of it came too late.",
        "-": "in the answer column: the module was asked and abstained. \"done\": it was told, not asked.",
        "p50": "half of the times were no longer; p95: 95 of a hundred; p99: 99. Exact, over all that are kept.",
        "trend": "how the median of the newer half of the times differs from that of the older half.",
        "outliers": "times over twice the median, and further above the upper quartile than 1.5 quartile distances.",
        "began": "in an event's detail: how long after the event's beginning the handler was called.",
      ]
    case .ownership:
      [
        "OVERDUE": "A removed module is still alive: something holds it, and so its objects stay open.",
        "likely": "is a hint at who holds it, no proof: nothing in Swift tells who holds an object.",
        "freed late": "A late release: an owner that was overdue went after all.",
        "too late": "It was acquired when its owner had gone already, and cleaned at once.",
        "open": "Not cleaned yet, although its owner is gone or should be.",
        "last first": "What was acquired last is cleaned first, one at a time, each exactly once.",
      ]
    case .warnings:
      [
        "last line": "Above the keys stands the latest warning, or what a module printed, until an event without one.",
        "!": "in the log: a warning. A number and \u{00D7} before a line: so many equal ones, one after the other.",
        "WARNINGS": "How many there were. A module's detail has its own, a dispatch's detail those about it.",
        "allowed": "Warnings that --allow, or 'allow:' in the map, keeps quiet about: counted, and not shown.",
        "threw": "A handler threw an error. It abstains, and the other modules go on.",
        "runs": "A handler is at work now. Its time goes on beside what the event may take.",
        "waiting": "Commands that wait until it returns. Keys work meanwhile, and {q} leaves at once.",
        "DROPPED": "Entries that the journal no longer had when the screen came to read them.",
      ]
    case .reading:
      [
        "REC": "What happens is being recorded. What the journal had of the past comes first."
      ]
    }
  }
}
#endif
