import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@Suite(.inTurn, .serialized) struct DurationSpellingTests {
  @Test(arguments: [
    ("12ns", Duration.nanoseconds(12)), ("12us", .microseconds(12)), ("12µs", .microseconds(12)),
    ("12μs", .microseconds(12)), ("12ms", .milliseconds(12)), ("1.5s", .milliseconds(1500)), ("2 min", .seconds(120)),
    ("0s", .zero), ("-0ms", .zero), ("1440min", .seconds(86_400)), ("0.25us", .nanoseconds(250)),
  ])
  func unitsAreRead(text: String, duration: Duration) throws { try expectEqual(Duration(spelled: text), duration) }

  @Test(arguments: ["", "ms", "1", "1 h", "1e3ms", "٣ms", "1..2s", "s1", "+1s", "1,5s", "1ms ms", "nans"])
  func otherTextsAreRejected(text: String) {
    #expect(throws: UnreadableDuration.unreadable(text)) { try Duration(spelled: text) }
  }

  @Test(arguments: [
    (Duration.zero, "0s"), (.nanoseconds(7), "7ns"), (.milliseconds(1500), "1500ms"), (.seconds(60), "1min"),
  ])
  func aDurationIsSpelledInItsLargestWholeUnit(duration: Duration, text: String) {
    expectEqual(duration.spelled, text)
  }
}
