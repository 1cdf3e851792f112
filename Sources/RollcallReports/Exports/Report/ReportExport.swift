import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings
import RollcallTextFormatting

/// Tables in GitHub's Markdown: the launch or another event by module, the slowest events, live objects, and warnings.
struct ReportExport: EntryExport {
  let header: JournalHeader
  private let options: ExportOptions
  private var choice: DispatchChoice
  private var tallies = ReportTallies()

  init(header: JournalHeader, options: ExportOptions) {
    self.header = header
    self.options = options
    choice = DispatchChoice(options, header: header)
  }

  mutating func add(_ entry: AnyEntry, to out: inout String) {
    choice.add(entry)
    tallies.add(entry)
  }

  mutating func end(_ out: inout String) throws {
    // A recording without a launch still has other tables. An explicitly requested event must exist.
    if choice.chosen == nil, options.event != nil || options.dispatch != nil { throw choice.problem }
    let time = CalendarTime(nanosecondsSince1970: header.startedNanoseconds)
    var lines = ["## \(Markdown.escaped(header.application)), \(time.text) UTC"]
    lines += choice.chosen.map(launchLines) ?? ["", "There is no launch in this recording."]
    lines += slowestLines + aliveLines + warningLines
    if tallies.dropped > 0 {
      lines += ["", "\(tallies.dropped) entries are missing: they were dropped before they could be recorded."]
    }
    out.write(lines.joined(separator: "\n") + "\n")
  }

  // MARK: Parts

  private func launchLines(_ chosen: DispatchChoice.Chosen) -> [String] {
    let chart = BootChart(chosen, header: header)
    let table = TextTable(
      ["module", "own", "share", "total", "answer", ""], numbers: ["own", "share", "total"],
      rows: chart.rows.map { row in
        let own =
          row.kind == .event
          ? ["", ""]
          : [
            DurationText.format(nanoseconds: row.own),
            ShareText.format(min(row.own, chart.length), of: chart.length),
          ]
        let name = row.kind == .event ? row.name : indent(row.depth - 1) + row.name
        // The time before the composite has no length in the chart.
        return [name] + own + [DurationText.format(nanoseconds: max(row.total, row.own)), row.answer, row.mark]
      })
    let which = chosen.count == 1 ? "" : " This is \(chart.choice)."
    return section(
      chosen.isLaunch ? "Launch" : Markdown.escaped(chosen.dispatch.event),
      ["\(Markdown.escaped(chart.summary))\(which)", ""] + table.markdown)
  }

  private func section(_ title: String, _ lines: [String]) -> [String] { ["", "### \(title)", ""] + lines }
  /// Spaces that Markdown keeps.
  private func indent(_ depth: Int) -> String { String(repeating: "\u{00A0}\u{00A0}", count: max(0, depth)) }

  private var slowestLines: [String] {
    guard !tallies.slowest.isEmpty else { return [] }
    var table = TextTable(["event", "total", "most in", "of that", "answer"], numbers: ["total", "of that"])
    for dispatch in tallies.slowest {
      let most = dispatch.handlers.filter { $0.parent == nil }.max { $0.totalNanoseconds < $1.totalNanoseconds }
      let sender = dispatch.parentModule.map { ", sent by \($0)" } ?? ""
      table.add([
        "\(dispatch.event) (\(dispatch.id))\(sender)", DurationText.format(nanoseconds: dispatch.totalNanoseconds),
        most?.module ?? "", most.map { DurationText.format(nanoseconds: $0.totalNanoseconds) } ?? "",
        dispatch.response == .null ? "" : dispatch.response.words,
      ])
    }
    let count = tallies.dispatchCount > tallies.slowest.count ? " of \(tallies.dispatchCount)" : ""
    return section("Slowest events\(count)", table.markdown)
  }

  private var aliveLines: [String] {
    let owners = tallies.owners.sorted {
      ($0.value.overdue == nil ? 1 : 0, $0.key) < ($1.value.overdue == nil ? 1 : 0, $1.key)
    }
    guard !owners.isEmpty else {
      let isKnown = tallies.dropped == 0
      return section(
        "Still alive",
        [
          isKnown
            ? "Nothing: everything owned has been cleaned."
            : "Unknown: entries are missing."
        ])
    }
    var table = TextTable(["owner", "state", "owns"])
    for (name, owner) in owners.prefix(10 * ReportTallies.most) {
      let kinds = owner.open.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
        .map { $0.value == 1 ? "1 \($0.key)" : "\($0.value) \($0.key)s" }
      let hint = owner.overdue?.hints.first.map { "; \($0.word) \($0.clause)" } ?? ""
      let overdue = owner.overdue.map { entry in
        "OVERDUE after \(DurationText.format(nanoseconds: entry.afterNanoseconds))\(hint)"
      }
      let alive =
        owner.releasing == 0
        ? "alive" : owner.releasing < owner.openCount ? "alive, \(owner.releasing) releasing" : "releasing"
      table.add([name, overdue ?? alive, kinds.isEmpty ? "nothing" : kinds.joined(separator: ", ")])
    }
    let rest = owners.count - 10 * ReportTallies.most
    return section("Still alive", table.markdown + (rest > 0 ? ["", "And \(rest) more owners."] : []))
  }

  private var warningLines: [String] {
    guard !tallies.warnings.isEmpty else { return ["", "### Warnings", "", "None."] }
    var table = TextTable(["warning", "module", "what"])
    for warning in tallies.warnings { table.add([warning.kind.title, warning.module ?? "", warning.sentence]) }
    let more = tallies.warningCount - tallies.warnings.count
    let counts = tallies.warningCounts.sorted { ($1.value, $0.key.title) < ($0.value, $1.key.title) }
      .map { "\($0.value) \($0.key.title)" }
    return ["", "### Warnings", ""] + table.markdown
      + (more > 0 ? ["", "And \(more) more; in all: \(counts.joined(separator: ", "))."] : [])
  }
}
