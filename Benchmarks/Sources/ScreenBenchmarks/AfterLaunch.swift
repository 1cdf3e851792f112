import Foundation
import Measuring

/// What a served map costs once its launch is over, from five to ten seconds after it.
///
/// Its requests still wait for their answers then: on Linux, some ways to wait keep a processor busy.
struct AfterLaunch {
  private let share: Double?

  init(_ path: String, map: String) throws {
    let program = try WatchedProgram(path, ["serve", map, "--fire", "didFinishLaunching"])
    try program.wait(for: "listens")
    program.watch(for: .seconds(5))
    let facts = ProcessFacts(program.process)
    let (start, before) = (ContinuousClock().now, facts.processorSeconds)
    program.watch(for: .seconds(5))
    let time = start.duration(to: ContinuousClock().now) / .seconds(1)
    share = before.flatMap { before in facts.processorSeconds.map { ($0 - before) / time * 100 } }
  }

  var goal: Goal {
    Goal("processor of a served map, five seconds after its launch", value: share, bound: 1, isExclusive: true) {
      String(format: "%.1f %%", $0)
    }
  }
}
