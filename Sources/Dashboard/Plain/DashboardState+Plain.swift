#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

extension DashboardState {
  /// Does what a typed line says: the same as the keys do, and says what the screen would show.
  mutating func perform(line text: String) -> [Effect] {
    var line = PlainLine(text)
    guard let word = line.words.first else { return [] }
    do {
      let verb = try verb(named: word)
      if case .confirmLaunch = overlay, ![PlainVerb.resend.word, PlainVerb.relaunch.word].contains(verb.word) {
        overlay = nil
      }
      line.usage = verb.usage
      return try verb.perform(&self, line)
    } catch {
      return [.complain((error as? PlainProblem)?.text ?? String(describing: error))]
    }
  }

  /// The words of the commands that there are for this application, in the order of the table.
  var verbs: [PlainVerb] { UserCommand.table.filter { problem(with: $0.need) == nil }.flatMap(\.verbs) }

  /// The command that a typed word means.
  func verb(named word: String) throws -> PlainVerb {
    var problem = ""
    for command in UserCommand.table {
      guard let verb = command.verbs.first(where: { $0.isMeant(by: word) }) else { continue }
      guard let reason = self.problem(with: command.need) else { return verb }
      if problem.isEmpty { problem = reason }
    }
    if !problem.isEmpty { throw PlainProblem(problem) }
    throw PlainProblem(no: "command", named: word, among: verbs.map(\.word), otherwise: "'help' lists the commands.")
  }

  // MARK: Names

  /// The module of that name, or in that place of the order.
  func module(_ text: String, for line: PlainLine) throws(PlainProblem) -> ModuleList.Row {
    guard !text.isEmpty else { throw PlainProblem("Which module? Write '\(line.usage)'.") }
    if let row = application.modules.rows.first(where: { $0.name == text }) { return row }
    let alike = application.modules.rows.filter { $0.name.lowercased() == text.lowercased() }
    if alike.count == 1 { return alike[0] }
    if let row = application.modules.rows.first(where: { $0.parent == nil && "\($0.order)" == text }) { return row }
    throw PlainProblem(
      no: "module", named: text, among: application.modules.rows.map(\.name), otherwise: "'modules' lists them.")
  }

  /// A module, and the number behind it.
  private func moduleAndNumber(
    _ line: PlainLine
  ) throws(PlainProblem) -> (row: ModuleList.Row, number: Int?) {
    // A name may have spaces in it, and end with a number.
    if let row = try? module(line.rest, for: line) { return (row, nil) }
    guard let number = line.words.last.flatMap({ Int($0) }), line.words.count > 2 else {
      return (try module(line.rest, for: line), nil)
    }
    return (try module(line.words.dropFirst().dropLast().joined(separator: " "), for: line), number)
  }

  // MARK: Modules

  mutating func bringBack(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    var name = line.rest
    if line.words[0].lowercased() == "bring", line.words.count > 1, line.words[1].lowercased() == "back" {
      name = line.words.dropFirst(2).joined(separator: " ")
    }
    guard name.isEmpty else { return [.perform(.bringBack(try module(name, for: line).id))] }
    guard application.modules.rows.contains(where: \.isRemoved) else { throw PlainProblem("No module was removed.") }
    // What was removed last is meant, and not what is selected.
    selectedModule = application.modules.rows.first(where: \.isPresent)?.id
    return bringBack()
  }

  mutating func catchUp(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let isPhrase = line.words.count > 1 && line.words[1].lowercased() == "up"
    let row = try module(line.words.dropFirst(isPhrase ? 2 : 1).joined(separator: " "), for: line)
    guard application.hasMissedLaunch(row) else { throw PlainProblem("\(row.name) has not missed a launch.") }
    return [.perform(.catchUp(row.id))]
  }

  mutating func move(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let (row, place) = try moduleAndNumber(line)
    guard let place else { throw PlainProblem("To which place? Write '\(line.usage)'.") }
    let count = application.modules.siblingCount(of: row)
    guard (1...count).contains(place) else {
      throw PlainProblem("There is no place \(place): places go from 1 to \(count).")
    }
    selectedModule = row.id
    return [.perform(.move(row.id, to: place))]
  }

  mutating func fix(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let (row, number) = try moduleAndNumber(line)
    let overdue = application.ownership.overdueOwners.reversed().compactMap { application.ownership.owners[$0] }
    guard let owner = overdue.first(where: { $0.module == row.id }) else {
      let names = overdue.map(\.name)
      throw PlainProblem(
        "\(row.name) is not overdue." + (names.isEmpty ? "" : " Overdue: \(names.joined(separator: ", ")).")
      )
    }
    if let number {
      guard owner.live[number] != nil else { throw PlainProblem("\(row.name) owns no object \(number).") }
      let object = OwnedObjectID(owner: owner.id, number: number)
      let word = owner.hints.first { $0.object == object }?.remedy ?? "cancel"
      awaitedLeakFix = LeakFix(object: object, owner: owner.id, word: word)
      return [.perform(.cancel(object))]
    }
    guard case .fix(let fix) = leakFixChoice(for: owner) else {
      let objects = owner.overdueCount > 0 ? " 'fix \(row.name) NUMBER' cleans one of its objects." : ""
      throw PlainProblem("Nobody knows who holds \(row.name).\(objects)")
    }
    awaitedLeakFix = fix
    return [.perform(.cancel(fix.object))]
  }

  mutating func filter(by words: String) -> String {
    enter(.cleanup)
    setFilter(words)
    plainFilter = RowFilter(words)
    let count = application.modules.rows.count(where: fitsPlainFilter)
    guard plainFilter != nil else { return "Everything is shown." }
    return
      "\(Phrases.number(count)) of \(Phrases.count(application.modules.count, "module")) and "
      + "\(Phrases.number(application.ownership.matchCount)) of "
      + "\(Phrases.count(application.ownership.objectCount, "row")) of the cleanup log fit."
  }

  // MARK: Lab

  mutating func runExperiment(named name: String) throws(PlainProblem) -> [Effect] {
    let experiments = offers.experiments
    guard !name.isEmpty else {
      return [.say(experiments.map { "\($0.id): \($0.title). \($0.question)" })]
    }
    guard let experiment = experiments.first(where: { $0.id == name }) else {
      throw PlainProblem(
        no: "experiment", named: name, among: experiments.map(\.id), otherwise: "'lab' lists them.")
    }
    guard lab.begin(experiment.id) else { throw PlainProblem("'\(name)' is running already.") }
    return [.say(["\(experiment.title). \(experiment.question)"]), .run(experiment: experiment.id)]
  }

  /// Exports in a format, into a file that the rest of the line names.
  mutating func export(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let formats = offers.exports
    guard line.words.count > 1 else {
      let lines = formats.map { "\($0.name): \($0.purpose)." }
      return [.say(lines + ["Write '\(line.usage)'."])]
    }
    let name = line.words[1]
    guard let format = formats.first(where: { $0.name == name.lowercased() }) else {
      throw PlainProblem(no: "format", named: name, among: formats.map(\.name))
    }
    let path = PlainLine.unquoted(line.words.dropFirst(2).joined(separator: " "))
    return export(format, to: path.isEmpty ? nil : path)
  }
}
#endif
