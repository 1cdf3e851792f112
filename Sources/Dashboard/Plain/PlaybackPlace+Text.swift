#if CommandLine
import ModuleLifecycle

extension PlaybackPlace {
  /// The place that a text spells without an event's name: `start`, `end`, or a time from the beginning, such as `90s`,
  /// `1.5min`, `1:30`.
  ///
  /// - Returns: `nil` where it spells none.
  public init?(_ text: String) {
    let text = text.lowercased()
    switch text {
    case "start": self = .start
    case "end": self = .end
    default:
      guard let elapsed = Self.nanoseconds(text) else { return nil }
      self = .elapsed(elapsed)
    }
  }

  /// What is wrong with a text that spells no place and no event's name, but begins as a time does, in a sentence.
  ///
  /// - Returns: `nil` where it does not begin with a digit.
  public static func problem(withTime text: String) -> String? {
    guard text.first.map({ $0.isASCII && $0.isNumber }) == true else { return nil }
    return "'\(Excerpt.of(text))' is no time: write 90s, 1:30 or 1:02:03."
  }

  private static let units: [(name: String, nanoseconds: Double)] = [
    ("ns", 1), ("us", 1e3), ("ms", 1e6), ("min", 6e10), ("h", 3.6e12), ("s", 1e9),
  ]

  private static func nanoseconds(_ text: String) -> UInt64? {
    let value: Double
    if text.contains(":") {
      let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
      guard (2...3).contains(parts.count), parts.allSatisfy({ $0 >= 0 }), parts.dropFirst().allSatisfy({ $0 < 60 })
      else { return nil }
      value = parts.reduce(0) { $0 * 60 + $1 } * 1e9
    } else {
      guard let unit = units.first(where: { text.hasSuffix($0.name) }),
        let number = Double(text.dropLast(unit.name.count).filter { $0 != " " }), number >= 0
      else { return nil }
      value = number * unit.nanoseconds
    }
    return value < 9e18 ? UInt64(value) : nil
  }
}
#endif
