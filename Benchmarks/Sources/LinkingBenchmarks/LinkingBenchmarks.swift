import ArgumentParser
import Foundation
import Measuring

/// Measures what an app pays for linking the library: bytes, time to build, and a launch with one module.
@main struct LinkingBenchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "LinkingBenchmarks",
    abstract: "Measures what linking the library costs an app.",
    discussion: """
      Builds small programs, each with one more product than the one before, in an empty folder. A program's bytes are \
      those of the optimised and stripped file. Swift's own libraries are not in it, as on Apple's systems.
      """)

  @Option(help: "The folder of the package.")
  var package = "."

  @Option(help: "The number of launches to measure.")
  var launches = 41

  @Flag(help: "Exit with 1 when a goal is missed.")
  var check = false

  @Flag(help: .hidden)
  var launchOnce = false

  func validate() throws {
    guard launches > 0 else { throw ValidationError("There must be at least one launch, not \(launches).") }
  }

  @MainActor func run() async throws {
    if launchOnce { return try OneLaunch.run() }
    let programs = try LinkedPrograms(package: package)
    print(programs.table.text)
    let cost = try LaunchCost(launches: launches)
    print("\n\(cost.table.text)\n")
    var table = Table(["goal", "of an app that links the library", "is", "wanted"], leading: [0, 1])
    let goals = programs.goals + cost.goals
    for goal in goals { table.add(goal.row) }
    print(table.text)
    if check, goals.contains(where: \.isMissed) { throw ExitCode(1) }
  }
}

/// Why a measurement could not be made.
struct Failure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

/// Runs a program to its end, and returns what it printed.
@discardableResult func output(of program: String, _ arguments: [String]) throws -> String {
  let process = Process()
  let pipe = Pipe()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.standardOutput = pipe
  process.standardError = pipe
  try process.run()
  let data = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  let text = String(decoding: data, as: UTF8.self)
  guard process.terminationStatus == 0 else { throw Failure("\(program) failed:\n\(text)") }
  return text
}
