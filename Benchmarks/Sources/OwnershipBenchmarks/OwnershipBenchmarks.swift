import ArgumentParser
import Foundation
import Measuring

/// Measures what an owned object costs, from its registration to its cleanup, beside the usual ways to do the same.
@main struct OwnershipBenchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "OwnershipBenchmarks",
    abstract: "Measures what an owned object costs, from its registration to its cleanup.",
    discussion: """
      Every object is an instance of a class, made when it is registered, and its cleanup notes that it ran; that each ran exactly once \
      is checked. All objects live before the first is cleaned. Times are nanoseconds for one object: medians of all \
      rounds, and the least. Bytes are what the allocator has given out while all objects live, divided by their \
      number: with the owners and the journal, without the names, which are made beforehand.
      """)

  @Option(help: "How many objects to register; a multiple of 1000.")
  var objects = 1_000_000

  @Option(help: "How often to measure everything.")
  var rounds = 7

  @Option(name: .customLong("shape"), help: "Measure this shape only; may be repeated.")
  var shapes: [Shape] = []

  @Option(name: .customLong("contender"), help: "Measure this contender only; may be repeated.")
  var contenders: [ContenderKind] = []

  @Flag(help: "Clean each owner before the next one is made, instead of all at the end.")
  var inTurn = false

  @Flag(help: "Let each object be only a number, and not an instance of a class as timers and requests are.")
  var numbers = false

  @Flag(help: "Use names that a String cannot keep in itself.")
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
    let build = "debug build, whose times mean nothing"
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
