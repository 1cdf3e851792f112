#if CommandLine
import Launches
import ModuleLifecycle
import Recordings
import TextFormatting

/// Formats journal entries for `rollcall fire`.
protocol FireReport: Sendable {
  /// Returns the text for more entries.
  ///
  /// - Parameter seq: The number of the first entry in the journal.
  mutating func add(_ entries: [JournalEntry], from seq: UInt64) throws -> String
  /// Returns the text at the end.
  mutating func end() -> String
}

/// A recording: a header, then one entry per line.
struct JSONReport: FireReport {
  private var header: JournalHeader?

  init(header: JournalHeader) { self.header = header }

  mutating func add(_ entries: [JournalEntry], from seq: UInt64) throws -> String {
    var (lines, seq) = ([String](), seq)
    if let header { lines.append(JournalLine.encode(header).printableJSON) }
    header = nil
    for entry in entries {
      lines.append(JournalLine.encode(entry, seq: seq).printableJSON)
      if case .gap(let gap) = entry { seq = seq.plus(gap.dropped) } else { seq = seq.plus(1) }
    }
    return lines.map { "\($0)\n" }.joined()
  }

  func end() -> String { "" }
}

/// Tables for people: one for each dispatch or a summary of repeated events, and one of the cleaned objects at the end.
struct TableReport: FireReport {
  private var summary: RepeatSummary?
  /// A cleanup that has begun, and perhaps ended.
  private struct Cleanup {
    let id: UInt64
    var end: ReleasedEntry?
  }

  /// The latest cleanups, in the order in which they began, and the number of all cleaned objects.
  private var released: [Cleanup] = []
  private var releasedCount = 0
  /// An upper bound of the cleanups that have begun and not ended: it still counts those that have left the list.
  private var begunCount = 0
  private var alive: [AliveEntry] = []
  /// The most objects to list. An event that is fired a million times can clean up a million objects.
  static let mostReleased = 1_000
  private let allowed: AllowedWarnings
  private var allowedCount = 0
  private var launches = LaunchFinder()

  /// - Parameters:
  ///   - isRepeated: Whether to print a summary instead of a table for each dispatch.
  ///   - allowed: The warnings to count but not show.
  init(isRepeated: Bool, allowed: AllowedWarnings) {
    self.allowed = allowed
    if isRepeated { summary = RepeatSummary() }
  }

  mutating func add(_ entries: [JournalEntry], from seq: UInt64) -> String {
    entries.compactMap { add($0) }.joined()
  }

  /// Processes an entry, and returns the text to print at once.
  private mutating func add(_ entry: JournalEntry) -> String? {
    let launch = launches.add(entry)
    switch entry {
    case .dispatch(let dispatch):
      guard summary != nil else { return text(of: dispatch, in: launch) }
      summary?.add(dispatch, of: launch)
    case .state(let state):
      // With repeated launches, report only the last release.
      if state.state == .notRunning { (released, releasedCount, begunCount) = ([], 0, 0) }
    case .mark(let mark):
      if let launch { summary?.update(launch) }
      return summary == nil ? "MARK  \(LaunchWords.words(of: mark, in: launch).printable(.line))\n\n" : nil
    case .releasing(let entry):
      released.append(Cleanup(id: entry.id))
      begunCount += 1
    case .released(let entry): end(entry)
    case .alive(let entry): alive.append(entry)
    case .running(let running): return text(of: running)
    case .warning(let warning) where allowed.contains(warning): allowedCount += 1
    case .warning(let warning):
      if summary?.isFirst(warning) == false { return nil }
      return "WARNING  \(warning.sentence.printable(.line))\n\n"
    case .gap(let gap):
      return "\(CountText.format(gap.dropped)) journal entries were dropped because the journal was full.\n\n"
    default: break
    }
    return nil
  }

  private mutating func end(_ entry: ReleasedEntry) {
    releasedCount += 1
    // An asynchronous cleanup is listed where it began.
    if begunCount > 0, let begun = released.lastIndex(where: { $0.end == nil && $0.id == entry.id }) {
      begunCount -= 1
      released[begun].end = entry
    } else {
      released.append(Cleanup(id: entry.id, end: entry))
    }
    if released.count >= 2 * Self.mostReleased { released.removeFirst(Self.mostReleased) }
  }

  private func text(of dispatch: DispatchEntry, in launch: ApplicationLaunch?) -> String {
    let answer = dispatch.response == .null ? "" : "\(dispatch.response.words), "
    let arguments = dispatch.arguments == .null ? "" : " \(dispatch.arguments.json)"
    let called = dispatch.calledCount == 0 ? "no module called" : "\(CountText.format(dispatch.calledCount)) called"
    let total = duration(dispatch.totalNanoseconds)
    let parent = dispatch.parent.map { ", sent within #\($0)" } ?? ""
    let replayed = dispatch.isReplay ? ", replayed" : ""
    let line = "#\(dispatch.id) \(dispatch.event)\(arguments): \(answer)\(called), \(total)\(parent)\(replayed)"
    let head = "\(line.printable(.line))\n"
    let rows = launch.map { LaunchLines($0).rows(above: dispatch.id) } ?? []
    let sum = launch.flatMap { $0.isComplete ? "\(LaunchWords($0).summary.printable(.line))\n\n" : nil } ?? ""
    guard !dispatch.handlers.isEmpty || !rows.isEmpty else { return "\(head)\n\(sum)" }
    let whole = launch?.totalNanoseconds ?? dispatch.totalNanoseconds
    var table = TextTable(
      ["#", "module", "answer", "start", "self", "suspended", "share"] + Self.kindHeads,
      numbers: Set(["#", "start", "self", "suspended", "share"] + Self.kindHeads),
      rows: rows.map { row in
        ["", row.label, "", "", duration(row.nanoseconds), "", ShareText.format(row.nanoseconds, of: whole)]
          + kindCells(row.breakdown)
      })
    let (ownTimes, ownBreakdown) = (dispatch.ownTimes, dispatch.handlers.indices.map(dispatch.ownBreakdown))
    for (index, span) in dispatch.handlers.enumerated() {
      let own = ownTimes[index]
      let place = span.part == nil ? "\(span.order)" : ""
      let name = dispatch.indent(of: span) + (span.part ?? span.module)
      let times =
        span.outcome == .skipped
        ? ["", "", "", ""]
        : [
          duration(span.startNanoseconds), duration(own), span.suspendedNanoseconds.map(duration) ?? "",
          ShareText.format(own, of: whole),
        ]
      table.add(
        [place, name, answerText(of: span)] + times + kindCells(span.outcome == .skipped ? nil : ownBreakdown[index]))
    }
    // Only events whose handlers can answer later have suspended times.
    if !dispatch.handlers.contains(where: { $0.suspendedNanoseconds != nil }) { table.drop("suspended") }
    let breakdown = rows.map(\.breakdown) + ownBreakdown
    if !breakdown.contains(where: { $0 != nil }) { for head in Self.kindHeads { table.drop(head) } }
    if !breakdown.contains(where: { $0?.waitingNanoseconds != nil }) {
      for head in Self.kindHeads.dropFirst() { table.drop(head) }
    }
    return "\(head)\n\(table.text)\n\n\(sum)"
  }

  /// The kinds of time. Each nanosecond of a handler's own time belongs to one of them.
  private static let kindHeads = ["computing", "waiting", "blocked"]

  private func kindCells(_ breakdown: TimeBreakdown?) -> [String] {
    [breakdown?.computingNanoseconds, breakdown?.waitingNanoseconds, breakdown?.blockedNanoseconds]
      .map { $0.map(duration) ?? "" }
  }

  private func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }

  /// Empty for the entry at the event's budget, because a warning reports that.
  private func text(of running: RunningEntry) -> String {
    guard running.thresholdNanoseconds != running.budgetNanoseconds else { return "" }
    let sentence = "\(running.module) has run \(running.event) for \(duration(running.runningNanoseconds))."
    return "RUNNING  \(sentence.printable(.line))\n\n"
  }

  private func answerText(of span: HandlerSpan) -> String {
    if let claimer = span.claimedBy { return "skipped: claimed by \(claimer)" }
    return span.error.map { "\(span.answerWord) \"\($0)\"" } ?? span.answerWord
  }

  mutating func end() -> String {
    let table = TextTable(
      ["owner", "#", "kind", "name", "reason", "took"], numbers: ["#", "took"],
      rows: released.compactMap(\.end).suffix(Self.mostReleased).map {
        [$0.owner, "\($0.number)", $0.kind, $0.name, $0.reason.word, duration($0.cleanupNanoseconds)]
      })
    let count = CountText.format(releasedCount, "object was", plural: "objects were")
    let listed = releasedCount > Self.mostReleased ? " The last \(CountText.format(Self.mostReleased)) of them:" : ""
    let head = "All modules were released in reverse order; \(count) cleaned up.\(listed)\n"
    let warnings = CountText.format(allowedCount, "warning was", plural: "warnings were")
    let quiet = allowedCount > 0 ? "\n\(warnings) allowed.\n" : ""
    return (summary?.end() ?? "") + head + (table.isEmpty ? "" : "\n\(table.text)\n") + aliveText + quiet
  }

  /// The objects that are still alive. They are late only if their owner was removed earlier: `fire` does not wait for
  /// the others.
  private var aliveText: String {
    let owners = Dictionary(grouping: alive, by: \.ownerID).sorted { $0.key < $1.key }.map(\.value)
    return owners.map { entries in
      let names = entries.filter { $0.number > 0 }.map { $0.name.isEmpty ? $0.kind : "\($0.kind) \($0.name)" }
      let (owner, objects) = (entries[0].owner, names.joined(separator: ", "))
      if entries.allSatisfy({ $0.state == "releasing" }) {
        return "\nStill being cleaned at exit: \("\(objects) of \(owner).".printable(.line))\n"
      }
      let owning = objects.isEmpty ? "" : ", with \(objects)"
      let isOverdue = entries.contains { $0.state == "overdue" }
      let verdict =
        isOverdue ? "It should have gone earlier." : "Whether it leaks is unknown: fire does not wait."
      return "\nAlive at exit: \("\(owner)\(owning).".printable(.line)) \(verdict)\n"
    }.joined()
  }
}

extension DispatchEntry {
  /// Whether a handler threw.
  var hasFailures: Bool { handlers.contains { $0.outcome == .threw } }

  /// The indentation of a span's row: two columns for each enclosing row.
  func indent(of span: HandlerSpan) -> String {
    var (depth, parent) = (0, span.parent)
    while let index = parent, handlers.indices.contains(index) {
      depth += 1
      parent = handlers[index].parent
    }
    return String(repeating: "  ", count: depth)
  }
}

/// The rows of a launch besides those of its handlers.
struct LaunchLines {
  /// A row of a table above the handlers.
  struct Row {
    let label: String
    let nanoseconds: UInt64
    var breakdown: TimeBreakdown?
  }

  /// The most creations that have separate rows.
  static let mostCreations = 12

  private let launch: ApplicationLaunch

  init(_ launch: ApplicationLaunch) { self.launch = launch }

  /// The label for the creation of all modules.
  static func created(_ count: Int) -> String { "\(CountText.format(count, "module")) created" }

  /// The rows above the handlers of one of the launch's events: the creation of all modules, the longest single
  /// creations, then the earlier events.
  func rows(above dispatch: DispatchID) -> [Row] {
    var rows: [Row] = []
    if launch.creationNanoseconds > 0 {
      rows.append(
        Row(
          label: Self.created(launch.createdCount), nanoseconds: launch.creationNanoseconds,
          breakdown: launch.creationBreakdown))
      let slow = launch.creations.count > 1 ? launch.slowCreations(atMost: Self.mostCreations) : []
      rows += slow.map { Row(label: "  \($0.name)", nanoseconds: $0.selfNanoseconds, breakdown: $0.breakdown) }
    }
    return rows
      + launch.steps.prefix { $0.dispatch != dispatch }.map {
        Row(label: $0.event, nanoseconds: $0.totalNanoseconds, breakdown: $0.breakdown)
      }
  }
}
#endif
