/// A bound that a measured number should keep.
public struct Goal: Sendable {
  /// What is measured, and against what.
  public let subject: String
  /// What came out; `nil` when it could not be measured here.
  public let value: Double?
  /// The most that it may be; `nil` when it is only told.
  public let bound: Double?
  /// Whether the bound itself is too much already.
  public let isExclusive: Bool
  private let text: @Sendable (Double) -> String

  /// - Parameters:
  ///   - subject: What is measured, and against what.
  ///   - value: What came out; `nil` when it could not be measured here.
  ///   - bound: The most that it may be; `nil` when it is only told.
  ///   - isExclusive: Whether the bound itself is too much already.
  ///   - text: How such a number is written.
  public init(
    _ subject: String, value: Double?, bound: Double?, isExclusive: Bool = false,
    text: @escaping @Sendable (Double) -> String
  ) {
    self.subject = subject
    self.value = value
    self.bound = bound
    self.isExclusive = isExclusive
    self.text = text
  }

  /// Whether the bound was exceeded. What could not be measured misses nothing.
  public var isMissed: Bool {
    guard let value, let bound else { return false }
    return isExclusive ? value >= bound : value > bound
  }

  /// The outcome, what was wanted, and what came out.
  public var row: [String] {
    let wanted = bound.map { "\(isExclusive ? "below" : "at most") \(text($0))" } ?? "-"
    guard let value else { return ["not measured", subject, "-", wanted] }
    if bound == nil { return ["no goal", subject, text(value), wanted] }
    return [isMissed ? "MISSED" : "met", subject, text(value), wanted]
  }
}
