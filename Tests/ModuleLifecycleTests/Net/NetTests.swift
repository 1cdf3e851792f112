import Foundation
import ModuleLifecycle
import Testing

/// Random programs, compared with a naive model.
///
/// `ROLLCALL_PROGRAMS` sets how many there are. `ROLLCALL_PROGRAM` names the seed of a single one, whose steps are
/// printed. `ROLLCALL_NET_STRICT=1` excuses nothing.
@MainActor @Suite(.timeLimit(.minutes(10))) struct NetTests {
  private let environment = ProcessInfo.processInfo.environment

  private var seeds: ClosedRange<UInt64> {
    if let seed = environment["ROLLCALL_PROGRAM"].flatMap({ UInt64($0) }) { return seed...seed }
    return 1...(environment["ROLLCALL_PROGRAMS"].flatMap { UInt64($0) } ?? 2_000)
  }

  @Test func aCompositeDoesWhatTheModelDoes() async {
    var seen: [NetDifference: [UInt64]] = [:]
    for seed in seeds {
      let program = RandomProgram(seed: seed)
      let problems = await program.run()
      if seeds.count == 1 { print((program.log + problems.map(\.description)).joined(separator: "\n")) }
      for difference in Set(problems.map(\.difference)) { seen[difference, default: []].append(seed) }
      let unexpected = problems.filter { KnownFaults.areStrict || !NetDifference.known.contains($0.difference) }
      guard !unexpected.isEmpty else { continue }
      Issue.record("Program \(seed): \(unexpected.map(\.description).joined(separator: "; "))")
    }
    let known = NetDifference.known.filter { seen[$0] != nil }
    guard !known.isEmpty, !KnownFaults.areStrict else { return }
    let table = known.sorted { seen[$0]?.count ?? 0 > seen[$1]?.count ?? 0 }.map { difference in
      let programs = seen[difference] ?? []
      let examples = programs.prefix(3).map { "\($0)" }.joined(separator: ", ")
      return "\(programs.count) programs, such as \(examples): \(difference.rawValue)"
    }
    print(table.joined(separator: "\n"))
    withKnownIssue(isIntermittent: true) { Issue.record("Known differences:\n\(table.joined(separator: "\n"))") }
  }
}
