#if CommandLine
import RollcallDelegateLab
import RollcallReports
import RollcallInspection
import ModuleLifecycle
import OrderedCollections
import RollcallTerminalUI
import RollcallTextFormatting

extension DashboardState {
  /// Carries out a typed line. It does the same as the keys, and prints what the screen would show.
  mutating func perform(line text: String) -> [Effect] {
    var line = PlainLine(text)
    guard !line.words.isEmpty else { return [] }
    do {
      let (command, verb, length) = try verb(for: line.words)
      if !LaunchQuestion.commands.contains(where: { $0 === command }) { self[LaunchQuestion.self] = nil }
      (line.words, line.usage) = (Array(line.words.dropFirst(length)), verb.usage)
      let effects = try verb.perform(&self, line, command)
      // A question that is still open is new.
      return effects + (self[LaunchQuestion.self].map { [.say([$0.line(in: self)])] } ?? [])
    } catch {
      return [.complain((error as? PlainProblem)?.text ?? String(describing: error))]
    }
  }

  /// Does what a command's key does.
  mutating func press(_ command: UserCommand) throws(PlainProblem) -> [Effect] {
    if let problem = command.refusal(self) { throw PlainProblem(problem) }
    return command.press?(&self, KeyName.keys(in: command.keys)[0]) ?? []
  }

  /// The verbs of the commands that exist for this application, in the order of the table.
  var verbs: [PlainVerb] { UserCommand.table.filter { problem(with: $0.need) == nil }.flatMap(\.verbs) }

  /// Returns the command that a line's first words mean, and the number of these words.
  func verb(
    for words: [String]
  ) throws(PlainProblem) -> (command: UserCommand, verb: PlainVerb, length: Int) {
    let meant = UserCommand.table.flatMap { command in
      command.verbs.compactMap { verb in verb.length(in: words).map { (command, verb, $0) } }
    }
    if let longest = meant.filter({ problem(with: $0.0.need) == nil }).max(by: { $0.2 < $1.2 }) { return longest }
    if let problem = meant.lazy.compactMap({ problem(with: $0.0.need) }).first(where: { !$0.isEmpty }) {
      throw PlainProblem(problem)
    }
    throw PlainProblem(
      no: "command", named: words[0], among: verbs.map(\.word), otherwise: "'help' lists the commands.")
  }

  // MARK: Names

  /// Returns the module with a name, or at a position in the order.
  func module(_ text: String, for line: PlainLine) throws(PlainProblem) -> ModuleList.Row {
    guard !text.isEmpty else { throw PlainProblem("Which module? Write '\(line.usage)'.") }
    let rows = application.modules.rows
    do throws(PlainProblem) {
      return try rows.named(text, "module", otherwise: "'modules' lists them.") { $0.name }
    } catch {
      guard let row = rows.first(where: { $0.parent == nil && "\($0.order)" == text }) else { throw error }
      return row
    }
  }

  /// Returns what a line names, and the number after the name. A name can contain spaces and end with a number.
  func named<Subject>(
    by line: PlainLine, _ find: (String) throws(PlainProblem) -> Subject
  ) throws(PlainProblem) -> (subject: Subject, number: Int?) {
    guard (try? find(line.rest)) == nil, line.words.count > 1, let number = line.words.last.flatMap({ Int($0) }) else {
      return (try find(line.rest), nil)
    }
    return (try find(line.words.dropLast().joined(separator: " ")), number)
  }

  // MARK: Modules

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
    guard let fix = try? findLeakFix(for: owner) else {
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
    let experiment = try experiments.named(name, "experiment", otherwise: "'lab' lists them.") { $0.id }
    guard lab.begin(experiment.id) else { throw PlainProblem("'\(name)' is already running.") }
    return [.say(["\(experiment.title). \(experiment.question)"]), .run(experiment: experiment.id)]
  }

  /// Exports in a format, to the file that the rest of the line names.
  mutating func export(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let formats = capabilities.exports
    guard let name = line.words.first else {
      let lines = formats.map { "\($0.rawValue): \($0.purpose)." }
      return [.say(lines + ["Write '\(line.usage)'."])]
    }
    let format = try formats.named(name, "format") { $0.rawValue }
    let path = PlainLine.unquoted(line.words.dropFirst().joined(separator: " "))
    return export(format, to: path.isEmpty ? nil : path)
  }
}
#endif
