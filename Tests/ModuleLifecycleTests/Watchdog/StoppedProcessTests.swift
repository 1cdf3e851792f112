import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// A check of the watchdog that comes late shows that the process stood still.
@MainActor @Suite(.inTurn, .serialized) struct StoppedProcessTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic), budgets: .none) }

  private var stopped: [StoppedEntry] {
    composite.journal.entries.compactMap { if case .stopped(let entry) = $0 { entry } else { nil } }
  }

  /// A check that was due after 50 ms, and comes after so many milliseconds.
  private func check(after milliseconds: Int) { Self.check(composite.watchdog, clock, after: milliseconds) }

  private static func check(_ watchdog: Watchdog, _ clock: ManualClock, after milliseconds: Int) {
    watchdog.noteNextCheck()
    clock.advance(by: .milliseconds(milliseconds))
    watchdog.tick()
  }

  @Test func aCheckThatIsASecondLateIsRecorded() {
    for milliseconds in [50, 60, 1_049, 1_050, 50, 61_050] { check(after: milliseconds) }
    expectEqual(
      stopped,
      [
        StoppedEntry(atNanoseconds: 1_209_000_000, tookNanoseconds: 1_000_000_000),
        StoppedEntry(atNanoseconds: 2_309_000_000, tookNanoseconds: 61_000_000_000),
      ])
  }

  @Test func timeBetweenTwoSeriesOfChecksIsNotRecorded() {
    check(after: 50)
    clock.advance(by: .seconds(60))
    composite.watchdog.tick()
    check(after: 50)
    expectEqual(stopped, [])
  }

  @Test func nothingIsRecordedWhileTheJournalIsOff() {
    composite.journal.isEnabled = false
    check(after: 5_000)
    composite.journal.isEnabled = true
    check(after: 50)
    expectEqual(stopped, [])
  }

  @Test func theHandlersTimeStaysAsItIs() throws {
    // A factory that captured the composite would keep it: the composite keeps its factories.
    let (watchdog, clock) = (composite.watchdog, clock)
    try composite.register("Slow") {
      Probe("Slow") { $0.on(Tick.self) { _, _ in Self.check(watchdog, clock, after: 3_050) } }
    }
    composite.send(Tick())
    expectEqual(composite.journal.entries.suffix(3).map(\.type), ["stopped", "running", "dispatch"])
    expectEqual(composite.journal.dispatches[0].handlers[0].totalNanoseconds, 3_050_000_000)
  }
}
