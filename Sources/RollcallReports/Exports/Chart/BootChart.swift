import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings
import RollcallTextFormatting

/// The content of a boot chart: a row for each module that was called, with rows below it for its parts or for the
/// modules inside it.
struct BootChart {
  struct Row {
    enum Kind {
      /// The whole event, the creation of all modules, or another part of a launch.
      case event
      case module
      /// A named part of a handler.
      case part
      /// Stands for all rows that are left out.
      case rest
    }

    var kind: Kind
    var name: String
    /// How many rows contain this one.
    var depth = 0
    /// Measured from the start of the chart.
    var start: UInt64 = 0
    var total: UInt64
    var own: UInt64
    /// The part of `total` spent waiting for the answer.
    var suspended: UInt64 = 0
    /// The row's rank: `slowest`, `slow` or empty.
    var mark = ""
    /// The module that the row is about.
    var module: ModuleID?
    /// The module's answer, as text.
    var answer = ""

    var isSlow: Bool { !mark.isEmpty }
  }

  /// The most modules that all have rows. With more, only the slowest `modulesOfMany` have.
  static let mostModules = 200
  static let modulesOfMany = 60
  /// The most rows inside one row.
  static let mostParts = 12

  let title: String
  /// The charted events, which of several dispatches was chosen, and the time.
  let subject, choice, time: String
  /// The result, in sentences.
  let summary: String
  let rows: [Row]
  /// The length of the whole chart.
  let length: UInt64
  let budget: UInt64?
  /// Where in the chart the budget starts to count.
  let budgetStart: UInt64
  /// Where in the chart the budget is used up.
  var budgetEnd: UInt64? { budget.map(budgetStart.plus) }

  init(_ chosen: DispatchChoice.Chosen, header: JournalHeader) {
    let (dispatch, before) = (chosen.dispatch, chosen.before)
    let launch = chosen.launch
    func start(of dispatch: DispatchEntry) -> UInt64 { launch?.step(of: dispatch.id)?.startNanoseconds ?? 0 }
    let (first, offset) = (start(of: before ?? dispatch), start(of: dispatch))
    let whole = dispatch.totalNanoseconds.plus(offset)
    var rows = launch.map { Self.rows(above: dispatch.id, in: $0) } ?? []
    if let before { rows += ChartRows(of: before, startingAt: first, whole: whole).rows }
    rows += ChartRows(of: dispatch, startingAt: offset, whole: whole).rows
    if let slowest = launch?.slowest { Self.mark(slowest.module, in: &rows) }
    self.rows = rows
    length = max(1, whole)
    budget = chosen.budget
    budgetStart = chosen.budgetIsForAll ? 0 : first
    title = "\(header.application): \(chosen.isLaunch ? "launch" : dispatch.event)"

    time = CalendarTime(nanosecondsSince1970: header.startedNanoseconds.plus((before ?? dispatch).atNanoseconds)).text
    subject = [before, dispatch].compactMap { $0.map { "\($0.event) #\($0.id)" } }.joined(separator: ", then ")
    choice =
      chosen.count == 1 ? "" : chosen.isLaunch ? "the first of \(chosen.count)" : "the slowest of \(chosen.count)"
    summary = Self.summary(of: rows, whole: whole, budget: chosen.budget, from: budgetStart, launch: launch)
  }

  private static func summary(
    of rows: [Row], whole: UInt64, budget: UInt64?, from start: UInt64, launch: ApplicationLaunch?
  ) -> String {
    func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }
    var text = duration(whole)
    let counted = whole - min(start, whole)
    if let budget {
      if start > 0 { text += " in all, of which the events took \(duration(counted))" }
      text +=
        counted > budget
        ? ", \(duration(counted - budget)) over \(start > 0 ? "their" : "its") budget of \(duration(budget))"
        : " of a budget of \(duration(budget)), \(ShareText.format(counted, of: budget))"
    } else {
      text += " in all"
    }
    if let launch {
      let words = LaunchWords(launch)
      let sentences = ["\(text): \(words.parts).", words.slowest, words.leftOut, words.marks]
      return sentences.filter { !$0.isEmpty }.joined(separator: " ")
    }
    guard let slowest = rows.filter({ $0.mark == ChartRows.slowest }).max(by: { $0.total < $1.total }) else {
      return "\(text). No module was called."
    }
    return "\(text). Slowest: \(slowest.name), \(duration(slowest.total))."
  }
}

extension BootChart {
  /// The rows of a launch above its events: the time before the composite, the creation of its modules, then the starts
  /// and the time in which nothing ran.
  fileprivate static func rows(above dispatch: DispatchID, in launch: ApplicationLaunch) -> [Row] {
    func rows(_ isWanted: (EventTimes.Row) -> Bool) -> [Row] {
      launch.rows(above: dispatch, creations: 0).filter { isWanted($0.subject) }.map { row in
        Row(
          kind: .event, name: row.label, start: row.startNanoseconds, total: row.totalNanoseconds,
          own: row.selfNanoseconds)
      }
    }
    return rows { $0 == .before } + creationRows(of: launch)
      + rows { subject in
        switch subject {
        case .start, .idle, .stopped: true
        default: false
        }
      }
  }

  /// The rows for the creation of a launch's modules: all together, then the slow ones, then the number of the others.
  /// Empty if the creation was not measured.
  private static func creationRows(of launch: ApplicationLaunch) -> [Row] {
    guard launch.creationNanoseconds > 0 else { return [] }
    let all = Row(
      kind: .event, name: "\(CountText.format(launch.createdCount, "module")) created",
      start: launch.creations.first?.startNanoseconds ?? 0, total: launch.creationNanoseconds,
      own: launch.creationNanoseconds)
    let slow = launch.slowCreations(atMost: mostParts)
    var own: UInt64 = 0
    let rows = slow.map { creation in
      own = own.plus(creation.selfNanoseconds)
      return Row(
        kind: .module, name: creation.name, depth: 1, start: creation.startNanoseconds,
        total: creation.totalNanoseconds, own: creation.selfNanoseconds,
        mark: creation.selfNanoseconds >= launch.totalNanoseconds / 10 ? "slow" : "", module: creation.module)
    }
    let others = launch.createdCount - slow.count { !$0.hasModulesInside }
    guard !rows.isEmpty, others > 0 else { return [all] + rows }
    let rest = launch.creationNanoseconds - min(own, launch.creationNanoseconds)
    let quicker = Row(
      kind: .rest, name: CountText.format(others, "quicker module"), depth: 1, start: all.start, total: rest, own: rest)
    return [all] + rows + [quicker]
  }

  /// Marks one row as the slowest: of the rows of the launch's slowest module, the slowest one.
  static func mark(_ slowest: ModuleID, in rows: inout [Row]) {
    for index in rows.indices where rows[index].mark == ChartRows.slowest { rows[index].mark = "slow" }
    let own = rows.indices.filter { rows[$0].module == slowest && rows[$0].kind == .module }
    if let index = own.max(by: { rows[$0].own < rows[$1].own }) { rows[index].mark = ChartRows.slowest }
  }
}
