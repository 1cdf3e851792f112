import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct JournalCollectorTests {
  @Test(.timeLimit(.minutes(10))) func waitsForAFutureEntry() async {
    let journal = Journal()
    let collector = JournalCollector(journal)
    async let found = collector.first { if case .output(let entry) = $0 { entry.line == "two" } else { false } }
    journal.note(output: "one", by: nil)
    journal.note(output: "two", by: nil)
    guard case .output(let entry) = await found else { return #expect(Bool(false), "no entry") }
    expectEqual(entry.line, "two")
  }

  @Test func manualClockMovesOnlyWhenToldTo() {
    let clock = ManualClock(start: 5)
    clock.advance(by: .nanoseconds(7))
    clock.advance(by: .seconds(-1))
    expectEqual(clock.monotonic.now, 12)
  }
}
