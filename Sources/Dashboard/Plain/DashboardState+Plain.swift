#if CommandLine
import DelegateLab
import Exports
import Inspection
import ModuleLifecycle
import OrderedCollections
import TextFormatting

extension DashboardState {
  /// Carries out a typed line. It does the same as the keys, and prints what the screen would show.
  mutating func perform(line text: String) -> [Effect] {
    var line = PlainLine(text)
    guard let word = line.words.first else { return [] }
    do {
      let verb = try verb(named: word)
      if ![PlainVerb.resend.word, PlainVerb.relaunch.word].contains(verb.word) {
        self[LaunchQuestion.self] = nil
      }
      line.usage = verb.usage
      return try verb.perform(&self, line)
    } catch {
      return [.complain((error as? PlainProblem)?.text ?? String(describing: error))]
    }
  }

  /// The verbs of the commands that exist for this application, in the order of the table.
  var verbs: [PlainVerb] { UserCommand.table.filter { problem(with: $0.need) == nil }.flatMap(\.verbs) }

  /// Returns the command that a typed word means.
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

  /// Returns the module with a name, or at a position in the order.
  func module(_ text: String, for line: PlainLine) throws(PlainProblem) -> ModuleList.Row {
    guard !text.isEmpty else { throw PlainProblem("Which module? Write '\(line.usage)'.") }
    if let row = application.modules.rows.first(where: { $0.name == text }) { return row }
    let alike = application.modules.rows.filter { $0.name.lowercased() == text.lowercased() }
    if alike.count == 1 { return alike[0] }
    if let row = application.modules.rows.first(where: { $0.parent == nil && "\($0.order)" == text }) { return row }
    throw PlainProblem(
      no: "module", named: text, among: application.modules.rows.map(\.name), otherwise: "'modules' lists them.")
  }

  /// Returns what a line names, and the number after the name. A name can contain spaces and end with a number.
  func named<Subject>(
    by line: PlainLine, _ find: (String) throws(PlainProblem) -> Subject
  ) throws(PlainProblem) -> (subject: Subject, number: Int?) {
    guard (try? find(line.rest)) == nil, line.words.count > 2, let number = line.words.last.flatMap({ Int($0) }) else {
      return (try find(line.rest), nil)
    }
    return (try find(line.words.dropFirst().dropLast().joined(separator: " ")), number)
  }

  // MARK: Modules

  mutating func bringBack(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let name = line.rest(without: "back")
    guard name.isEmpty else { return [.perform(.restore(try module(name, for: line).id))] }
    guard application.modules.rows.contains(where: \.isRemoved) else { throw PlainProblem("No module is removed.") }
    // Bring back the last removed module, not the selected one.
    selectedModule = application.modules.rows.first(where: \.isPresent)?.id
    return bringBack()
  }

  mutating func catchUp(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let row = try module(line.rest(without: "up"), for: line)
    guard application.hasMissedLaunch(row) else { throw PlainProblem("\(row.name) has not missed a launch.") }
    return [.perform(.sendMissedEvents(row.id))]
  }

  mutating func move(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let (row, place) = try named(by: line) { name throws(PlainProblem) in try module(name, for: line) }
    guard let place else { throw PlainProblem("To which place? Write '\(line.usage)'.") }
    let count = application.modules.siblingCount(of: row)
    guard (1...count).contains(place) else {
      throw PlainProblem("There is no place \(place): places go from 1 to \(count).")
    }
    selectedModule = row.id
    return [.perform(.move(row.id, to: place))]
  }

  mutating func fix(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let (row, number) = try named(by: line) { name throws(PlainProblem) in try module(name, for: line) }
    guard let owner = overdueInstance(of: row.id) else {
      let names = application.ownership.overdueOwners.reversed().compactMap { application.ownership.owners[$0]?.name }
      throw PlainProblem(
        "\(row.name) is not overdue." + (names.isEmpty ? "" : " Overdue: \(names.joined(separator: ", ")).")
      )
    }
    if let number {
      guard owner.live[number] != nil else { throw PlainProblem("\(row.name) owns no object \(number).") }
      return apply(LeakFix(OwnedObjectID(owner: owner.id, number: number), for: owner))
    }
    guard case .fix(let fix) = leakFixChoice(for: owner) else {
      let objects = owner.overdueCount > 0 ? " 'fix \(row.name) NUMBER' cleans one of its objects." : ""
      throw PlainProblem("The holder of \(row.name) is unknown.\(objects)")
    }
    return apply(fix)
  }

  // MARK: Lab

  mutating func runExperiment(named name: String) throws(PlainProblem) -> [Effect] {
    let experiments = capabilities.experiments
    guard !name.isEmpty else {
      return [.say(experiments.map { "\($0.id): \($0.title). \($0.question)" })]
    }
    guard let experiment = experiments.first(where: { $0.id == name }) else {
      throw PlainProblem(
        no: "experiment", named: name, among: experiments.map(\.id), otherwise: "'lab' lists them.")
    }
    guard lab.begin(experiment.id) else { throw PlainProblem("'\(name)' is already running.") }
    return [.say(["\(experiment.title). \(experiment.question)"]), .run(experiment: experiment.id)]
  }

  /// Exports in a format, to the file that the rest of the line names.
  mutating func export(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let formats = capabilities.exports
    guard line.words.count > 1 else {
      let lines = formats.map { "\($0.rawValue): \($0.purpose)." }
      return [.say(lines + ["Write '\(line.usage)'."])]
    }
    let name = line.words[1]
    guard let format = formats.first(where: { $0.rawValue == name.lowercased() }) else {
      throw PlainProblem(no: "format", named: name, among: formats.map(\.rawValue))
    }
    let path = PlainLine.unquoted(line.words.dropFirst(2).joined(separator: " "))
    return export(format, to: path.isEmpty ? nil : path)
  }
}
#endif
