import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) struct JournalCollectorTests {
  @Test(.timeLimit(.minutes(10))) func waitsForAFutureEntry() async {
    let journal = Journal()
    let collector = JournalCollector(journal)
    async let found = collector.first { $0.warning?.event == "two" }
    journal.warn(.depthCap) { $0.event = "one" }
    journal.warn(.depthCap) { $0.event = "two" }
    let entry = await found
    expectEqual(entry.type, "warning")
    let entries = await collector.entries
    expectEqual(entries.map(\.warning?.event), ["one", "two"])
  }

  @Test func manualClockMovesOnlyWhenToldTo() {
    let clock = ManualClock(start: 5)
    clock.advance(by: .nanoseconds(7))
    clock.advance(by: .seconds(-1))
    expectEqual(clock.monotonic.now, 12)
  }
}
