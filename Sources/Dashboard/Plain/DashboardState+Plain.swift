#if CommandLine
import Inspection
import ModuleLifecycle
import OrderedCollections
import TerminalUI
import TextFormatting

extension DashboardState {
  /// Does what a typed line says: the same as the keys do, and says what the screen would show.
  mutating func obey(_ text: String) -> [Effect] {
    let line = PlainLine(text)
    guard let word = line.words.first else { return [] }
    do throws(PlainProblem) {
      if playback != nil, let effects = try obeyInReplay(line) { return effects }
      guard let verb = PlainVerb(word: word) else {
        throw PlainProblem(no: "command", named: word, among: verbNames, otherwise: "'help' lists the commands.")
      }
      return try obey(verb, line)
    } catch {
      return [.complain(error.text)]
    }
  }

  private mutating func obey(_ verb: PlainVerb, _ line: PlainLine) throws(PlainProblem) -> [Effect] {
    if verb != .resend, verb != .relaunch, case .confirmLaunch = overlay { overlay = nil }
    let rest = line.rest
    switch verb {
    case .fire: return try fire(line)
    case .stop where rest.lowercased() == "recording":
      guard isRecording else { throw PlainProblem("Nothing is being recorded.") }
      return [.stopRecording]
    case .record: return [.record(to: rest.isEmpty ? nil : PlainLine.unquoted(rest))]
    case .stop:
      guard canStopRepeating else { throw PlainProblem("Nothing is being fired repeatedly.") }
      return stopRepeating()
    case .again:
      guard let lastFired else { throw PlainProblem("Nothing has been fired yet.") }
      let effects = fire(lastFired)
      return launching(effects)
    case .resend, .relaunch: return try answer(isRelaunch: verb == .relaunch)
    case .events: return [.say(try eventLines(fitting: rest))]
    case .modules: return [.say(moduleLines(fitting: rest))]
    case .timings: return [.say(timingLines(of: try dispatch(rest)))]
    case .stats: return [.say(try statisticsLines(of: rest))]
    case .cleanup: return [.say(cleanupLines(fitting: rest))]
    case .warnings: return [.say(try warningLines(about: rest))]
    case .detail: return [.say(try detailLines(of: line))]
    case .status: return [.say([statusLine])]
    case .remove: return [.perform(.remove(try module(rest, for: verb).id))]
    case .back: return try bringBack(line)
    case .catchUp: return try catchUp(line)
    case .on: return [.perform(.switchOn(try module(rest, for: verb).id))]
    case .off: return [.perform(.switchOff(try module(rest, for: verb).id))]
    case .move: return try move(line)
    case .fix: return try fix(line)
    case .filter: return [.say([filter(by: rest)])]
    case .export: return try export(line)
    case .lab: return try runLab(rest)
    case .help: return [.say(try helpLines(about: rest))]
    case .quit: return [.quit]
    }
  }

  // MARK: Names

  /// The module of that name, or in that place of the order.
  func module(_ text: String, for verb: PlainVerb) throws(PlainProblem) -> ModuleList.Row {
    guard !text.isEmpty else { throw PlainProblem("Which module? Write '\(verb.usage)'.") }
    if let row = application.modules.rows.first(where: { $0.name == text }) { return row }
    let alike = application.modules.rows.filter { $0.name.lowercased() == text.lowercased() }
    if alike.count == 1 { return alike[0] }
    if let row = application.modules.rows.first(where: { $0.parent == nil && "\($0.order)" == text }) { return row }
    throw PlainProblem(
      no: "module", named: text, among: application.modules.rows.map(\.name), otherwise: "'modules' lists them.")
  }

  /// A module, and the number behind it.
  private func moduleAndNumber(
    _ line: PlainLine, for verb: PlainVerb
  ) throws(PlainProblem) -> (row: ModuleList.Row, number: Int?) {
    // A name may have spaces in it, and end with a number.
    if let row = try? module(line.rest, for: verb) { return (row, nil) }
    guard let number = line.words.last.flatMap({ Int($0) }), line.words.count > 2 else {
      return (try module(line.rest, for: verb), nil)
    }
    return (try module(line.words.dropFirst().dropLast().joined(separator: " "), for: verb), number)
  }

  // MARK: Modules

  private mutating func bringBack(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    var name = line.rest
    if line.words[0].lowercased() == "bring", line.words.count > 1, line.words[1].lowercased() == "back" {
      name = line.words.dropFirst(2).joined(separator: " ")
    }
    guard name.isEmpty else { return [.perform(.bringBack(try module(name, for: .back).id))] }
    guard application.modules.rows.contains(where: \.isRemoved) else { throw PlainProblem("No module was removed.") }
    // What was removed last is meant, and not what is selected.
    selectedModule = application.modules.rows.first(where: \.isPresent)?.id
    return press(.character("u"))
  }

  private mutating func catchUp(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let isPhrase = line.words.count > 1 && line.words[1].lowercased() == "up"
    let row = try module(line.words.dropFirst(isPhrase ? 2 : 1).joined(separator: " "), for: .catchUp)
    guard application.hasMissedLaunch(row) else { throw PlainProblem("\(row.name) has not missed a launch.") }
    return [.perform(.catchUp(row.id))]
  }

  private mutating func move(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let (row, place) = try moduleAndNumber(line, for: .move)
    guard let place else { throw PlainProblem("To which place? Write '\(PlainVerb.move.usage)'.") }
    let count = application.modules.siblingCount(of: row)
    guard (1...count).contains(place) else {
      throw PlainProblem("There is no place \(place): places go from 1 to \(count).")
    }
    selectedModule = row.id
    return [.perform(.move(row.id, to: place))]
  }

  private mutating func fix(_ line: PlainLine) throws(PlainProblem) -> [Effect] {
    let (row, number) = try moduleAndNumber(line, for: .fix)
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

  private mutating func filter(by words: String) -> String {
    enter(.cleanup)
    setFilter(words)
    plainFilter = RowFilter(words)
    let count = application.modules.rows.count(where: fitsPlainFilter)
    guard plainFilter != nil else { return "Everything is shown." }
    return
      "\(Words.number(count)) of \(Words.count(application.modules.count, "module")) and "
      + "\(Words.number(application.ownership.matchCount)) of "
      + "\(Words.count(application.ownership.objectCount, "row")) of the cleanup log fit."
  }

  // MARK: Lab

  private mutating func runLab(_ name: String) throws(PlainProblem) -> [Effect] {
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
    guard !formats.isEmpty else { throw PlainProblem("Nothing can be exported from here.") }
    guard line.words.count > 1 else {
      let lines = formats.map { "\($0.name): \($0.purpose)." }
      return [.say(lines + ["Write '\(PlainVerb.export.usage)'."])]
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
