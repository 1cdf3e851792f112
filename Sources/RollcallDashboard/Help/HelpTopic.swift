#if CommandLine
import RollcallTerminalUI

/// A page of the help.
enum HelpTopic: String, Sendable, CaseIterable {
  case panes = "Panes"
  case firing = "Firing"
  case replay = "Replay"
  case modules = "Modules"
  case timings = "Timings"
  case ownership = "Ownership"
  case warnings = "Warnings"
  case reading = "Reading"

  /// The pages that apply, in order.
  static func pages(for state: DashboardState) -> [HelpTopic] {
    allCases.filter { ($0 != .firing || state.mayFire) && ($0 != .replay || state.playback != nil) }
  }

  /// The page's lines: first its keys and what they do, then the words on the screen. The panes' page has its words
  /// first.
  func lines(for state: DashboardState) -> [Detail.Line] {
    let keys = UserCommand.table.filter { $0.page == self && state.problem(with: $0.need) == nil }
      .flatMap { command in
        command.help.enumerated().map {
          Detail.Line(label: $0 == 0 ? command.keys : "", text: $1, labelStyle: Style.key)
        }
      }
    let words = words.filter { state.problem(with: Self.needs[$0.key] ?? .nothing) == nil }
      .map { Detail.Line(label: $0.key, text: $0.value) }
    let gap = keys.isEmpty || words.isEmpty ? [] : [Detail.Line(text: "")]
    return self == .panes ? words + gap + keys : keys + gap + words
  }

  /// What must be available for a word to be listed.
  private static let needs: [String: UserCommand.Need] = ["waiting": .control, "REC": .recording, "NO REC": .recording]

  private var words: KeyValuePairs<String, String> {
    switch self {
    case .panes:
      [
        "1 Order": "The modules in the order in which every event calls them, and how many objects each owns.",
        "2 Timings":
          "The latest event, or an earlier one: each module's answer, and when and how long it ran; t: statistics.",
        "3 Cleanup":
          "The owned objects that were cleaned, by owner. Numbers count acquisitions, so they run down.",
        "click": "Selects a row, or presses the key named there; a double-click opens; the wheel moves.",
      ]
    case .firing:
      [
        "each":
          "For a repeated launch: 'relaunch' creates all modules anew each time, which gives cold times. The arrows "
          + "choose 'resend', which sends to the existing modules.",
        "+": "Marks the modules that the event you are choosing will call.",
        "calls": "The modules that will be called, in this order.",
        "skips": "The modules that handle the event but are left out, because they are off or gone.",
        "answer": "How the votes are combined. All modules are called, whatever earlier ones answered.",
        "state": "The event is not expected now. It is sent anyway, and marked.",
      ]
    case .replay:
      [
        "[   ]": "The seek bar. Click it to go to an entry. It counts entries, not time, so no part of it is empty.",
        "L W": "On the bar: a launch (L), or a warning (W).",
        "entry": "The screen shows the state after this many entries. A dispatch is written when it is over.",
        "DROPPED": "Entries that the journal discarded before they could be recorded.",
        "UNREAD": "Lines of the file that are not entries: it is damaged, or a newer version wrote it.",
        "REPLAY": "Nothing you do here changes the recording, or runs code of its application.",
      ]
    case .modules:
      [
        "main": "The module that owns the window. It can't be removed or switched off.",
        "off": "A module that is switched off.",
        "gone": "A removed module. \"held\": it is still alive, because something holds it.",
        "events": "How many events the module handles. Its detail names them.",
        "owns": "How many objects the module owns now.",
        "indented": "Below a composite, its modules; below a module, the named parts of its handler.",
      ]
    case .timings:
      [
        "bars": "Full where a handler computed, shaded where it waited for a processor, and light where it was "
          + "blocked (asleep, in I/O, at a lock); with --ascii: # ~ and dots.",
        "share": "The handler's part of the whole event's time. All bars are on one axis, from 0 ms.",
        "self":
          "The handler's own time. It includes named parts, which have rows below, but not events that it sent.",
        "sent": "In the answer column: an event that the handler above sent. \"over\": it exceeded its budget.",
        "held": "In the answer column: the module was starting. It gets the event once it has started.",
        "!": "In the waterfall: the event's budget was used up here. Everything to the right was too late.",
        "-": "In the answer column: the module was asked and abstained. \"done\": it was told, not asked.",
        "p50": "Half of the times were no longer than this; p95: 95%; p99: 99%. Exact, over all kept times.",
        "e": "In a launch's detail, which Enter opens here: what the launch consisted of, and what could start later.",
        "began": "In an event's detail: how long after the start of the event the handler was called.",
      ]
    case .ownership:
      [
        "OVERDUE": "A removed module is still alive: something holds it, so its objects stay open.",
        "likely": "A hint at what holds it, not proof: Swift can't tell what holds an object.",
        "freed late": "A late release: an overdue owner was freed after all.",
        "too late": "The object was acquired after its owner had gone, and was cleaned at once.",
        "open": "Not cleaned yet, although its owner is gone or should be.",
        "last first": "The last acquired object is cleaned first, one at a time, each exactly once.",
      ]
    case .warnings:
      [
        "last line": "Above the keys: the latest warning or module output, until an event without either.",
        "!": "In the log: a warning. A number and \u{00D7} before a line: how many equal lines came in a row.",
        "WARNINGS": "How many there were. The detail of a module or dispatch lists its own.",
        "allowed": "Warnings that --allow, or 'allow:' in the map, silences: counted but not shown.",
        "threw": "A handler threw an error. It counts as abstaining, and the other modules are still called.",
        "runs": "A handler is running now. Its time so far is shown, with the event's budget.",
        "waiting": "Commands that wait for a handler to return. Keys still work, and q quits at once.",
        "DROPPED": "Entries that the journal discarded before the screen could read them.",
      ]
    case .reading:
      [
        "REC": "A recording is running. It starts with the earlier entries that the journal had kept.",
        "NO REC": "The recording has ended by itself, for example because the disk is full. R starts another one.",
      ]
    }
  }
}
#endif
