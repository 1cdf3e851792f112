import Foundation
import ModuleLifecycle
import TestSupport
import Testing
import TestingAdditions

/// Random programs, compared with a naive model.
///
/// `ROLLCALL_PROGRAMS` sets how many there are. `ROLLCALL_SEED` is the seed of a single one, whose steps are
/// printed.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(60))) struct NetTests {
  private let environment = ProcessInfo.processInfo.environment

  private var seeds: ClosedRange<UInt64> {
    if let seed = environment["ROLLCALL_SEED"].flatMap({ UInt64($0) }) { return seed...seed }
    return 1...(environment["ROLLCALL_PROGRAMS"].flatMap { UInt64($0) } ?? UInt64(sized(2_000)))
  }

  @Test func aCompositeDoesWhatTheModelDoes() async {
    for seed in seeds {
      let program = RandomProgram(seed: seed)
      let problems = await program.run()
      if seeds.count == 1 { print((program.log + problems.map(\.description)).joined(separator: "\n")) }
      guard !problems.isEmpty else { continue }
      Issue.record("Program \(seed): \(problems.map(\.description).joined(separator: "; "))")
    }
  }
}
