import Foundation
import ModuleLifecycle
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

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
    var counts: [String: Int] = [:]
    for seed in seeds {
      let program = RandomProgram(seed: seed)
      let problems = await program.run()
      for line in program.log where Self.counted.contains(line) { counts[line, default: 0] += 1 }
      if seeds.count == 1 { print((program.log + problems.map(\.description)).joined(separator: "\n")) }
      guard !problems.isEmpty else { continue }
      Issue.record("Program \(seed): \(problems.map(\.description).joined(separator: "; "))")
    }
    if environment["ROLLCALL_PROGRAMS"] != nil { print(counts.sorted { $0.key < $1.key }) }
  }

  /// The steps that few programs have. They are counted where the number of programs is given.
  private static let counted: Set<String> = [
    "launch", "cancel the launch", "tear down", "shut down", "rebuild", "tear down in a handler",
    "rebuild in a handler", "rebuild in a factory", "rebuild in a cleanup", "register in vain", "register in a handler",
    "register in a factory", "register in a cleanup", "drop an owner on another thread",
    "shut down while an owner waits for its cleanup", "register while the application is ending",
    "make a bag in a completion", "look up in a completion", "send in a completion", "register in a completion",
  ]
}
