/// Times of day.
public enum ClockText {
  /// Returns a time such as `22:41:09`. Seconds beyond the end of the day count from the next midnight.
  public static func format(secondsSinceMidnight seconds: Int) -> String {
    let second = ((seconds % 86_400) + 86_400) % 86_400
    return [second / 3600, second / 60 % 60, second % 60].map { $0.digits(2) }.joined(separator: ":")
  }

  /// Returns a time with milliseconds, such as `22:41:09.114`. Fractions of a millisecond are cut off.
  public static func format(nanosecondsSinceMidnight nanoseconds: UInt64) -> String {
    let milliseconds = Int(nanoseconds / 1_000_000 % 86_400_000)
    return format(secondsSinceMidnight: milliseconds / 1000) + "." + (milliseconds % 1000).digits(3)
  }

}
