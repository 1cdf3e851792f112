import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// Moving in a recording by entries and times.
@MainActor @Suite(.inTurn, .serialized) struct StepTests {
  /// Entries at these times, in milliseconds.
  private func store(_ times: Int...) -> MemoryEntryStore {
    MemoryEntryStore(
      times.map { .output(OutputEntry(line: "at \($0)", atNanoseconds: UInt64($0) * 1_000_000)) })
  }

  private func position(_ driver: ReplayDriver) -> Int { driver.state.playback?.position ?? -1 }

  @Test func stepsAndLeapsMoveByEntries() {
    let driver = ReplayDriver(store(1_000, 1_500, 3_000)).press(.character("."))
    #expect(position(driver) == 1 && driver.playbackLine.contains("Recording"))
    driver.press(.right)
    #expect(position(driver) == 2 && driver.playbackLine.contains("0.500 of 2.000 s"))
    driver.press(.character("."))
    #expect(position(driver) == 3 && driver.playbackLine.contains("At the end"))
    driver.press(.character(",")).finishWork()
    #expect(position(driver) == 2 && driver.state.tickInterval == nil)
  }

  @Test func withoutEntriesThereIsNowhereToGo() {
    let driver = ReplayDriver(store())
    for key in " .,<>0$+-Ff".map(Key.character) { driver.press(key).finishWork() }
    driver.press(.escape, .left, .right)
    #expect(position(driver) == 0 && driver.playbackLine.contains("At the end"))
    #expect(driver.playbackLine.contains("entry 0 of 0"))
  }

  @Test func impossibleTimesDoNotTrap() {
    let store = MemoryEntryStore([
      .output(OutputEntry(line: "", atNanoseconds: 0)), .output(OutputEntry(line: "", atNanoseconds: .max)),
    ])
    let driver = ReplayDriver(store).go(.elapsed(1))
    expectEqual(position(driver), 1)
    driver.go(.elapsed(.max))
    expectEqual(position(driver), 2)
  }

  @Test func positionsAreParsed() {
    let texts: [String: PlaybackPlace] = [
      "start": .start, "END": .end, "90s": .elapsed(90_000_000_000), "1.5min": .elapsed(90_000_000_000),
      "250 ms": .elapsed(250_000_000), "1:30": .elapsed(90_000_000_000), "1:00:01": .elapsed(3_601_000_000_000),
      "2:00:00": .elapsed(7_200_000_000_000), "99:59": .elapsed(5_999_000_000_000),
    ]
    for (text, place) in texts { expectEqual(PlaybackPlace(text), place, "\(text)") }
    let others = [
      "", "openURL", "s", "-1s", "1:", ":1", "1:-3", "9999999999999h", "1:2:3:4", "90", "5m", "99:99", "1:60:00",
    ]
    for text in others {
      #expect(PlaybackPlace(text) == nil, "\(text)")
    }
  }
}
