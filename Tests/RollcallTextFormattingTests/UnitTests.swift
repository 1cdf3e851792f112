import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@Suite(.inTurn, .serialized) struct UnitTests {
  @Test(
    arguments: [
      (0, "0 µs"), (1, "<1 µs"), (499, "<1 µs"), (500, "1 µs"), (12_400, "12 µs"), (49_999, "50 µs"),
      (50_000, "0.1 ms"),
      (240_000, "0.2 ms"), (32_040_000, "32.0 ms"), (999_949_999, "999.9 ms"), (999_950_000, "1.0 s"),
      (1_230_000_000, "1.2 s"), (9_949_000_000, "9.9 s"), (9_950_000_000, "10 s"), (38_400_000_000, "38 s"),
      (59_499_999_999, "59 s"), (59_500_000_000, "1 min 0.0 s"), (66_800_000_000, "1 min 6.8 s"),
      (3_599_900_000_000, "59 min 59.9 s"), (3_600_000_000_000, "1 h 0 min"), (.max, "5124095 h 34 min"),
    ] as [(UInt64, String)])
  func durations(nanoseconds: UInt64, expected: String) {
    expectEqual(DurationText.format(nanoseconds: nanoseconds), expected)
  }

  @Test func durationsInMilliseconds() {
    expectEqual(DurationText.milliseconds(nanoseconds: 1_240_000), "1.2")
    expectEqual(DurationText.milliseconds(nanoseconds: 49_999), "<0.1")
    expectEqual(DurationText.milliseconds(nanoseconds: 999_949_999), "999.9")
    expectEqual(DurationText.milliseconds(nanoseconds: 1_230_000_000), "1.2 s")
  }

  @Test(
    arguments: [
      (999, "999 ns"), (1_000, "1 µs"), (61_500, "61.5 µs"), (999_949, "999.9 µs"), (999_950, "1.0 ms"),
      (1_250_000, "1.25 ms"), (30_000_000, "30.0 ms"), (999_999_500, "1.0 s"), (59_499_600_000, "59.5 s"),
      (59_999_500_000, "1 min 0.0 s"),
    ] as [(UInt64, String)])
  func preciseDurations(nanoseconds: UInt64, expected: String) {
    expectEqual(DurationText.precise(nanoseconds: nanoseconds), expected)
  }

  @Test(arguments: [
    (0, "0 bytes"), (1, "1 byte"), (999, "999 bytes"), (1_000, "1.0 kB"), (9_949, "9.9 kB"), (10_400, "10 kB"),
    (998_999, "999 kB"), (999_000, "1.0 MB"), (41_000_000, "41 MB"), (2_500_000_000, "2.5 GB"),
  ])
  func sizesAreShort(bytes: Int, text: String) {
    expectEqual(ByteText.format(bytes), text)
  }

  @Test func counts() {
    expectEqual(
      [0, 999, 1_000, 1_234_567, -1_000].map { CountText.format($0) }, ["0", "999", "1,000", "1,234,567", "-1,000"])
    expectEqual(CountText.format(UInt64.max), "18,446,744,073,709,551,615")
    expectEqual([1, 2, 1_000].map { CountText.format($0, "row") }, ["1 row", "2 rows", "1,000 rows"])
    expectEqual([1, 2].map { CountText.format($0, "entry", plural: "entries") }, ["1 entry", "2 entries"])
    expectEqual([1, 2].map { CountText.times($0, saysTwice: false) }, ["once", "2 times"])
    expectEqual([1, 2, 1_000].map { CountText.times($0) }, ["once", "twice", "1,000 times"])
  }

  @Test func clocks() {
    expectEqual(ClockText.format(secondsSinceMidnight: 81_669), "22:41:09")
    expectEqual(ClockText.format(secondsSinceMidnight: 86_400), "00:00:00")
    expectEqual(ClockText.format(secondsSinceMidnight: -1), "23:59:59")
    expectEqual(ClockText.format(nanosecondsSinceMidnight: 81_669_114_900_000), "22:41:09.114")
  }
}
