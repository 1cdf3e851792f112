import Testing

@testable import ModuleLifecycle

@Suite struct BacklogAgesTests {
  private let millisecond: UInt64 = 1_000_000

  @Test func whatIsYoungIsKept() {
    var ages = BacklogAges()
    ages.note(end: 100, at: 0)
    #expect(ages.firstToKeep(reading: 0, at: Recorder.patience - 1) == nil)
    #expect(ages.firstToKeep(reading: 100, at: Recorder.patience) == nil, "all of it was read")
  }

  @Test func whatHasWaitedTooLongGoesWithWhatWouldSoon() {
    var ages = BacklogAges()
    for look in 0...10 { ages.note(end: UInt64(look) * 10 + 10, at: UInt64(look) * 5 * millisecond) }
    // After 45 ms what was seen at first has waited for too long, and what came before 30 has waited for 15.
    #expect(ages.firstToKeep(reading: 0, at: 45 * millisecond) == 70)
    #expect(ages.firstToKeep(reading: 70, at: 45 * millisecond) == nil)
  }

  @Test func timeThatDoesNotPassAddsNothing() {
    var ages = BacklogAges()
    ages.note(end: 5, at: 0)
    ages.note(end: 5, at: 30 * millisecond)
    #expect(ages.firstToKeep(reading: 4, at: 40 * millisecond) == 5, "it has been there since the first look")
  }

  @Test func whatTheDiskTookIsForgiven() {
    var ages = BacklogAges()
    ages.note(end: 5, at: 0)
    ages.forgive(30 * millisecond)
    #expect(ages.firstToKeep(reading: 4, at: 40 * millisecond) == nil)
    #expect(ages.firstToKeep(reading: 4, at: 60 * millisecond) == 5)
    #expect(ages.firstToKeep(reading: 4, at: 60 * millisecond, patience: 40 * millisecond) == nil)
  }
}
