extension Duration {
  /// Creates a duration from text: a number, then ns, us, ms, s or min; at most one day.
  ///
  /// - Throws: `UnreadableDuration` if the text is not such a duration.
  public init(spelled text: String) throws(UnreadableDuration) {
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative ? text.dropFirst() : text[...]
    let number = unsigned.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = unsigned.dropFirst(number.count).drop { $0 == " " }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard let nanoseconds = Self.nanoseconds(in: unit), (1...2).contains(parts.count),
      parts.allSatisfy({ !$0.isEmpty }), let value = Double(number)
    else { throw .unreadable(text) }
    guard !isNegative || value == 0 else { throw .negative(text) }
    guard value * nanoseconds <= Self.longestSpelled / .nanoseconds(1) else { throw .tooLong(text) }
    self = .nanoseconds(Int64((value * nanoseconds).rounded()))
  }

  /// The duration in the largest unit that gives a whole number: `12ms`.
  public var spelled: String {
    let nanoseconds = Int64(self / .nanoseconds(1))
    guard nanoseconds != 0, let unit = Self.units.first(where: { nanoseconds % $0.size == 0 }) else { return "0s" }
    return "\(nanoseconds / unit.size)\(unit.name)"
  }

  private static let longestSpelled = Duration.seconds(86_400)

  /// The units, largest first, with their lengths in nanoseconds.
  private static let units: [(name: String, size: Int64)] = [
    ("min", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000), ("ns", 1),
  ]

  private static func nanoseconds(in unit: Substring) -> Double? {
    // The micro sign and the Greek letter mu look the same, and users type both.
    let name = unit == "\u{B5}s" || unit == "\u{3BC}s" ? "us" : unit
    return units.first { $0.name == name }.map { Double($0.size) }
  }
}

/// The error for a text that is not a valid duration.
public enum UnreadableDuration: Error, Equatable, CustomStringConvertible {
  /// The text is not a number with a unit.
  case unreadable(String)
  /// The duration is negative.
  case negative(String)
  /// The duration is longer than one day.
  case tooLong(String)

  /// What is wrong with the text, and an example of a valid duration, in whole sentences.
  public var description: String {
    switch self {
    case .unreadable(let text):
      "\(text.quoted) is not a duration. Write a number and ns, us, ms, s or min: 12ms."
    case .negative(let text):
      "\(text.quoted) is negative. A duration is zero or more: 12ms."
    case .tooLong(let text):
      "\(text.quoted) is too long. A duration is at most a day: 1440min."
    }
  }
}
