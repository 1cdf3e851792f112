import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@Suite(.inTurn, .serialized) struct TimeInWordsTests {
  @Test(arguments: [
    (400, "0 \u{B5}s", "400 ns"), (12_400, "12 \u{B5}s", "12400 ns"), (49_999, "50 \u{B5}s", "49999 ns"),
    (60_000, "0.1 ms", "60 \u{B5}s"),
    (9_949_999, "9.9 ms", "9949999 ns"), (9_950_000, "10 ms", "9950 \u{B5}s"),
    (412_300_000, "412 ms", "412300 \u{B5}s"),
    (999_499_999, "999 ms", "999499999 ns"), (999_500_000, "1.0 s", "999500 \u{B5}s"),
    (5_000_000_000, "5.0 s", "5 s"), (9_950_000_000, "10 s", "9950 ms"), (38_400_000_000, "38 s", "38400 ms"),
    (111_000_000_000, "1 min 51 s", "1 min 51 s"), (5_400_000_000_000, "1 h 30 min", "1 h 30 min"),
    (300_000_000_000, "5 min", "5 min"),
  ])
  func timesAreSpelled(nanoseconds: UInt64, measured: String, exact: String) {
    expectEqual(TimeInWords.measured(nanoseconds), measured)
    expectEqual(TimeInWords.exact(nanoseconds), exact)
  }
}
