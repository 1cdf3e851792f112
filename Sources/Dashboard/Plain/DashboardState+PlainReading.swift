#if CommandLine
import Launches
import ModuleLifecycle
import OrderedCollections
import Recordings
import TextFormatting

/// Warnings, details and help, line by line.
extension DashboardState {
  /// The latest lines of the log that fit some words.
  func messageLines(fitting words: String) -> [String] {
    var fitting = self
    fitting.logFilter = RowFilter(words)
    let lines = fitting.logLines.suffix(Self.mostMessages)
    let clock = Clock(self)
    if lines.isEmpty { return [words.isEmpty ? "Nothing was printed, logged or warned of." : "No line fits."] }
    return lines.map { line in
      let message = line.message
      let place = [message.module?.name, message.event].compactMap(\.self).joined(separator: ", ")
      let times = line.count > 1 ? " (\(Phrases.times(line.count)))" : ""
      let head = [clock.time(message.atNanoseconds), message.isWarning ? "WARNING" : "", place]
      return "\(head.filter { !$0.isEmpty }.joined(separator: " "))\(times): \(message.text)"
    }
  }

  /// More lines of the log are not said at once.
  private static let mostMessages = 100

  /// All warnings by kind, those of one kind, or all that there is to say about one.
  func warningLines(about text: String) throws(PlainProblem) -> [String] {
    if let number = Int(text) {
      guard let item = application.warnings[number] else {
        throw PlainProblem("There is no warning \(number), or it is not kept any more.")
      }
      return Self.lines(of: Detail(warning: item.entry, times: item.count, state: self))
    }
    let groups = application.warnings.groups.filter { text.isEmpty || $0.kind.rawValue == text }
    if groups.isEmpty, !text.isEmpty {
      let kinds = WarningEntry.Kind.allCases.map(\.rawValue)
      guard kinds.contains(text) else {
        throw PlainProblem(no: "kind of warning", named: text, among: kinds)
      }
    }
    let clock = Clock(self)
    var lines = groups.flatMap { group in
      let keptCount = group.items.reduce(0) { $0 + $1.count }
      let kept = keptCount < group.count ? ", the latest \(Phrases.number(keptCount)) kept" : ""
      return [
        "\(group.kind.title.sentenceCase) (\(group.kind.rawValue)): \(Phrases.number(group.count))\(kept)"
      ]
        + group.items.reversed().map { item in
          let dispatch = item.entry.dispatch.map { " in #\($0)" } ?? ""
          let times = item.count > 1 ? " (\(Phrases.times(item.count)))" : ""
          return
            "  \(item.number) at \(clock.time(item.entry.atNanoseconds))\(dispatch)\(times): \(item.entry.sentence)"
        }
    }
    if lines.isEmpty { lines.append(text.isEmpty ? "There are no warnings." : "There are none of that kind.") }
    let allowed = Phrases.allowed(by: application.warnings)
    if !allowed.isEmpty { lines.append("\(allowed).") }
    return lines
  }

  /// All that is known of a module, of one of its objects, or of a dispatch.
  func detailLines(of line: PlainLine) throws(PlainProblem) -> [String] {
    let rest = line.rest
    if rest.hasPrefix("#") { return timingLines(of: try dispatch(rest)) }
    if let row = try? module(rest, for: line) { return Self.lines(of: Detail(module: row, state: self)) }
    // An owner that is no module may be meant.
    if let owner = owner(named: rest) { return Self.lines(of: Detail(owner: owner, state: self)) }
    guard line.words.count > 2, let number = line.words.last.flatMap({ Int($0) }) else {
      return Self.lines(of: Detail(module: try module(rest, for: line), state: self))
    }
    let name = line.words.dropFirst().dropLast().joined(separator: " ")
    let owners = application.ownership.owners.values.reversed().filter { $0.name == name }
    guard !owners.isEmpty else {
      let row = try module(name, for: line)
      guard row.name == name else { return try detailLines(of: PlainLine("detail \(row.name) \(number)")) }
      throw PlainProblem("\(row.name) has owned nothing.")
    }
    for owner in owners {
      if let object = owner.live[number] { return Self.lines(of: Detail(open: object, owner: owner, state: self)) }
      if let position = owner.cleaned.position(of: number) {
        return Self.lines(of: Detail(cleaned: owner.cleaned[position], owner: owner, state: self))
      }
    }
    throw PlainProblem("\(name) has no object \(number).")
  }

  private func owner(named name: String) -> OwnedObjectHistory.Owner? {
    application.ownership.owners.values.reversed().first { $0.module == nil && $0.name == name }
  }

  /// The commands, or one of them.
  func helpLines(about word: String) throws -> [String] {
    (word.isEmpty ? verbs : [try verb(named: word)]).map { "\($0.usage): \($0.summary)." }
  }

  /// A title, and each line with its label before it.
  private static func lines(of detail: Detail) -> [String] {
    [detail.title.replacing(" \u{00B7} ", with: ", ")]
      + detail.lines.map { $0.label.isEmpty ? "  \($0.text)" : "  \($0.label): \($0.text)" }
  }
}

/// What the panes show, line by line: each line can be understood by itself.
extension DashboardState {
  /// The application, its state, and what there is to count.
  var statusLine: String {
    let launched = application.launchedAt.map { ", launched \(Clock(self).time($0))" } ?? ""
    let (modules, all) = (application.modules.counts, Phrases.count(application.modules.counts.all, "module"))
    var counts = [modules.active == modules.all ? all : "\(Phrases.number(modules.active)) of \(all)"]
    if modules.off > 0 { counts.append("\(Phrases.number(modules.off)) off") }
    counts.append("\(Phrases.count(application.ownership.liveCount, "object")) owned")
    let (overdue, warnings) = (application.ownership.overdueCount, application.warnings)
    if overdue > 0 { counts.append("\(Phrases.number(overdue)) overdue") }
    if warnings.count > 0 { counts.append(Phrases.count(warnings.count, "warning")) }
    if warnings.allowedCount > 0 { counts.append("\(Phrases.number(warnings.allowedCount)) allowed") }
    if commandsUnderWay > 0 { counts.append("\(Phrases.count(commandsUnderWay, "command")) under way") }
    if let recording, recording.isRunning { counts.append("recording to \(recording.path)") }
    if application.droppedEntries > 0 { counts.append("\(Phrases.number(application.droppedEntries)) entries dropped") }
    return "\(application.name) is \(application.state.words)\(launched): \(counts.joined(separator: ", "))."
  }

  // MARK: Modules

  /// Whether a module is to be shown.
  func fitsPlainFilter(_ row: ModuleList.Row) -> Bool { plainFilter.map { fits(row, $0) } ?? true }

  private func fits(_ row: ModuleList.Row, _ filter: RowFilter) -> Bool {
    ([row.name] + row.handles).reduce(filter.all) { filter.missing($0, in: $1) } == 0
  }

  /// The modules in the order of the calls.
  func moduleLines(fitting words: String) -> [String] {
    let filter = RowFilter(words)
    let rows = application.modules.rows.filter { row in fitsPlainFilter(row) && filter.map { fits(row, $0) } ?? true }
    guard !rows.isEmpty else { return [application.modules.count == 0 ? "There are no modules." : "No module fits."] }
    return rows.map { row in
      let owner = application.ownership.owners[row.owner]
      let owned = owner?.live.count ?? 0
      let gone = owner?.isOverdue == true ? "removed and still held" : "removed"
      let note = row.isRemoved ? gone : row.isOn ? (row.isMain ? "main" : "") : "off"
      let parts = [
        note, row.isRemoved ? "" : row.stage?.rawValue ?? "",
        "handles \(Phrases.count(application.modules.handledEvents(of: row).count, "event"))",
        owned == 0 ? "owns nothing" : "owns \(Phrases.count(owned, "object"))",
      ]
      let depth = application.modules.depth(of: row)
      let head = depth > 0 ? String(repeating: "  ", count: depth) : "\(row.order) "
      return "\(head)\(row.name): \(parts.filter { !$0.isEmpty }.joined(separator: ", "))"
    }
  }

  // MARK: Timings

  /// The dispatch of a number, the latest one without.
  func dispatch(_ text: String) throws(PlainProblem) -> DispatchEntry {
    let number = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard let latest = application.history.latest else { throw PlainProblem("No event has been fired yet.") }
    if number.isEmpty { return latest }
    guard let id = UInt64(number) else {
      throw PlainProblem("'\(Excerpt.of(text))' is not the number of a dispatch, such as #\(latest.id).")
    }
    guard let dispatch = application.history.dispatches.last(where: { $0.id == id }) else {
      throw PlainProblem("There is no dispatch #\(id), or it is not kept any more. The latest is #\(latest.id).")
    }
    return dispatch
  }

  /// What came of a dispatch, and each of its handlers.
  func timingLines(of dispatch: DispatchEntry) -> [String] {
    let (times, launch) = (dispatch.ownTimes, launch(of: dispatch))
    let whole = TimeAxis(of: dispatch, in: launch).total
    let rows = zip(dispatch.handlers.indices, dispatch.depths).map { index, depth in
      let span = dispatch.handlers[index]
      let head = depth > 0 || span.part != nil ? String(repeating: "  ", count: max(1, depth)) : "\(span.order) "
      return
        "\(head)\(span.part ?? span.module): \(Self.words(for: span, taking: times[index], dispatch.ownKinds(at: index), of: whole))"
    }
    let at = "at \(Clock(self).preciseTime(dispatch.atNanoseconds))"
    return ["\(PlainReporter.sentence(about: dispatch)) It began \(at)."]
      + (launch.map { Self.lines(of: $0, above: dispatch) } ?? []) + rows
  }

  /// What came before the handlers of a launch.
  private static func lines(of launch: ApplicationLaunch, above dispatch: DispatchEntry) -> [String] {
    let rows = TimedRow.rows(of: launch, above: dispatch.id).map { row, depth in
      let share = ShareText.format(row.selfNanoseconds, of: launch.totalNanoseconds)
      let indent = String(repeating: "  ", count: depth)
      return "\(indent)\(row.label): \(Phrases.time(row.selfNanoseconds)), \(share) of the launch"
    }
    return rows.isEmpty ? [] : [LaunchWords(launch).summary] + rows
  }

  private static func words(for span: HandlerSpan, taking own: UInt64, _ kinds: TimeKinds?, of whole: UInt64) -> String
  {
    if span.outcome == .skipped { return span.claimedBy.map { "skipped, \($0) claimed it" } ?? "skipped" }
    let answer = span.outcome == .abstained ? "abstained" : span.answerWord
    var parts = [
      span.error.map { "threw \"\($0)\"" } ?? answer, Phrases.time(own) + (kinds?.clause ?? ""),
      ShareText.format(own, of: whole),
      "from \(Phrases.time(span.startNanoseconds)) on",
    ]
    let waited = span.suspendedNanoseconds ?? 0
    if waited > 0 { parts.append("waited \(Phrases.time(waited))") }
    return parts.joined(separator: ", ")
  }

  /// How long each handler of an event took.
  func statisticsLines(of text: String) throws(PlainProblem) -> [String] {
    let history = application.history
    guard let event = text.isEmpty ? history.latest?.event : text else {
      throw PlainProblem("No event has been fired yet.")
    }
    guard let statistics = EventStatistics(of: event, in: history, latest: settings.window) else {
      throw PlainProblem("No '\(Excerpt.of(event))' is kept.", for: event, among: Array(history.firings.keys))
    }
    return PlainStatistics(statistics: statistics, history: history, modules: application.modules).lines
  }

  // MARK: Cleanup

  /// The most rows of the cleanup log to list.
  private static let mostRows = 200

  /// The latest rows of the cleanup log.
  func cleanupLines(fitting words: String) -> [String] {
    var log = application.ownership
    if !words.isEmpty { log.setFilter(words) }
    let first = max(0, log.rowCount - Self.mostRows)
    let rows = (first..<log.rowCount).compactMap { log.row(at: $0).map(line) }
    guard !rows.isEmpty else {
      return [log.objectCount == 0 ? "Nothing has been cleaned up yet. \(ownedWords)" : "No row fits. \(ownedWords)"]
    }
    let older = first > 0 ? ["\(Phrases.number(first)) older rows are not listed."] : []
    return older + rows + [ownedWords]
  }

  private var ownedWords: String {
    let log = application.ownership
    var parts = [
      "\(Phrases.number(log.liveCount - log.overdueObjectCount - log.releasingCount)) live",
      "\(Phrases.number(log.cleanedCount)) cleaned",
    ]
    if log.releasingCount > 0 { parts.insert("\(Phrases.number(log.releasingCount)) releasing", at: 1) }
    if log.overdueCount > 0 { parts.append("\(Phrases.number(log.overdueCount)) overdue") }
    return parts.joined(separator: ", ").sentenceCase + "."
  }

  private func line(for row: OwnedObjectHistory.Row) -> String {
    switch row {
    case .heading(let owner):
      let standing = OwnerHeading(owner: owner, clock: Clock(self)).texts.first ?? ""
      let hints =
        owner.isOverdue
        ? owner.hints.filter { !application.ownership.isRefuted($0) }.prefix(1).map { "\($0.word): \($0.clause)" } : []
      return "\(Phrases.name(of: owner)): " + ([standing] + hints).joined(separator: "; ")
    case .open(let owner, let object):
      let releasing = owner.releasing[object.number]?.atNanoseconds
      let age = (releasing ?? owner.removedAt).map { ", \(Phrases.time(now.minus($0)))" } ?? ""
      return "  \(object.number) \(Phrases.object(object)): \(OwnedObjectHistory.word(for: object, of: owner))"
        + (object.isLasting && releasing == nil ? "" : age)
    case .cleaned(_, let object):
      let took = Phrases.time(object.released.cleanupNanoseconds)
      return
        "  \(object.released.number) \(Phrases.object(object)): \(OwnedObjectHistory.word(for: object.released)), \(took)"
    }
  }
}

/// How long the handlers of an event took over all of its dispatches that are kept, line by line.
struct PlainStatistics {
  let statistics: EventStatistics
  let history: History
  let modules: ModuleList

  /// A line for each handler, each followed by its parts that had names in the latest dispatch, and one for all together.
  var lines: [String] {
    let (kept, all) = (statistics.dispatchCount, history.dispatchCount(of: statistics.event))
    let times =
      all > kept
      ? "\(Phrases.number(all)) times, of which the latest \(Phrases.number(kept)) count"
      : CountText.times(kept, saysTwice: false)
    let latest = history.places(of: statistics.event).last.flatMap { history.dispatch(at: $0) }
    let rows = modules.rows.flatMap { row -> [String] in
      guard let sample = statistics[row.id] else { return [] }
      let parts = (latest?.handlers ?? []).filter { $0.moduleID == row.id }.compactMap(\.part)
      return [line(row.name, sample)]
        + parts.compactMap { part in
          statistics[.handler(row.id, part: part)].map { line("  \(row.name), \(part)", $0) }
        }
    }
    return ["\(statistics.event), fired \(times). Each module's own time:"] + launchLines + rows
      + [line("All together", statistics.total, hasShare: false)]
  }

  /// What came before the handlers of the latest launch among the dispatches.
  private var launchLines: [String] {
    let places = history.places(of: statistics.event).reversed()
    let launched = places.lazy.compactMap { history.dispatch(at: $0) }.first { history.launch(of: $0.id) != nil }
    guard let launched, let launch = history.launch(of: launched.id) else { return [] }
    return TimedRow.rows(of: launch, above: launched.id).compactMap { row, depth in
      row.subject.flatMap { statistics[$0] }.map { line(String(repeating: "  ", count: depth) + row.label, $0) }
    }
  }

  private func line(_ name: String, _ sample: DurationSample, hasShare: Bool = true) -> String {
    func text(_ nanoseconds: UInt64?) -> String { Phrases.time(nanoseconds ?? 0) }
    let share = hasShare ? ", \(ShareText.format(sample.sum, of: statistics.total.sum)) of all" : ""
    guard sample.count > 1 else { return "\(name): once, \(text(sample.last))\(share)" }
    let values = "last \(text(sample.last)), median \(text(sample.percentile(50))), p95 \(text(sample.percentile(95)))"
    let longest = "p99 \(text(sample.percentile(99))), longest \(text(sample.greatest))"
    return "\(name): \(Phrases.number(sample.count)) times, \(values), \(longest)\(share)"
  }
}
#endif
