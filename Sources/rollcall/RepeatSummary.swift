#if CommandLine
import Launches
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting
import Recordings

/// The times of repeated events: a table for each event, with a row for each handler.
struct RepeatSummary {
  /// The times of one row, in nanoseconds.
  private struct Times {
    private var all: [UInt64] = []
    private(set) var threw = 0

    mutating func add(_ time: UInt64, threw: Bool = false) {
      all.append(time)
      if threw { self.threw += 1 }
    }
    var count: Int { all.count }
    var median: UInt64 { Percentile.value(50, of: all.sorted()) ?? 0 }

    /// The count, minimum, median and maximum.
    var cells: [String] {
      [CountText.format(all.count)]
        + [all.min() ?? 0, median, all.max() ?? 0].map { DurationText.format(nanoseconds: $0) }
    }
  }

  private struct Row: Hashable {
    let place: Int
    let module: String
    let part: String?
  }

  private struct Event {
    var rows: OrderedDictionary<Row, Times> = [:]
    var whole = Times()
    var launches = Launches()

    mutating func add(_ dispatch: DispatchEntry) {
      whole.add(dispatch.totalNanoseconds)
      for (span, own) in zip(dispatch.handlers, dispatch.ownTimes) where span.outcome != .skipped {
        let name = dispatch.indent(of: span) + (span.part ?? span.module)
        rows[Row(place: span.order, module: name, part: span.part), default: Times()].add(
          own, threw: span.outcome == .threw)
      }
    }
  }
  /// The cold launches among the dispatches of an event.
  private struct Launches {
    var created = Times()
    var createdCount = 0
    var creations: OrderedDictionary<ModuleID, (name: String, times: Times)> = [:]
    var events: OrderedDictionary<String, Times> = [:]
    var whole = Times()
    var marks: OrderedDictionary<String, Times> = [:]
    /// How often each module was the slowest.
    var slowest: OrderedDictionary<String, Int> = [:]

    mutating func add(_ launch: ApplicationLaunch) {
      if launch.creationNanoseconds > 0 {
        created.add(launch.creationNanoseconds)
        createdCount = launch.createdCount
        for creation in launch.creations {
          creations[creation.module, default: (creation.name, Times())].times.add(creation.selfNanoseconds)
        }
      }
      for step in launch.steps.dropLast() { events[step.event, default: Times()].add(step.totalNanoseconds) }
      whole.add(launch.totalNanoseconds)
      for mark in launch.marks { marks[mark.name, default: Times()].add(mark.nanoseconds) }
      if let slowest = launch.slowest { self.slowest[slowest.name, default: 0] += 1 }
    }

    /// The creations with a long median time, longest first.
    var slowCreations: [(name: String, times: Times)] {
      guard creations.count > 1 else { return [] }
      let least = ApplicationLaunch.leastSlow(of: whole.median)
      let slow = creations.values.map { (median: $0.times.median, row: $0) }.filter { $0.median >= least }
      return slow.sorted { $0.median > $1.median }.prefix(LaunchLines.mostCreations).map(\.row)
    }

    /// Names the slowest module, and says what a whole launch includes.
    var sentence: String {
      let most = slowest.max { $0.value < $1.value }
      let who = most.map { name, count in
        whole.count == 1
          ? "Slowest: \(name). "
          : "Slowest in \(CountText.format(count)) of \(CountText.format(whole.count)) launches: \(name). "
      }
      let what =
        created.count > 0
        ? "A whole launch is the creation of the modules and the events that launch them; "
          + "it excludes the time before main."
        : "A whole launch excludes the creation of the modules and the time before main."
      return (who ?? "") + what
    }
  }

  private var events: OrderedDictionary<String, Event> = [:]
  /// The latest launch and its last event so far. The launch is counted with that event once no other can follow.
  private var latest: (event: String, launch: ApplicationLaunch)?
  /// The warnings that were shown once, and how often each was repeated.
  private var warnings: OrderedDictionary<String, Int> = [:]

  /// Returns whether a warning is the first of its kind about its module. Counts the others.
  mutating func isFirst(_ warning: WarningEntry) -> Bool {
    let subject = "\(warning.kind)\(warning.module.map { " of \($0)" } ?? "")"
    warnings[subject, default: -1] += 1
    return warnings[subject] == 0
  }

  /// - Parameter launch: The launch that the dispatch belongs to.
  mutating func add(_ dispatch: DispatchEntry, of launch: ApplicationLaunch?) {
    if let launch {
      if launch.steps.count == 1 { countLaunch() }
      latest = (dispatch.event, launch)
    }
    events[dispatch.event, default: Event()].add(dispatch)
  }
  /// Updates the latest launch after a mark.
  mutating func update(_ launch: ApplicationLaunch) {
    if latest?.launch.steps.first == launch.steps.first { latest?.launch = launch }
  }

  private mutating func countLaunch() {
    if let latest { events[latest.event]?.launches.add(latest.launch) }
    latest = nil
  }

  /// Counts the last launch. Returns the repeated warnings, and a table for each event in the order of first firing.
  mutating func end() -> String {
    countLaunch()
    let counts = warnings.filter { $1 > 0 }.map {
      "WARNING  \($0.printable(.line)) was repeated \(CountText.times($1, saysTwice: false)).\n"
    }
    return (counts.isEmpty ? "" : counts.joined() + "\n") + tables
  }

  private var tables: String {
    events.map { name, event in
      var table = TextTable(
        ["#", "module", "n", "fastest", "median", "slowest"], numbers: ["#", "n", "fastest", "median", "slowest"])
      let launches = event.launches
      if launches.created.count > 0 {
        table.add(["", LaunchLines.created(launches.createdCount)] + launches.created.cells)
        for creation in launches.slowCreations { table.add(["", "  \(creation.name)"] + creation.times.cells) }
      }
      for (name, times) in launches.events { table.add(["", name] + times.cells) }
      for (row, times) in event.rows {
        let place = row.part == nil ? "\(row.place)" : ""
        let threw = times.threw > 0 ? ["threw \(CountText.format(times.threw))\u{00D7}"] : []
        table.add([place, row.module] + times.cells + threw)
      }
      table.add(["", "the whole event"] + event.whole.cells)
      let name = name.printable(.line)
      guard launches.whole.count > 0 else {
        return "\(name): self times\n\n\(table.text)\n\n"
      }
      table.add(["", "the whole launch"] + launches.whole.cells)
      for (name, times) in launches.marks { table.add(["", "until \(name)"] + times.cells) }
      let kinds = Self.kinds(cold: launches.whole.count, of: event.whole.count)
      let sentence = launches.sentence.printable(.line)
      return "\(name), \(kinds): self times\n\n\(table.text)\n\n\(sentence)\n\n"
    }.joined()
  }

  /// `20 cold launches`; `1 cold launch, then 19 times to existing modules`.
  private static func kinds(cold: Int, of count: Int) -> String {
    let launches = CountText.format(cold, "cold launch", plural: "cold launches")
    guard cold < count else { return launches }
    return "\(launches), then \(CountText.times(count - cold)) to existing modules"
  }
}
#endif
