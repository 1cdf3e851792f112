import RollcallTextFormatting

/// A moment in the Gregorian calendar, without a time zone.
package struct CalendarTime: Sendable, Equatable {
  private let year, month, day: Int
  private let clock: String
  private let microsecond: Int

  /// Creates the moment that is the given time after the start of 1970.
  ///
  /// - Parameter secondsFromUTC: The offset to add to UTC.
  package init(nanosecondsSince1970 nanoseconds: UInt64, secondsFromUTC: Int = 0) {
    let seconds = Int(nanoseconds / 1_000_000_000) + secondsFromUTC
    let days = seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400
    clock = ClockText.format(secondsSinceMidnight: seconds)
    microsecond = Int(nanoseconds % 1_000_000_000) / 1000
    // Years begin with March, so that the leap day comes last. They are counted in eras of 400 years, which are all
    // alike.
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let marchMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * marchMonth + 2) / 5 + 1
    month = marchMonth < 10 ? marchMonth + 3 : marchMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// The date and the time of day for a person: `2026-11-21 15:28:54`.
  package var text: String { "\(date) \(clock)" }

  /// The moment to the microsecond, marked as UTC: `2026-11-21T15:28:54.980551Z`.
  package var iso8601: String { "\(date)T\(clock).\(microsecond.digits(6))Z" }

  /// The moment in a file name: `20261121-152854`.
  package var fileName: String { "\(date.filter { $0 != "-" })-\(clock.filter { $0 != ":" })" }

  private var date: String { "\(year.digits(4))-\(month.digits(2))-\(day.digits(2))" }
}
