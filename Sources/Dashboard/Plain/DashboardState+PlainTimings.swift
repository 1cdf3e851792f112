#if CommandLine
import Launches
import ModuleLifecycle
import OrderedCollections
import Recordings
import TextFormatting

/// Timings in plain mode.
extension DashboardState {
  /// Returns the dispatch with a number, or the latest one for an empty text.
  func dispatch(_ text: String) throws(PlainProblem) -> DispatchEntry {
    let number = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard let latest = application.history.latest else { throw PlainProblem("No event has been fired yet.") }
    if number.isEmpty { return latest }
    guard let id = UInt64(number).map(DispatchID.init) else {
      throw PlainProblem("'\(Excerpt.of(text))' is not the number of a dispatch, such as #\(latest.id).")
    }
    guard let dispatch = application.history.dispatches.last(where: { $0.id == id }) else {
      throw PlainProblem("There is no dispatch #\(id), or it is no longer kept. The latest is #\(latest.id).")
    }
    return dispatch
  }

  /// The result of a dispatch, and a line for each of its handlers.
  func timingLines(of dispatch: DispatchEntry) -> [String] {
    let (times, launch) = (dispatch.ownTimes, launch(of: dispatch))
    let whole = TimeAxis(of: dispatch, in: launch).total
    let rows = zip(dispatch.handlers.indices, dispatch.depths).map { index, depth in
      let span = dispatch.handlers[index]
      let head = depth > 0 || span.part != nil ? String(repeating: "  ", count: max(1, depth)) : "\(span.order) "
      return
        "\(head)\(span.part ?? span.module): \(Self.words(for: span, taking: times[index], dispatch.ownBreakdown(at: index), of: whole))"
    }
    let at = "at \(Clock(self).preciseTime(dispatch.atNanoseconds))"
    return ["\(PlainReporter.sentence(about: dispatch)) It began \(at)."]
      + (launch.map { Self.lines(of: $0, above: dispatch) } ?? []) + rows
  }

  /// The lines for what came before the handlers of a launch.
  private static func lines(of launch: ApplicationLaunch, above dispatch: DispatchEntry) -> [String] {
    let rows = TimedRow.rows(of: launch, above: dispatch.id).map { row, depth in
      let share = ShareText.format(row.selfNanoseconds, of: launch.totalNanoseconds)
      let indent = String(repeating: "  ", count: depth)
      return "\(indent)\(row.label): \(Phrases.time(row.selfNanoseconds)), \(share) of the launch"
    }
    return rows.isEmpty ? [] : [LaunchWords(launch).summary] + rows
  }

  private static func words(
    for span: HandlerSpan, taking own: UInt64, _ breakdown: TimeBreakdown?, of whole: UInt64
  ) -> String {
    if span.outcome == .skipped { return span.claimedBy.map { "skipped, \($0) claimed it" } ?? "skipped" }
    let answer = span.outcome == .abstained ? "abstained" : span.answerWord
    var parts = [
      span.error.map { "threw \"\($0)\"" } ?? answer, Phrases.time(own) + (breakdown?.clause ?? ""),
      ShareText.format(own, of: whole),
      "from \(Phrases.time(span.startNanoseconds)) on",
    ]
    let waited = span.suspendedNanoseconds ?? 0
    if waited > 0 { parts.append("waited \(Phrases.time(waited))") }
    return parts.joined(separator: ", ")
  }

  /// Returns the time statistics of each handler of an event.
  func statisticsLines(of text: String) throws(PlainProblem) -> [String] {
    let history = application.history
    guard let event = text.isEmpty ? history.latest?.event : text else {
      throw PlainProblem("No event has been fired yet.")
    }
    guard let statistics = EventStatistics(of: event, in: history),
      let latest = history.dispatches.last(where: { $0.event == event })
    else { throw PlainProblem("No '\(Excerpt.of(event))' is kept.", for: event, among: Array(history.firings.keys)) }
    let (kept, all) = (statistics.dispatchCount, history.dispatchCount(of: event))
    let times =
      all > kept
      ? "\(Phrases.number(all)) times, of which the latest \(Phrases.number(kept)) count"
      : CountText.times(kept, saysTwice: false)
    // Use the rows of the statistics on the screen.
    var look = self
    (look.showsStatistics, look.rows) = (true, nil)
    look.show(dispatch: latest.id)
    let rows = look.moduleRows.lines(from: 0, atMost: .max).compactMap { line -> String? in
      let row = application.modules[line.module]
      return line.subject(of: row.id).flatMap { statistics[$0] }.map { sample in
        let share = ", \(ShareText.format(sample.sum, of: statistics.total.sum)) of all"
        return Self.line(Self.name(of: line, in: row), sample) + share
      }
    }
    return ["\(event), fired \(times). Each module's own time:"] + rows + [Self.line("All together", statistics.total)]
  }

  private static func name(of line: ModuleRows.Line, in row: ModuleStatus) -> String {
    switch line.content {
    case .module: row.name
    case .part(let part, _): "  \(row.name), \(part)"
    case .timed(let row): String(repeating: "  ", count: line.depth) + row.label
    }
  }

  private static func line(_ name: String, _ sample: DurationSample) -> String {
    func text(_ nanoseconds: UInt64?) -> String { Phrases.time(nanoseconds ?? 0) }
    guard sample.count > 1 else { return "\(name): once, \(text(sample.last))" }
    let values = "last \(text(sample.last)), median \(text(sample.percentile(50))), p95 \(text(sample.percentile(95)))"
    let longest = "p99 \(text(sample.percentile(99))), longest \(text(sample.greatest))"
    return "\(name): \(Phrases.number(sample.count)) times, \(values), \(longest)"
  }
}
#endif
