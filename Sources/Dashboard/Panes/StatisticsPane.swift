#if CommandLine
import ModuleLifecycle
import TerminalUI
import Recordings
import TextFormatting

/// The statistics in pane 2: each module's times for one event, over all kept dispatches of the event.
struct StatisticsPane {
  let state: DashboardState
  let area: Rect
  private let columns: [(column: StatisticsColumn, x: Int, width: Int)]

  init(state: DashboardState, area: Rect) {
    (self.state, self.area) = (state, area)
    columns = state.statisticsColumns(in: area)
  }

  static func title(for state: DashboardState, of event: String, room: Int) -> String {
    guard let count = state.statistics?.dispatchCount else {
      let long = "2 Statistics \u{00B7} \(event)"
      return long.columnWidth <= room ? long : "2 Statistics"
    }
    let all = state.application.history.dispatchCount(of: event)
    let times =
      all > count ? ["latest \(Phrases.number(count)) of \(Phrases.number(all))"] : count == 1 ? ["once"] : []
    let short = count == 1 && all == 1 ? "once" : "\(Phrases.number(count))\u{00D7}"
    let counts = times.isEmpty ? ["\(Phrases.number(count)) times"] : times
    let long = counts.flatMap { ["2 Statistics \u{00B7} \(event), \($0)", "2 \(event), \($0)"] }
    let tails = all > count ? [", latest \(short)", ", \(short)"] : [", \(short)"]
    let whole = (long + tails.map { "2 \(event)\($0)" }).first { $0.columnWidth <= room }
    let last = tails[tails.count - 1]
    return whole ?? "2 \(event.truncatedBeforeTheEnd(toColumns: room - 2 - last.columnWidth))\(last)"
  }

  func draw(on canvas: inout Canvas) {
    for (column, x, width) in columns {
      let title = column.title.padded(toColumns: width, alignment: column.alignment)
      let isSorted = state.rowOrder?.key == .statistic(column)
      canvas.write(title, x: x, y: area.y, style: isSorted ? Style.plain.underlined : Style.label)
    }
    guard let statistics = state.statistics else { return drawEmpty(on: &canvas) }
    for (offset, line) in state.moduleRows.lines(from: state.moduleScroll, atMost: area.height - 2).enumerated() {
      let (row, y) = (state.application.modules[line.module], area.y + 1 + offset)
      if let sample = line.subject(of: row.id).flatMap({ statistics[$0] }) {
        draw(sample, of: statistics, style: .plain, on: &canvas, y: y)
      } else if !row.isOn {
        canvas.write("off", x: columns.first?.x ?? area.x, y: y, style: Style.caution)
      }
    }
    draw(statistics.total, of: statistics, style: Style.label, on: &canvas, y: area.maxY - 1)
  }

  /// The shown dispatch was forgotten, as were all others of its event.
  private func drawEmpty(on canvas: inout Canvas) {
    let text = "No dispatch of \(state.shownDispatch?.event ?? "the event") is kept any more. Esc shows the latest."
    canvas.paragraph(text, in: area.inset(top: 1))
  }

  private func draw(
    _ sample: DurationSample, of statistics: EventStatistics, style: Style, on canvas: inout Canvas, y: Int
  ) {
    for (column, x, width) in columns {
      let text = text(of: column, sample, statistics, width: width, glyphs: canvas.glyphs)
      canvas.write(
        text.padded(toColumns: width, alignment: column.alignment), x: x, y: y,
        style: column == .chart ? Style.bar : style)
    }
  }

  private func text(
    of column: StatisticsColumn, _ sample: DurationSample, _ statistics: EventStatistics, width: Int, glyphs: GlyphSet
  ) -> String {
    switch column {
    case .share: return ShareText.format(sample.sum, of: statistics.total.sum)
    case .count: return Phrases.number(sample.count)
    case .computing: return Self.share(sample.breakdown?.computingNanoseconds, of: sample.breakdown)
    case .waiting: return Self.share(sample.breakdown?.waitingNanoseconds, of: sample.breakdown)
    case .blocked: return Self.share(sample.breakdown?.blockedNanoseconds, of: sample.breakdown)
    case .chart: return Histogram.text(sample.values.suffix(width).map(Double.init), glyphs: glyphs)
    default: return column.value(of: sample).map(Phrases.duration) ?? ""
    }
  }

  private static func share(_ time: UInt64?, of breakdown: TimeBreakdown?) -> String {
    guard let time, let breakdown else { return "" }
    return ShareText.format(time, of: breakdown.totalNanoseconds)
  }
}

extension DashboardState {
  /// The columns that are available and fit, each with its position and width.
  func statisticsColumns(in area: Rect) -> [(column: StatisticsColumn, x: Int, width: Int)] {
    // Without measured kinds, their columns have nothing to show.
    let isMeasured = (statistics?.total.breakdown?.totalNanoseconds ?? 0) > 0
    return StatisticsColumn.placed(settings.columns.filter { isMeasured || !$0.isKind }, in: area)
  }
}

enum StatisticsColumn: Sendable, Equatable, CaseIterable {
  case count, last, median, p95, p99, greatest, share, computing, waiting, blocked, chart

  /// All columns, most important first.
  static let byImportance: [StatisticsColumn] = [
    .p95, .median, .share, .greatest, .count, .last, .waiting, .blocked, .computing, .p99, .chart,
  ]

  /// Whether the column shows a kind of time.
  var isKind: Bool { [.computing, .waiting, .blocked].contains(self) }

  private struct Facts {
    let title: String
    let width: Int
    /// The value to sort rows by; `nil` if sorting makes no sense: most modules are called equally often.
    var value: ((DurationSample) -> UInt64?)?
  }

  private var facts: Facts {
    switch self {
    case .count: Facts(title: "n", width: 5)
    case .last: Facts(title: "last", width: 7) { $0.last }
    case .median: Facts(title: "p50", width: 7) { $0.percentile(50) }
    case .p95: Facts(title: "p95", width: 7) { $0.percentile(95) }
    case .p99: Facts(title: "p99", width: 7) { $0.percentile(99) }
    case .greatest: Facts(title: "max", width: 7) { $0.greatest }
    case .share: Facts(title: "share", width: 5) { $0.sum }
    case .computing: Facts(title: "comp", width: 5)
    case .waiting: Facts(title: "wait", width: 5)
    case .blocked: Facts(title: "block", width: 5)
    case .chart: Facts(title: "latest", width: 10)
    }
  }

  var title: String { facts.title }
  /// The value to sort rows by; `nil` if the column is not sortable.
  func value(of sample: DurationSample) -> UInt64? { facts.value?(sample) }
  var isSortable: Bool { facts.value != nil }
  var alignment: Alignment { self == .chart ? .leading : .trailing }

  /// Places those of `columns` that fit, most important first, each with position and width, up to the right edge. The
  /// chart, the last column, gets the remaining room.
  static func placed(
    _ columns: [StatisticsColumn], in area: Rect
  ) -> [(column: StatisticsColumn, x: Int, width: Int)] {
    var room = area.width + 1
    let shown = columns.prefix { column in
      guard room > column.facts.width else { return false }
      room -= column.facts.width + 1
      return true
    }
    var (placed, end): ([(column: StatisticsColumn, x: Int, width: Int)], Int) = ([], area.maxX)
    for column in allCases.reversed() where shown.contains(column) {
      let width = column.facts.width + (column == .chart ? room : 0)
      placed.insert((column, end - width, width), at: 0)
      end -= width + 1
    }
    return placed
  }
}
#endif
