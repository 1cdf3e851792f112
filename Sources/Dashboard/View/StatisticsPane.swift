#if CommandLine
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Pane 2, seen the other way: what each module's handler of one event took over all of its dispatches that are kept.
struct StatisticsPane {
  let state: DashboardState

  static func title(for state: DashboardState, of event: String, room: Int) -> String {
    guard let count = state.statistics?.dispatchCount else {
      let long = "2 Statistics \u{00B7} \(event)"
      return long.columnWidth <= room ? long : "2 Statistics"
    }
    let all = state.history.dispatchCount(of: event)
    let times =
      all > count ? ["latest \(Words.number(count)) of \(Words.number(all))"] : count == 1 ? ["once"] : []
    let short = count == 1 && all == 1 ? "once" : "\(Words.number(count))\u{00D7}"
    let counts = times.isEmpty ? ["\(Words.number(count)) times"] : times
    let long = counts.flatMap { ["2 Statistics \u{00B7} \(event), \($0)", "2 \(event), \($0)"] }
    let tail = all > count ? ", latest \(short)" : ", \(short)"
    return long.first { $0.columnWidth <= room }
      ?? "2 \(event.truncatedBeforeTheEnd(toColumns: room - 2 - tail.columnWidth))\(tail)"
  }

  func draw(on canvas: inout Canvas, in area: Rect) {
    let columns = StatisticsColumn.placed(in: area)
    for (column, x, width) in columns {
      let title = column.title.padded(toColumns: width, alignment: column == .chart ? .leading : .trailing)
      let isSorted = state.rowOrder?.key == .statistic(column)
      canvas.write(title, x: x, y: area.y, style: isSorted ? Style.plain.underlined : Palette.label)
    }
    guard let statistics = state.statistics else { return drawEmpty(on: &canvas, in: area) }
    let rows = state.moduleRows
    for line in 0..<max(0, area.height - 2) {
      let index = state.moduleScroll + line
      guard index < rows.count else { break }
      let (line, y) = (rows[index], area.y + 1 + line)
      let row = state.roster[line.module]
      if case .launch(let row) = line.content {
        if let sample = statistics[row.kind] {
          draw(sample, of: statistics, columns, style: .plain, on: &canvas, y: y)
        }
      } else if let sample = statistics[EventStatistics.Row(module: row.id, part: line.part?.part)] {
        draw(sample, of: statistics, columns, style: .plain, on: &canvas, y: y)
      } else if !row.isOn {
        canvas.write("off", x: columns.first?.x ?? area.x, y: y, style: Palette.caution)
      }
    }
    draw(statistics.total, of: statistics, columns, style: Palette.label, on: &canvas, y: area.maxY - 1)
  }

  /// One looks at a dispatch that was forgotten, as were all others of its event.
  private func drawEmpty(on canvas: inout Canvas, in area: Rect) {
    let text = "No dispatch of \(state.shownDispatch?.event ?? "the event") is kept any more. Esc shows the latest."
    for (offset, line) in text.wrapped(toColumns: area.width - 2).prefix(max(0, area.height - 1)).enumerated() {
      canvas.write(line, x: area.x + 1, y: area.y + 1 + offset, style: Palette.label)
    }
  }

  private func draw(
    _ sample: DurationSample, of statistics: EventStatistics,
    _ columns: [(column: StatisticsColumn, x: Int, width: Int)], style: Style, on canvas: inout Canvas, y: Int
  ) {
    for (column, x, width) in columns {
      let text = text(of: column, sample, statistics, width: width, glyphs: canvas.glyphs)
      canvas.write(
        text.padded(toColumns: width, alignment: column == .chart ? .leading : .trailing), x: x, y: y,
        style: column == .chart ? Palette.bar : style)
    }
  }

  private func text(
    of column: StatisticsColumn, _ sample: DurationSample, _ statistics: EventStatistics, width: Int, glyphs: GlyphSet
  ) -> String {
    switch column {
    case .share: return ShareText.format(sample.sum, of: statistics.total.sum)
    case .count: return Words.number(sample.count)
    case .trend: return Words.trend(sample.trend)
    case .chart: return Histogram.text(sample.values.suffix(width).map(Double.init), glyphs: glyphs)
    default: return column.value(of: sample).map(Words.duration) ?? ""
    }
  }
}

/// A column of the statistics.
enum StatisticsColumn: Sendable, Equatable, CaseIterable {
  case count
  case last
  case median
  case p95
  case p99
  case greatest
  case share
  case trend
  case chart

  var title: String {
    switch self {
    case .count: "n"
    case .last: "last"
    case .median: "p50"
    case .p95: "p95"
    case .p99: "p99"
    case .greatest: "max"
    case .share: "share"
    case .trend: "trend"
    case .chart: "latest"
    }
  }

  /// What rows are sorted by; `nil` where that would say nothing.
  func value(of sample: DurationSample) -> UInt64? {
    switch self {
    case .last: sample.last
    case .median: sample.percentile(50)
    case .p95: sample.percentile(95)
    case .p99: sample.percentile(99)
    case .greatest: sample.greatest
    case .share: sample.sum
    case .count, .trend, .chart: nil
    }
  }

  /// Mostly all modules were called equally often.
  var isSortable: Bool { self != .count && self != .trend && self != .chart }

  /// How wide a column is, and which go first where room is short.
  private var layout: TableLayout.Column {
    switch self {
    case .count: TableLayout.Column(minimum: 5, alignment: .trailing, priority: 5)
    case .last: TableLayout.Column(minimum: 7, alignment: .trailing, priority: 4)
    case .median: TableLayout.Column(minimum: 7, alignment: .trailing, priority: 8)
    case .p95: TableLayout.Column(minimum: 7, alignment: .trailing, priority: 9)
    case .p99: TableLayout.Column(minimum: 7, alignment: .trailing, priority: 2)
    case .greatest: TableLayout.Column(minimum: 7, alignment: .trailing, priority: 6)
    case .share: TableLayout.Column(minimum: 5, alignment: .trailing, priority: 7)
    case .trend: TableLayout.Column(minimum: 5, alignment: .trailing, priority: 3)
    case .chart: TableLayout.Column(minimum: 10, ideal: 24, alignment: .leading, priority: 1)
    }
  }

  /// The columns that there is room for, each with its place and width, up to the right edge.
  static func placed(in area: Rect) -> [(column: StatisticsColumn, x: Int, width: Int)] {
    let layout = TableLayout(allCases.map(\.layout))
    let shown = zip(allCases, layout.widths(filling: area.width)).compactMap { column, width in
      width.map { (column, $0) }
    }
    var placed: [(column: StatisticsColumn, x: Int, width: Int)] = []
    var end = area.maxX
    for (column, width) in shown.reversed() {
      // What is left over stands before the first column, unless a chart has use for it.
      let width = column == .chart ? width : min(width, column.layout.minimum)
      placed.insert((column, end - width, width), at: 0)
      end -= width + 1
    }
    return placed
  }
}
#endif
