#if CommandLine
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings
import RollcallTextFormatting

/// The times of repeated events: a table for each event, with a row for each handler.
struct RepeatSummary {
  private struct Event {
    var times = EventTimes()
    /// The handlers and their named parts, in the order of their first call.
    var handlers: OrderedDictionary<EventTimes.Row, (place: String, name: String, throwCount: Int)> = [:]
    /// The latest of the launches that ended with this event.
    var launch: (latest: ApplicationLaunch, last: DispatchID)?

    mutating func add(_ dispatch: DispatchEntry) {
      times.add(dispatch)
      for (span, depth) in zip(dispatch.handlers, dispatch.depths) where span.wasCalled {
        let name = indentation(depth) + (span.part ?? span.module)
        let row = EventTimes.Row.handler(span.moduleID, part: span.part)
        handlers[row, default: (span.part == nil ? "\(span.order)" : "", name, 0)].throwCount +=
          span.outcome == .threw ? 1 : 0
      }
    }
  }

  /// The events, in the order in which they were first fired.
  private var events: OrderedDictionary<String, Event> = [:]
  /// The latest launch so far. It is counted with its last event, once no other can follow.
  private var latest: ApplicationLaunch?
  /// The warnings that were shown once, and how often each was repeated.
  private var warnings: OrderedDictionary<String, Int> = [:]

  /// Counts a warning. Returns whether there was one of its kind about its module before.
  mutating func isRepeated(_ warning: WarningEntry) -> Bool {
    let subject = "\(warning.kind)\(warning.module.map { " of \($0)" } ?? "")"
    warnings[subject, default: -1] += 1
    return warnings[subject] != 0
  }

  /// - Parameter launch: The launch that a dispatch or a mark belongs to.
  mutating func add(_ entry: AnyEntry, of launch: ApplicationLaunch?) {
    if case .dispatch(let dispatch) = entry {
      if launch?.steps.count == 1 { countLaunch() }
      events[dispatch.event, default: Event()].add(dispatch)
    }
    latest = launch ?? latest
  }

  private mutating func countLaunch() {
    guard let launch = latest, let last = launch.steps.last else { return }
    events[last.event]?.times.add(launch, above: last.dispatch)
    events[last.event]?.launch = (launch, last.dispatch)
    latest = nil
  }

  /// Counts the last launch. Returns the repeated warnings, and the tables.
  mutating func end() -> String {
    countLaunch()
    let counts = warnings.filter { $1 > 0 }.map {
      "WARNING  \($0.printable(.line)) was repeated \(CountText.times($1, saysTwice: false)).\n"
    }
    return (counts.isEmpty ? "" : counts.joined() + "\n") + events.map { Self.text(of: $0, $1) }.joined()
  }

  private static func text(of name: String, _ event: Event) -> String {
    var times = event.times
    times.sort()
    func row(_ place: String, _ name: String, _ row: EventTimes.Row, throwCount: Int = 0) -> [String] {
      guard let sample = times[row] else { return [] }
      let values = [sample.least, sample.percentile(50), sample.greatest]
      return [place, name, CountText.format(sample.count)]
        + values.map { DurationText.format(nanoseconds: $0 ?? 0) }
        + [throwCount > 0 ? "\(CountText.format(throwCount))\u{00D7}" : ""]
    }
    let above = event.launch.map { $0.latest.rows(above: $0.last, creations: FireReport.mostCreations) } ?? []
    let rows =
      above.map { row("", indentation($0.depth) + ($0.isMark ? "until " : "") + $0.label, $0.subject) }
      + event.handlers.map { row($1.place, $1.name, $0, throwCount: $1.throwCount) }
      + [row("", "the whole event", .event(name)), row("", "the whole launch", .launch)]
    let table = TextTable(
      filled: ["#", "module", "n", "fastest", "median", "slowest", "threw"],
      numbers: ["#", "n", "fastest", "median", "slowest", "threw"], rows: rows.filter { !$0.isEmpty })
    let launches = times[.launch].map { ", \(kinds(cold: $0.count, of: times[.event(name)]?.count ?? 0))" } ?? ""
    let note = event.launch.map { "\(LaunchWords($0.latest).leftOut)\n\n" } ?? ""
    return "\(name.printable(.line))\(launches): self times\n\n\(table.text)\n\n\(note)"
  }

  /// `20 cold launches`; `1 cold launch, then 19 times to existing modules`.
  private static func kinds(cold: Int, of count: Int) -> String {
    let launches = CountText.format(cold, "cold launch", plural: "cold launches")
    guard cold < count else { return launches }
    return "\(launches), then \(CountText.times(count - cold)) to existing modules"
  }
}
#endif
