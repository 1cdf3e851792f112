#if CommandLine
import Launches
import ModuleLifecycle
import TextFormatting

/// How long the handlers of an event took over all of its dispatches that are kept, line by line.
struct PlainStatistics {
  let statistics: EventStatistics
  let history: History
  let roster: Roster

  /// A line for each handler, each followed by its parts that had names in the latest dispatch, and one for all together.
  var lines: [String] {
    let (kept, all) = (statistics.dispatchCount, history.dispatchCount(of: statistics.event))
    let times =
      all > kept
      ? "the latest \(Words.number(kept)) of \(Words.number(all)) times"
      : CountText.times(kept, saysTwice: false)
    let latest = history.places(of: statistics.event).last.flatMap { history.dispatch(at: $0) }
    let rows = roster.rows.flatMap { row -> [String] in
      guard let sample = statistics[row.id] else { return [] }
      let parts = (latest?.handlers ?? []).filter { $0.moduleID == row.id }.compactMap(\.part)
      return [line(row.name, sample)]
        + parts.compactMap { part in
          statistics[EventStatistics.Row(module: row.id, part: part)].map { line("  \(row.name), \(part)", $0) }
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
    return LaunchRow.rows(of: launch, above: launched.id).compactMap { row in
      statistics[row.kind].map { line(String(repeating: "  ", count: row.depth) + row.label, $0) }
    }
  }

  private func line(_ name: String, _ sample: DurationSample, hasShare: Bool = true) -> String {
    func text(_ nanoseconds: UInt64?) -> String { DurationText.format(nanoseconds: nanoseconds ?? 0) }
    let share = hasShare ? ", \(ShareText.format(sample.sum, of: statistics.total.sum)) of all" : ""
    guard sample.count > 1 else { return "\(name): once, \(text(sample.last))\(share)" }
    let values = "last \(text(sample.last)), median \(text(sample.percentile(50))), p95 \(text(sample.percentile(95)))"
    let longest = "p99 \(text(sample.percentile(99))), longest \(text(sample.greatest))"
    return "\(name): \(Words.number(sample.count)) times, \(values), \(longest)\(share)"
  }
}
#endif
