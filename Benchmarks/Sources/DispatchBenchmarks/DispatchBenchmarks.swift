import ArgumentParser
import Foundation
import Measuring

/// Measures the cost of delivering an event to modules, compared with a lower bound and with other ways to do it.
@main struct DispatchBenchmarks: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "DispatchBenchmarks",
    abstract: "Measures the cost of delivering an event to modules.",
    discussion: """
      Every handler counts its calls. The benchmark checks that each was called exactly once per event. \
      Times are nanoseconds per handler: the median of all rounds, and the least. The contenders take turns. \
      Allocations are per event.
      """)

  @Option(name: .customLong("modules"), help: "Measure only this number of modules. Can be repeated.")
  var sizes: [Int] = []

  @Option(name: .customLong("contender"), help: "Measure only this contender. Can be repeated.")
  var contenders: [ContenderKind] = []

  @Option(help: "The number of rounds.")
  var rounds = 15

  @Flag(help: "Exit with 1 when a goal is missed.")
  var check = false

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("There must be at least one round, not \(rounds).") }
    if let size = sizes.first(where: { $0 < 1 }) {
      throw ValidationError("There must be at least one module, not \(size).")
    }
  }

  @MainActor func run() async throws {
    let kinds = ContenderKind.allCases.filter { contenders.isEmpty || contenders.contains($0) }
    print(preamble)
    var goals = Goals()
    for size in sizes.isEmpty ? [1, 64, 1_000, 10_000] : sizes {
      let results = try await Comparison(receivers: size, rounds: rounds).results(of: kinds)
      print("\n\(size.grouped) \(size == 1 ? "module" : "modules")\n\n\(table(of: results).text)")
      goals.add(results, receivers: size)
    }
    if kinds.contains(.composite), sizes.isEmpty || sizes.contains(RecordingCost.receivers) {
      let cost = try await RecordingCost(pairs: rounds)
      print("\n\(cost.table.text)")
      goals.add(cost)
    }
    if kinds.contains(.composite), sizes.isEmpty {
      let cost = try CrowdCost(rounds: rounds)
      print("\n\(cost.table.text)")
      goals.add(cost)
    }
    if !goals.goals.isEmpty { print("\n\(goals.table.text)") }
    if check, goals.goals.contains(where: \.isMissed) { throw ExitCode(1) }
  }

  private var preamble: String {
    let process = ProcessInfo.processInfo
    #if DEBUG
    let build = "debug build, with meaningless times"
    #else
    let build = "release build"
    #endif
    return "Dispatch: ns per handler, \(rounds) rounds, \(build), \(process.operatingSystemVersionString), "
      + "\(process.activeProcessorCount) processors."
  }

  private func table(of results: [Comparison.Result]) -> Table {
    let floor = results.first { $0.kind == .timedClosures }?.time.median
    var table = Table(["contender", "ns", "least", "to the floor", "allocations"])
    for result in results {
      table.add([
        result.kind.title, Self.nanoseconds(result.time.median), Self.nanoseconds(result.time.least),
        floor.map { (result.time.median / $0).times } ?? "-", result.allocations?.whole ?? "-",
      ])
    }
    return table
  }

  private static func nanoseconds(_ value: Double) -> String { value >= 100 ? value.whole : value.tenths }
}

extension Double {
  /// The number with one decimal.
  var tenths: String { String(format: "%.1f", self) }
}
