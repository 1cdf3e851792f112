import Launches
import ModuleLifecycle
import Recordings
import TextFormatting

/// What a boot chart says: a row for each module that was called, and below it its parts, or the modules inside of it.
struct BootChart {
  /// One row.
  struct Row {
    enum Kind {
      /// The whole event, or the creation of all modules.
      case event
      case module
      /// A part of a handler that has a name.
      case part
      /// So many rows that have no place of their own.
      case rest
    }

    var kind: Kind
    var name: String
    /// How many rows it is inside of.
    var depth = 0
    /// From the beginning of the chart.
    var start: UInt64 = 0
    var total: UInt64
    var own: UInt64
    /// How long of that it waited for its answer.
    var suspended: UInt64 = 0
    /// How it stands among the others: `slowest`, `slow` or nothing.
    var mark = ""
    /// The module that it is about.
    var module: ModuleID?
    /// What it answered, in words.
    var answer = ""

    var isSlow: Bool { !mark.isEmpty }
  }

  /// So many modules have rows; of more, only the slowest.
  static let mostModules = 200
  static let modulesOfMany = 60
  /// So many rows stand inside of one.
  static let mostParts = 12

  let title: String
  /// What is charted, which one of several that is, and when it was.
  let subject, choice, time: String
  /// What came of it, in sentences.
  let summary: String
  let rows: [Row]
  /// How long the whole chart is.
  let length: UInt64
  let budget: UInt64?
  /// Where on the chart the budget begins to count.
  let budgetStart: UInt64
  /// Where the budget is used up.
  var budgetEnd: UInt64? { budget.map(budgetStart.plus) }

  init(_ chosen: DispatchChoice.Chosen, header: JournalHeader) {
    let (dispatch, before) = (chosen.dispatch, chosen.before)
    // What passed between the parts is nobody's time.
    let created = chosen.launch?.creationNanoseconds ?? 0
    let offset = created.plus(before?.totalNanoseconds ?? 0)
    let whole = dispatch.totalNanoseconds.plus(offset)
    var rows = chosen.launch.map { Self.creationRows(of: $0) } ?? []
    if let before { rows += ChartRows(of: before, startingAt: created, whole: whole).rows }
    rows += ChartRows(of: dispatch, startingAt: offset, whole: whole).rows
    if let slowest = chosen.launch?.slowest { Self.mark(slowest.module, in: &rows) }
    self.rows = rows
    length = max(1, whole)
    budget = chosen.budget
    budgetStart = chosen.budgetIsForAll ? 0 : created
    title = "\(header.application): \(chosen.isLaunch ? "launch" : dispatch.event)"

    time = CalendarTime(nanosecondsSince1970: header.startedNanoseconds.plus((before ?? dispatch).atNanoseconds)).text
    subject = [before, dispatch].compactMap { $0.map { "\($0.event) #\($0.id)" } }.joined(separator: ", then ")
    choice =
      chosen.count == 1 ? "" : chosen.isLaunch ? "the first of \(chosen.count)" : "the slowest of \(chosen.count)"
    summary = Self.summary(of: rows, whole: whole, budget: chosen.budget, from: budgetStart, launch: chosen.launch)
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
      let marks = words.marks.isEmpty ? "" : " \(words.marks)"
      return "\(text): \(words.parts). \(words.slowest) \(words.leftOut)\(marks)"
    }
    guard let slowest = rows.filter({ $0.mark == ChartRows.slowest }).max(by: { $0.total < $1.total }) else {
      return "\(text). No module was called."
    }
    return "\(text). Slowest: \(slowest.name), \(duration(slowest.total))."
  }
}

extension BootChart {
  /// The creation of a launch's modules: all together, then those that took long, then how many others there were. None
  /// where nothing is known of it.
  static func creationRows(of launch: ApplicationLaunch) -> [Row] {
    guard launch.creationNanoseconds > 0 else { return [] }
    let all = Row(
      kind: .event, name: "\(CountText.format(launch.createdCount, "module")) created",
      total: launch.creationNanoseconds, own: launch.creationNanoseconds)
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
    let quicker = Row(kind: .rest, name: CountText.format(others, "quicker module"), depth: 1, total: rest, own: rest)
    return [all] + rows + [quicker]
  }

  /// Marks one row only as the slowest: of the module that took most of the launch the row that took most of that.
  static func mark(_ slowest: ModuleID, in rows: inout [Row]) {
    for index in rows.indices where rows[index].mark == ChartRows.slowest { rows[index].mark = "slow" }
    let own = rows.indices.filter { rows[$0].module == slowest && rows[$0].kind == .module }
    if let index = own.max(by: { rows[$0].own < rows[$1].own }) { rows[index].mark = ChartRows.slowest }
  }
}
