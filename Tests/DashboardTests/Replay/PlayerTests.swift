import TerminalUI
import Testing

@testable import Dashboard
@testable import ModuleLifecycle
@testable import TerminalDashboard

/// Entries arrive at their recorded pace, or faster, or slower.
@MainActor @Suite struct PlayerTests {
  /// Entries at these times, in milliseconds.
  private func store(_ times: Int...) -> MemoryEntryStore {
    MemoryEntryStore(
      times.map { .output(OutputEntry(line: "at \($0)", atNanoseconds: UInt64($0) * 1_000_000)) })
  }

  private func position(_ driver: ReplayDriver) -> Int { driver.state.playback?.position ?? -1 }

  @Test func entriesArriveAtTheirRecordedTimes() {
    let driver = ReplayDriver(store(1_000, 1_500, 3_000), isPlaying: true)
    #expect(position(driver) == 1 && driver.alarms == [500_000_000])
    driver.wait(.milliseconds(499))
    #expect(position(driver) == 1)
    driver.wait(.milliseconds(1))
    #expect(position(driver) == 2)
    driver.wait(.milliseconds(750))
    #expect(driver.playbackLine.contains("Playing 1x") && driver.playbackLine.contains("1.250 of 2.000 s"))
    driver.wait(.milliseconds(750))
    #expect(position(driver) == 3 && driver.playbackLine.contains("At the end"))
    #expect(driver.state.tickInterval == nil)
  }

  @Test func pausesAreShortenedUnlessPlayedInRealTime() {
    let entries = store(0, 600_000, 600_001)
    let driver = ReplayDriver(entries, isPlaying: true).wait(.milliseconds(1_999))
    #expect(position(driver) == 1)
    driver.wait(.milliseconds(1))
    #expect(position(driver) == 2 && driver.state.playback?.nowNanoseconds == 600_000_000_000)
    #expect(driver.playbackLine.contains("pauses at most 2 s"))
    let real = ReplayDriver(entries, options: ReplayOptions(longestPause: nil), isPlaying: true).wait(.seconds(599))
    #expect(position(real) == 1 && real.playbackLine.contains("in real time"))
    real.wait(.seconds(1))
    #expect(position(real) == 2)
  }

  @Test func aPauseByTheUserTakesNoTime() {
    let driver = ReplayDriver(store(0, 1_000, 2_000), isPlaying: true).wait(.milliseconds(400)).press(.character(" "))
    #expect(driver.playbackLine.contains("Paused 1x") && driver.state.tickInterval == nil)
    driver.wait(.seconds(60))
    #expect(position(driver) == 1)
    driver.press(.character(" ")).wait(.milliseconds(599))
    #expect(position(driver) == 1)
    driver.wait(.milliseconds(1))
    #expect(position(driver) == 2)
  }

  @Test func keysChangeTheSpeed() {
    let driver = ReplayDriver(store(0, 1_000, 2_000, 3_000), isPlaying: true)
    driver.press(.character("+"), .character("+")).wait(.milliseconds(400))
    #expect(position(driver) == 3 && driver.playbackLine.contains("Playing 5x"))
    driver.press(.character("0")).finishWork().press(.character("-"), .character("-"), .character("-"))
    driver.wait(.milliseconds(1_999))
    #expect(driver.playbackLine.contains("Playing 1/2x") && position(driver) == 1)
    driver.wait(.milliseconds(1))
    #expect(position(driver) == 2)
    for _ in 0..<20 { driver.press(.character("-")) }
    #expect(driver.lines[1].contains("It can't be played slower.") && driver.playbackLine.contains("1/8x"))
    for _ in 0..<20 { driver.press(.character("+")) }
    #expect(driver.lines[1].contains("It can't be played faster."))
    driver.wait(.milliseconds(1))
    #expect(position(driver) == 4)
  }

  @Test func playingAtTheEndRestarts() {
    let driver = ReplayDriver(store(0, 1_000)).go(.end)
    driver.press(.character(" ")).finishWork()
    #expect(position(driver) == 1 && driver.playbackLine.contains("Playing 1x"))
  }

  @Test func stepsPauseAndLeapsDoNot() {
    let driver = ReplayDriver(store(0, 1_000, 2_000, 3_000), isPlaying: true).press(.right)
    #expect(position(driver) == 2 && driver.playbackLine.contains("Playing"))
    driver.press(.character("."))
    #expect(position(driver) == 3 && driver.playbackLine.contains("Paused"))
  }

  @Test func withoutEntriesThereIsNothingToPlay() {
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
    let driver = ReplayDriver(store, options: ReplayOptions(longestPause: nil), isPlaying: true)
    driver.press(.character("+")).wait(.seconds(1_000_000))
    #expect(position(driver) == 1)
    driver.go(.elapsed(.max))
    #expect(position(driver) == 2)
  }

  @Test func speedsAreParsedAndFormatted() {
    let texts = ["1": "1x", "0.5": "1/2x", "1/8": "1/8x", "20x": "20x", "1,000": "1,000x", "MAX": "max", "2.5": "2.5x"]
    for (text, words) in texts { #expect(PlaybackSpeed(text)?.words == words, "\(text)") }
    #expect(PlaybackSpeed("0.75")?.words == "0.75x" && PlaybackSpeed("1.05")?.words == "1.05x")
    for text in ["", "0", "-1", "1/9", "1001", "fast", "1/0", "1/2/3", "nan", "inf"] {
      #expect(PlaybackSpeed(text) == nil, "\(text)")
    }
  }

  @Test func positionsAreParsed() {
    let texts: [String: PlaybackPlace] = [
      "start": .start, "END": .end, "90s": .elapsed(90_000_000_000), "1.5min": .elapsed(90_000_000_000),
      "250 ms": .elapsed(250_000_000), "1:30": .elapsed(90_000_000_000), "1:00:01": .elapsed(3_601_000_000_000),
      "2:00:00": .elapsed(7_200_000_000_000), "99:59": .elapsed(5_999_000_000_000),
    ]
    for (text, place) in texts { #expect(PlaybackPlace(text) == place, "\(text)") }
    let others = [
      "", "openURL", "s", "-1s", "1:", ":1", "1:-3", "9999999999999h", "1:2:3:4", "90", "5m", "99:99", "1:60:00",
    ]
    for text in others {
      #expect(PlaybackPlace(text) == nil, "\(text)")
    }
  }
}
