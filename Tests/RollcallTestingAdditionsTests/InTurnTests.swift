import RollcallTestingAdditions
import Synchronization
import Testing

/// Suites wait for their turn. Not a suite that does so itself: it would hold one of the turns.
@Suite struct InTurnTests {
  private let turn: InTurn = .inTurn
  private let test = Test.current

  /// Counts the suites that run, and lets each wait until it may end.
  private actor Crowd {
    private(set) var (running, most, ended) = (0, 0, 0)

    func enter() {
      running += 1
      most = max(most, running)
    }

    func leave() { (running, ended) = (running - 1, ended + 1) }
  }

  private func runSuite(_ body: @concurrent @Sendable () async throws -> Void) async throws {
    try await turn.provideScope(for: try #require(test), testCase: nil, performing: body)
  }

  @Test func atMostTwoSuitesRunAtATimeAndAllEnd() async throws {
    let crowd = Crowd()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await runSuite {
            await crowd.enter()
            for _ in 0..<10 { await Task.yield() }
            await crowd.leave()
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(await crowd.most <= 2)
    expectEqual(await crowd.ended, 20)
  }

  /// It would wait for ever if each took a turn.
  @Test func aSuiteInsideAnotherHasItsTurn() async throws {
    let depth = Atomic(0)
    try await runSuite {
      try await runSuite { try await runSuite { depth.store(3, ordering: .relaxed) } }
    }
    expectEqual(depth.load(ordering: .relaxed), 3)
  }

  /// More often than there are turns.
  @Test func aSuiteThatThrowsGivesItsTurnBack() async throws {
    struct Failure: Error {}
    for _ in 0..<5 { await #expect(throws: Failure.self) { try await runSuite { throw Failure() } } }
    try await runSuite {}
  }
}
