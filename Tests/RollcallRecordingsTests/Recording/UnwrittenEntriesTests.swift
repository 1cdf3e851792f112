import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallRecordings

@Suite(.inTurn, .serialized) struct UnwrittenEntriesTests {
  private let millisecond: UInt64 = 1_000_000

  @Test func youngEntriesAreKept() {
    var unwritten = UnwrittenEntries()
    unwritten.note(end: 100, at: 0)
    #expect(unwritten.firstToKeep(reading: 0, at: Recorder.droppedWhenFull - 1) == nil)
    #expect(unwritten.firstToKeep(reading: 100, at: Recorder.droppedWhenFull) == nil, "all of it was read")
  }

  @Test func overdueEntriesAreDroppedTogetherWithNearlyOverdueOnes() {
    var unwritten = UnwrittenEntries()
    for look in 0...10 { unwritten.note(end: UInt64(look) * 10 + 10, at: UInt64(look) * 5 * millisecond) }
    // At 45 ms, the entries of the first look have waited too long, and those from before 30 ms have waited 15 ms.
    expectEqual(unwritten.firstToKeep(reading: 0, at: 45 * millisecond), 70)
    #expect(unwritten.firstToKeep(reading: 70, at: 45 * millisecond) == nil)
  }

  @Test func repeatedLooksAtTheSameTimeAddNothing() {
    var unwritten = UnwrittenEntries()
    unwritten.note(end: 5, at: 0)
    unwritten.note(end: 5, at: 30 * millisecond)
    expectEqual(unwritten.firstToKeep(reading: 4, at: 40 * millisecond), 5, "the entry has waited since the first look")
  }

  @Test func timeOfTheDiskIsDiscounted() {
    var unwritten = UnwrittenEntries()
    unwritten.note(end: 5, at: 0)
    unwritten.discount(30 * millisecond)
    #expect(unwritten.firstToKeep(reading: 4, at: 40 * millisecond) == nil)
    expectEqual(unwritten.firstToKeep(reading: 4, at: 60 * millisecond), 5)
    #expect(unwritten.firstToKeep(reading: 4, at: 60 * millisecond, droppingAfter: 40 * millisecond) == nil)
  }
}
