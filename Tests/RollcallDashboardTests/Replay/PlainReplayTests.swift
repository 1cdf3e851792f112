import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard
@testable import RollcallTerminalDashboard

/// Typed lines in a recording.
@MainActor @Suite(.inTurn, .serialized) struct PlainReplayTests {
  /// The effects of the lines, in order.
  private func effects(of lines: String...) throws -> [Effect] {
    let store = try Recorded.store(try Recorded.storefront())
    var state = ReplayDriver(store).go(.end).state
    return lines.flatMap { state.update(.line($0), now: 0) }
  }

  @Test func linesStepAndSeek() throws {
    try expectEqual(
      effects(
        of: "step", "step 1,000", "back", "BACK 3", "go start", "go end", "go 1:30", "go entry 7", "go openURL",
        "go openurl", "go back openURL"),
      [
        .go(.step(1)), .go(.step(1_000)), .go(.step(-1)), .go(.step(-3)), .go(.start), .go(.end),
        .go(.elapsed(90_000_000_000)), .go(.entry(7)), .go(.next(event: "openURL")), .go(.next(event: "openURL")),
        .go(.previous(event: "openURL")),
      ].map(Effect.playback))
  }

  @Test func impossibleCommandsAreRefusedInASentence() throws {
    let changes = try effects(of: "fire openURL", "remove Feed", "bring", "off 3", "help fire")
    expectEqual(changes, Array(repeating: .complain("This is a recording: what happened can't be changed."), count: 5))
    let cases = [
      "step far": "'far' is not a number of entries. Write 'step [ENTRIES]'.",
      "back 0": "'0' is not a number of entries. Write 'back [ENTRIES]'.",
      "go": "Where to? Write 'go EVENT, go back EVENT, or go TIME, start, end, entry NUMBER'.",
      "go entry x": "'x' is not an entry's number. They go from 1 to 52.",
      "go openURI": "There is no event 'openURI'. Did you mean 'openURL'?",
      "go 90": "'90' is not a time: write 90s, 1:30 or 1:02:03.",
      "go back 5m": "'5m' is not a time: write 90s, 1:30 or 1:02:03.",
      "go 99:99": "'99:99' is not a time: write 90s, 1:30 or 1:02:03.",
      "stpe": "There is no command 'stpe'. Did you mean 'step'?",
      "lab": "There are no experiments here.", "help lab": "There are no experiments here.",
    ]
    for (line, problem) in cases {
      let effects = try effects(of: line)
      expectEqual(effects, [.complain(problem)], "\(effects)")
    }
  }

  @Test func thePositionIsReportedInOneLine() throws {
    let store = MemoryEntryStore(
      [0, 61_000, 62_500].map { .output(OutputEntry(line: "", atNanoseconds: $0 * 1_000_000)) })
    var state = ReplayDriver(store).go(.entry(2)).state
    expectEqual(
      state.update(.line("where"), now: 61_000_000_000),
      [
        .say(["After 2 of 3 entries, 1:01 of 1:02, at 22:41:01.000."])
      ])
  }

  @Test func theHelpNamesWhatWorksInARecording() throws {
    guard case .say(let lines) = try #require(try effects(of: "help").first) else {
      return #expect(Bool(false), "the help is printed")
    }
    let verbs = lines.map { $0.prefix { $0.isLetter } }
    expectEqual(
      verbs,
      [
        "go", "step", "back", "where", "detail", "events", "modules", "cleanup", "status", "explain",
        "timings", "stats", "warnings", "log", "help", "quit",
      ])
    #expect(try effects(of: "help go") != [] && (try effects(of: "help where")) != [])
  }
}
