#if CommandLine
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
#endif
