#if CommandLine
import RollcallLaunches
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// Each module's times for one event, over all kept dispatches of the event.
struct StatisticsTable {
  let state: DashboardState
  /// The columns with the modules' names; none if pane 1 is beside this one.
  let names: [Table.Column]

  var table: Table {
    let (rows, modules, statistics) = (state.moduleRows, state.application.modules, state.statistics)
    let columns = shownColumns
    let order = state.settings.columns
    var table = Table(
      columns: names
        + columns.enumerated().map { place, column in
          var facts = column.column
          facts.rank = order.firstIndex(of: column) ?? 0
          facts.gap = names.isEmpty && place == 0 ? 0 : 1
          facts.isSorted = state.rowOrder?.key == .statistic(column)
          return facts
        }, count: statistics == nil ? 0 : rows.lineCount
    ) { place in
      let (line, row) = (rows[place], modules[rows[place].module])
      let name = names.map { _ in line.cell(in: modules) }
      guard let statistics, let sample = line.subject(of: row.id).flatMap({ statistics[$0] }) else {
        return .cells(name + (row.isOn ? [] : [Table.Cell("off", Style.caution, spoken: "")]))
      }
      return .cells(name + columns.map { $0.cell(of: sample, in: statistics, .plain) })
    }
    // The shown dispatch was forgotten, as were all others of its event.
    table.emptyText =
      "No dispatch of \(state.shownDispatch?.event ?? "the event") is kept any more. Esc shows the latest."
    if let statistics {
      table.foot =
        names.map { _ in Table.Cell("whole event", Style.label) }
        + columns.map { $0.cell(of: statistics.total, in: statistics, Style.label) }
    }
    return table
  }

  /// The columns for which so many columns of the screen have room.
  func columns(in width: Int) -> [StatisticsColumn] {
    zip(shownColumns, table.layout(for: [], in: width)).filter { $1.width > 0 }.map(\.0)
  }

  /// The columns that have something to show, from left to right.
  private var shownColumns: [StatisticsColumn] {
    let isMeasured = (state.statistics?.total.breakdown?.totalNanoseconds ?? 0) > 0
    return StatisticsColumn.allCases.filter { state.settings.columns.contains($0) && (isMeasured || !$0.isKind) }
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
    /// The word for it in plain mode, if that is not the title.
    var spoken: String?
    /// The value to sort rows by; `nil` if sorting makes no sense: most modules are called equally often.
    var value: ((DurationSample) -> UInt64?)?
  }

  private var facts: Facts {
    switch self {
    case .count: Facts(title: "n", width: 5, spoken: "called")
    case .last: Facts(title: "last", width: 7) { $0.last }
    case .median: Facts(title: "p50", width: 7, spoken: "median") { $0.percentile(50) }
    case .p95: Facts(title: "p95", width: 7) { $0.percentile(95) }
    case .p99: Facts(title: "p99", width: 7) { $0.percentile(99) }
    case .greatest: Facts(title: "max", width: 7, spoken: "longest") { $0.greatest }
    case .share: Facts(title: "share", width: 5) { $0.sum }
    case .computing: Facts(title: "comp", width: 5, spoken: "computing")
    case .waiting: Facts(title: "wait", width: 5, spoken: "waiting")
    case .blocked: Facts(title: "block", width: 5, spoken: "blocked")
    case .chart: Facts(title: "latest", width: 10)
    }
  }

  var title: String { facts.title }
  /// The value to sort rows by; `nil` if the column is not sortable.
  func value(of sample: DurationSample) -> UInt64? { facts.value?(sample) }
  var isSortable: Bool { facts.value != nil }

  /// The column of a table. The chart gets the remaining room.
  fileprivate var column: Table.Column {
    let facts = facts
    return self == .chart
      ? Table.Column(title: facts.title, width: facts.width...Int.max)
      : Table.Column(
        title: facts.title, width: facts.width...facts.width, alignment: .trailing, spoken: facts.spoken ?? facts.title)
  }

  fileprivate func cell(of sample: DurationSample, in statistics: EventStatistics, _ style: Style) -> Table.Cell {
    func kind(_ time: UInt64?) -> Table.Cell {
      Table.Cell(time.map { ShareText.format($0, of: sample.breakdown?.totalNanoseconds ?? 0) } ?? "", style)
    }
    return switch self {
    case .share: Table.Cell(ShareText.format(sample.sum, of: statistics.total.sum), style)
    case .count: Table.Cell(Phrases.number(sample.count), style)
    case .computing: kind(sample.breakdown?.computingNanoseconds)
    case .waiting: kind(sample.breakdown?.waitingNanoseconds)
    case .blocked: kind(sample.breakdown?.blockedNanoseconds)
    case .chart: Table.Cell(.histogram(sample.values.map(Double.init)))
    default: Table.Cell(value(of: sample).map(Phrases.duration) ?? "", style)
    }
  }
}
#endif
