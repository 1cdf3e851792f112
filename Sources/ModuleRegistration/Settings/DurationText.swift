/// Durations as a map spells them: a number, then ns, us, ms, s or min.
enum DurationText {
  /// The longest duration: a day.
  static let longest = Duration.seconds(86_400)

  enum Problem: Error, Equatable {
    case unreadable(String)
    case negative(String)
    case tooLong(String)

    var description: String {
      switch self {
      case .unreadable(let text):
        "\(Wording.quoted(text)) is not a duration. Write a number and ns, us, ms, s or min: 12ms."
      case .negative(let text):
        "\(Wording.quoted(text)) is negative. A duration is zero or more: 12ms."
      case .tooLong(let text):
        "\(Wording.quoted(text)) is too long. A duration is at most a day: 1440min."
      }
    }
  }

  static func duration(_ text: String) throws(Problem) -> Duration {
    let isNegative = text.hasPrefix("-")
    let unsigned = isNegative ? text.dropFirst() : text[...]
    let number = unsigned.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
    let unit = unsigned.dropFirst(number.count).drop { $0 == " " }
    let parts = number.split(separator: ".", omittingEmptySubsequences: false)
    guard let nanoseconds = nanoseconds(in: unit), (1...2).contains(parts.count), parts.allSatisfy({ !$0.isEmpty }),
      let value = Double(number)
    else { throw .unreadable(text) }
    guard !isNegative || value == 0 else { throw .negative(text) }
    guard value * nanoseconds <= longest / .nanoseconds(1) else { throw .tooLong(text) }
    return .nanoseconds(Int64((value * nanoseconds).rounded()))
  }

  /// The duration in the largest unit in which it is whole: `12ms`.
  static func text(_ duration: Duration) -> String {
    let nanoseconds = Int64(duration / .nanoseconds(1))
    for (unit, size) in [("min", Int64(60_000_000_000)), ("s", 1_000_000_000), ("ms", 1_000_000), ("us", 1_000)]
    where nanoseconds != 0 && nanoseconds % size == 0 {
      return "\(nanoseconds / size)\(unit)"
    }
    return nanoseconds == 0 ? "0s" : "\(nanoseconds)ns"
  }

  private static func nanoseconds(in unit: Substring) -> Double? {
    switch unit {
    case "ns": 1
    // The micro sign and the Greek letter look the same and are both typed.
    case "us", "\u{B5}s", "\u{3BC}s": 1e3
    case "ms": 1e6
    case "s": 1e9
    case "min": 6e10
    default: nil
    }
  }
}

/// A text that spells no duration.
package struct UnreadableDuration: Error, CustomStringConvertible {
  /// What is wrong with it, and what a duration looks like, in whole sentences.
  package let description: String
}

extension Duration {
  /// The duration that a text spells, as in a map: a number, then ns, us, ms, s or min; at most a day.
  package init(spelled text: String) throws(UnreadableDuration) {
    do {
      self = try DurationText.duration(text)
    } catch {
      throw UnreadableDuration(description: error.description)
    }
  }

  /// The duration in the largest unit in which it is whole, as a map would spell it: `12ms`.
  package var spelled: String { DurationText.text(self) }
}
