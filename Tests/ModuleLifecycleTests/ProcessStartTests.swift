import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// What a journal knows of its process.
@Suite(.inTurn, .serialized) struct ProcessStartTests {
  private static let second: UInt64 = 1_000_000_000

  private func start(
    _ name: String = "shop", ticks: String = "1234", status: String = "TracerPid:\t0\n", perSecond: Int = 100,
    now: UInt64 = 20 * second
  ) -> ProcessStart {
    let stat = "42 (\(name)) S 1 42 42 0 -1 4194304 97 0 0 0 1 2 0 0 20 0 5 0 \(ticks) 3133440 381\n"
    return ProcessStart(facts: Array(stat.utf8), status: Array(status.utf8), ticks: perSecond, now: now)
  }

  @Test(arguments: ["shop", "a b", ") S 1 (", "((", ""])
  func theNameOfTheCommandCanContainAnything(name: String) {
    expectEqual(start(name), ProcessStart(nanoseconds: 7_660_000_000))
  }

  @Test func ticksAreThoseOfTheSystem() {
    expectEqual(start(perSecond: 250).nanoseconds, 20 * Self.second - 4_936_000_000)
    #expect(start(perSecond: 0).nanoseconds == nil)
  }

  @Test func aStartInTheFutureIsNow() { expectEqual(start(now: Self.second).nanoseconds, 0) }

  @Test(arguments: ["x", "-1", "99999999999999999999", "18446744073709551615"])
  func aStartThatIsNoNumberIsUnknown(ticks: String) { #expect(start(ticks: ticks, perSecond: 1).nanoseconds == nil) }

  @Test func filesThatCannotBeReadSayNothing() {
    expectEqual(ProcessStart(facts: [], status: [], ticks: 100, now: 5), ProcessStart())
  }

  @Test func aTracerHasANumber() {
    #expect(!start(status: "Name:\t1\nTracerPid:\t0\nUid:\t1000\n").isTraced)
    #expect(start(status: "Name:\tx\nTracerPid:\t40\nUid:\t0\n").isTraced)
  }

  @Test func onlyTheFirstJournalWithTheSystemsClockKnowsItsProcess() {
    expectEqual(Journal(clock: ManualClock().monotonic).process, ProcessStart())
    let (first, second) = (ProcessStart.current.nanoseconds, ProcessStart.current.nanoseconds)
    #expect(first != nil && first ?? 0 <= second ?? 0)
    // Another test may have made the first one.
    _ = Journal()
    expectEqual(Journal().process, ProcessStart())
  }
}
