#if CommandLine
import TerminalUI
import TextFormatting

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
    case .count: TableLayout.Column(minimum: 5, priority: 5)
    case .last: TableLayout.Column(minimum: 7, priority: 4)
    case .median: TableLayout.Column(minimum: 7, priority: 8)
    case .p95: TableLayout.Column(minimum: 7, priority: 9)
    case .p99: TableLayout.Column(minimum: 7, priority: 2)
    case .greatest: TableLayout.Column(minimum: 7, priority: 6)
    case .share: TableLayout.Column(minimum: 5, priority: 7)
    case .trend: TableLayout.Column(minimum: 5, priority: 3)
    case .chart: TableLayout.Column(minimum: 10, ideal: 24, priority: 1)
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
