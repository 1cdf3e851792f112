import ArgumentParser
import Foundation
import Measuring

/// Measures the cost of an owned object from registration to cleanup, compared with the usual ways to do the same.
@main struct OwnershipBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "OwnershipBenchmarks",
    abstract: "Measures the cost of an owned object from registration to cleanup.",
    discussion: """
      Every object is a class instance that is created when it is registered, and its cleanup records that it ran. The \
      benchmark checks that each ran exactly once. All objects are alive before the first is cleaned. Times are \
      nanoseconds per object: the median of all rounds, and the least. Bytes are per object, as allocated while all \
      objects are alive: with the owners and the journal, without the names, which are created before.
      """)

  @Option(help: "The number of objects to register, a multiple of 1000.")
  var objects = 1_000_000

  @Option(help: "The number of rounds.")
  var rounds = 7

  @Option(name: .customLong("shape"), help: "Measure only this shape. Can be repeated.")
  var shapes: [Shape] = []

  @Option(name: .customLong("contender"), help: "Measure only this contender. Can be repeated.")
  var contenders: [ContenderKind] = []

  @Flag(help: "Clean each owner before creating the next, instead of all at the end.")
  var inTurn = false

  @Flag(help: "Use plain numbers as objects, not class instances as timers and requests are.")
  var numbers = false

  @Flag(help: "Use names that a String can't store inline.")
  var longNames = false

  @Flag(help: "Exit with 1 when a goal is missed.")
  var check = false

  func validate() throws {
    guard objects > 0, objects.isMultiple(of: 1_000) else {
      throw ValidationError("The number of objects must be a multiple of 1000, not \(objects).")
    }
    guard rounds > 0 else { throw ValidationError("There must be at least one round, not \(rounds).") }
  }

  func run() throws {
    let kinds = ContenderKind.allCases.filter { contenders.isEmpty || contenders.contains($0) }
    print(preamble)
    var goals: [Goal] = []
    for shape in Shape.allCases where shapes.isEmpty || shapes.contains(shape) {
      let comparison = Comparison(
        shape: shape, objects: objects, rounds: rounds, isInTurn: inTurn, hasLongNames: longNames,
        usesInstances: !numbers)
      let report = Report(
        title: shape.title(of: objects), shape: shape, results: try comparison.results(of: kinds))
      print("\n\(report.text)")
      goals += report.goals
    }
    if !goals.isEmpty { print("\n\(table(of: goals).text)") }
    if check, goals.contains(where: \.isMissed) { throw ExitCode(1) }
  }

  private var preamble: String {
    let process = ProcessInfo.processInfo
    #if DEBUG
    let build = "debug build, with meaningless times"
    #else
    let build = "release build"
    #endif
    return "Owned objects: ns and bytes for each of \(objects.grouped), \(rounds) rounds, \(build), "
      + "\(process.operatingSystemVersionString), \(process.activeProcessorCount) processors."
  }

  private func table(of goals: [Goal]) -> Table {
    var table = Table(["goal", "of OwnedObjects with its journal", "is", "wanted"], leading: [0, 1])
    for goal in goals { table.add(goal.row) }
    return table
  }
}
