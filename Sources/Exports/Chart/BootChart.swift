import ModuleLifecycle
import TerminalUI

/// What a boot chart says: a row for each module that was called, and below it its parts, or the modules inside of it.
struct BootChart {
  /// One row.
  struct Row {
    enum Kind {
      /// The whole event.
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

  init(_ chosen: DispatchChoice.Chosen, header: JournalHeader) {
    let (dispatch, before) = (chosen.dispatch, chosen.before)
    // What passed between the two events is nobody's time.
    let offset = before?.totalNanoseconds ?? 0
    let whole = dispatch.totalNanoseconds.plus(offset)
    var rows: [Row] = []
    if let before { rows += ChartRows(of: before, startingAt: 0, whole: whole).rows }
    rows += ChartRows(of: dispatch, startingAt: offset, whole: whole).rows
    self.rows = rows
    length = max(1, whole)
    budget = chosen.budget
    title = "\(header.application): \(chosen.isLaunch ? "launch" : dispatch.event)"

    time =
      CalendarTime(
        nanosecondsSince1970: header.startedNanoseconds.plus((before ?? dispatch).atNanoseconds)
      ).text
    subject = [before, dispatch].compactMap { $0.map { "\($0.event) #\($0.id)" } }.joined(separator: ", then ")
    choice =
      chosen.count == 1 ? "" : chosen.isLaunch ? "the first of \(chosen.count)" : "the slowest of \(chosen.count)"
    summary = Self.summary(of: rows, whole: whole, budget: chosen.budget)
  }

  private static func summary(of rows: [Row], whole: UInt64, budget: UInt64?) -> String {
    var text = DurationText.format(nanoseconds: whole)
    if let budget {
      let share = ShareText.format(whole, of: budget)
      text +=
        whole > budget
        ? ", \(DurationText.format(nanoseconds: whole - budget)) over its budget of \(DurationText.format(nanoseconds: budget))"
        : " of a budget of \(DurationText.format(nanoseconds: budget)), \(share)"
    } else {
      text += " in all"
    }
    guard let slowest = rows.filter({ $0.mark == ChartRows.slowest }).max(by: { $0.total < $1.total }) else {
      return "\(text). No module was called."
    }
    return "\(text). Slowest: \(slowest.name), \(DurationText.format(nanoseconds: slowest.total))."
  }
}
