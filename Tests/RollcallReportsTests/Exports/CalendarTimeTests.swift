import RollcallTestingAdditions
import Testing

@testable import RollcallReports

@Suite(.inTurn, .serialized) struct CalendarTimeTests {
  @Test(arguments: [
    (0, "1970-01-01 00:00:00"), (951_782_400, "2000-02-29 00:00:00"), (951_868_799, "2000-02-29 23:59:59"),
    (951_868_800, "2000-03-01 00:00:00"), (4_107_542_400, "2100-03-01 00:00:00"),
    (1_795_274_934, "2026-11-21 15:28:54"),
  ])
  func datesAreThoseOfTheCalendar(seconds: UInt64, text: String) {
    expectEqual(CalendarTime(nanosecondsSince1970: seconds * 1_000_000_000).text, text)
  }

  @Test func aZoneMovesTheDate() {
    let nanoseconds: UInt64 = 1_795_274_934_980_551_936
    expectEqual(CalendarTime(nanosecondsSince1970: nanoseconds).iso8601, "2026-11-21T15:28:54.980551Z")
    expectEqual(
      CalendarTime(nanosecondsSince1970: nanoseconds, secondsFromUTC: 9 * 3_600).fileName, "20261122-002854")
    expectEqual(CalendarTime(nanosecondsSince1970: 0, secondsFromUTC: -1).text, "1969-12-31 23:59:59")
  }
}
