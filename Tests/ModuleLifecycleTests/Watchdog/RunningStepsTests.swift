import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct RunningStepsTests {
  /// The reports after checks at these times, in tenths of a second.
  @Test(arguments: [
    ([0, 9], []),
    ([10], [1]),
    ([5, 10, 11, 19], [1]),
    ([10, 20, 40, 80, 160], [1, 2, 4, 8, 16]),
    ([9, 79, 80], [4, 8]),
    ([0, 20_479, 20_480, 40_960, 1_000_000], [1024, 2048]),
  ])
  func eachStepIsReportedOnceUpToALastOne(looks: [UInt64], reports: [UInt64]) {
    var steps = RunningSteps()
    let found = looks.compactMap { steps.take(running: $0 * 100_000_000) }
    expectEqual(found, reports.map { $0 * 1_000_000_000 })
  }

  @Test func noTimeIsTooLong() {
    var steps = RunningSteps()
    expectEqual(steps.take(running: .max), RunningSteps.last)
    #expect(steps.take(running: .max) == nil)
  }

  @Test func theNumberOfReportsIsBounded() {
    var steps = RunningSteps()
    let count = (0...40_000).count { steps.take(running: $0 * 100_000_000) != nil }
    expectEqual(count, 12)
  }
}
