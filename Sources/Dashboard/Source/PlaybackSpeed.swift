#if CommandLine
import ModuleLifecycle

/// How much faster than it happened a recording is played.
public struct PlaybackSpeed: Sendable, Hashable, Comparable {
  /// The factor: 2 is twice as fast; infinite for as fast as it can be shown.
  public let factor: Double

  /// As it happened.
  public static let normal = PlaybackSpeed(unchecked: 1)
  /// As fast as it can be shown.
  public static let maximum = PlaybackSpeed(unchecked: .infinity)
  /// The factors that there are, beside `maximum`.
  public static let range = 0.125...1_000.0

  /// The speeds that two keys go through.
  static let ladder =
    [0.125, 0.25, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000].map(PlaybackSpeed.init(unchecked:)) + [maximum]

  private init(unchecked factor: Double) { self.factor = factor }

  /// The speed that a text spells: `2`, `0.5`, `1/8`, `20x`, `max`.
  ///
  /// - Returns: `nil` where it spells none, or one that is not in `range`.
  public init?(_ text: String) {
    let text = text.lowercased()
    if text == "max" {
      self = .maximum
      return
    }
    let number = text.hasSuffix("x") || text.hasSuffix("\u{D7}") ? String(text.dropLast()) : text
    let parts = number.filter { $0 != "," }.split(separator: "/", omittingEmptySubsequences: false).map { Double($0) }
    let factor: Double? =
      switch parts.count {
      case 1: parts[0]
      case 2: parts[0].flatMap { above in parts[1].map { above / $0 } }
      default: nil
      }
    guard let factor, Self.range.contains(factor) else { return nil }
    self.factor = factor
  }

  /// Slower speeds come before faster ones.
  public static func < (left: PlaybackSpeed, right: PlaybackSpeed) -> Bool { left.factor < right.factor }

  /// The next faster speed of those that keys go through; the fastest stays.
  var faster: PlaybackSpeed { Self.ladder.first { $0 > self } ?? .maximum }
  /// The next slower one; the slowest stays.
  var slower: PlaybackSpeed { Self.ladder.last { $0 < self } ?? Self.ladder[0] }

  /// The speed in words: `1x`, `1/8x`, `1,000x`, `max`.
  var words: String {
    if factor.isInfinite { return "max" }
    if factor < 1, (1 / factor).rounded() == 1 / factor { return "1/\(Int(1 / factor))x" }
    if factor.rounded() == factor { return "\(Words.number(Int(factor)))x" }
    let hundredths = Int((factor * 100).rounded())
    let digits = hundredths % 100
    let fraction = digits % 10 == 0 ? "\(digits / 10)" : digits < 10 ? "0\(digits)" : "\(digits)"
    return "\(hundredths / 100).\(fraction)x"
  }
}

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
