#if CommandLine
import DequeModule
import RollcallLaunches
import ModuleLifecycle
import OrderedCollections
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// What the screen shows, as lines, each of which can be understood alone.
extension DashboardState {
  /// The most rows of a pane to list.
  private static let mostRows = 200

  /// The rows of a pane that match some words, the latest ones if there are too many.
  func lines(of pane: Pane, fitting words: String) -> [String] {
    var view = self
    view.lists[pane].set(words)
    view.rows = nil
    let table = pane.content.init(state: view, width: .max).table
    let older = pane.listsModules ? 0 : max(0, table.count - Self.mostRows)
    let lines = (older..<table.count).compactMap { table.line(of: table.row($0)) }
    let head = older > 0 ? ["\(Phrases.number(older)) older rows are not listed."] : []
    let none = words.isEmpty ? table.emptyText : "No row matches '\(Excerpt.of(words))'."
    return head + (lines.isEmpty ? [none] : lines) + [table.footLine].compactMap(\.self)
  }

  // MARK: Dispatches

  /// Returns the dispatch with a number, or the latest one for an empty text.
  func dispatch(_ text: String) throws(PlainProblem) -> DispatchEntry {
    let number = text.hasPrefix("#") ? String(text.dropFirst()) : text
    guard let latest = application.history.latest else { throw PlainProblem(noEventYet) }
    if number.isEmpty { return latest }
    guard let id = UInt64(number).map(DispatchID.init) else {
      throw PlainProblem("'\(Excerpt.of(text))' is not the number of a dispatch, such as #\(latest.id).")
    }
    guard let dispatch = application.history[id] else {
      throw PlainProblem("There is no dispatch #\(id), or it is no longer kept. The latest is #\(latest.id).")
    }
    return dispatch
  }

  /// The timings of the dispatch with a number, or of the latest one. That there is none yet is an answer, too.
  func timingLines(of text: String) throws(PlainProblem) -> [String] {
    if text.isEmpty, application.history.latest == nil { return [noEventYet] }
    return timingLines(of: try dispatch(text))
  }

  /// The result of a dispatch, and each handler's answer, start and time.
  func timingLines(of dispatch: DispatchEntry) -> [String] {
    let launch = launch(of: dispatch).map { LaunchWords($0).summary }
    let began = Clock(self).preciseTime(dispatch.atNanoseconds)
    return ["\(dispatch.sentence) It began at \(began)."] + [launch].compactMap(\.self)
      + Detail(dispatch: dispatch, state: self).spokenRows
  }

  /// Returns the time statistics of each handler of an event.
  func statisticsLines(of text: String) throws(PlainProblem) -> [String] {
    let history = application.history
    guard let event = text.isEmpty ? history.latest?.event : text else {
      throw PlainProblem(noEventYet)
    }
    guard let statistics = EventStatistics(of: event, in: history),
      let latest = history.dispatches.last(where: { $0.event == event })
    else { throw PlainProblem("No '\(Excerpt.of(event))' is kept.", for: event, among: Array(history.firings.keys)) }
    let (kept, all) = (statistics.dispatchCount, history.dispatchCount(of: event))
    let times =
      all > kept
      ? "\(Phrases.number(all)) times, of which the latest \(Phrases.number(kept)) count"
      : CountText.times(kept, saysTwice: false)
    var view = self
    (view.showsStatistics, view.rows, view.statistics) = (true, nil, statistics)
    view.show(dispatch: latest.id)
    let table = StatisticsTable(state: view, names: [Table.Column(title: "module", width: 0...Int.max)]).table
    return ["\(event), fired \(times). Each module's own time:"] + table.lines + [table.footLine].compactMap(\.self)
  }

  /// Returns all warnings by kind, the warnings of one kind, or the details of one warning.
  func warningLines(about text: String) throws(PlainProblem) -> [String] {
    if let number = Int(text) {
      guard let item = application.warnings[number] else {
        throw PlainProblem("There is no warning \(number), or it is no longer kept.")
      }
      return Detail(warning: item.entry, times: item.count, state: self).spoken
    }
    let kind = text.isEmpty ? nil : try WarningEntry.Kind.allCases.named(text, "kind of warning") { $0.rawValue }
    let lines = WarningsPage(application.warnings, only: kind).table(in: self).lines
    let none = "There are no warnings\(kind == nil ? "" : " of this kind")."
    let allowed = Phrases.allowed(by: application.warnings)
    return (lines.isEmpty ? [none] : lines) + (allowed.isEmpty ? [] : ["\(allowed)."])
  }

  /// Returns the details of a module, an owner, one of its objects, or a dispatch.
  func detailLines(of line: PlainLine) throws(PlainProblem) -> [String] {
    if line.rest.hasPrefix("#") { return timingLines(of: try dispatch(line.rest)) }
    let owners = application.ownership.owners.values.reversed()
    let (name, number) = try named(by: line) { text throws(PlainProblem) in
      do throws(PlainProblem) {
        return try module(text, for: line).name
      } catch {
        // The name can be that of a foreign owner.
        guard owners.contains(where: { $0.module == nil && $0.name == text }) else { throw error }
        return text
      }
    }
    let namesakes = owners.filter { $0.name == name }
    guard let number else {
      if let row = application.modules.rows.first(where: { $0.name == name }) {
        return Detail(module: row, state: self).spoken
      }
      return namesakes.prefix(1).flatMap { Detail(owner: $0, state: self).spoken }
    }
    for owner in namesakes {
      if let object = owner.object(number) { return Detail(object, of: owner, state: self).spoken }
    }
    throw PlainProblem("\(name) has no object \(number).")
  }

  /// Returns the help for all commands, or for one.
  func helpLines(about line: PlainLine) throws(PlainProblem) -> [String] {
    (line.words.isEmpty ? verbs : [try verb(for: line.words).verb]).map { "\($0.usage): \($0.summary)." }
  }

  /// A sentence with the application's state and counts.
  var statusLine: String {
    let launched = application.launchedAt.map { ", launched \(Clock(self).time($0))" } ?? ""
    var counts = StatusLine(state: self).counts(isWide: true, isSpoken: true).map(\.text)
    if commandsUnderWay > 0 { counts.append("\(Phrases.count(commandsUnderWay, "command")) under way") }
    return "\(application.name) is \(application.state.words)\(launched): \(counts.joined(separator: ", "))."
  }
}
#endif
