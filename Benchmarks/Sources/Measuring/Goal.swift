/// An upper bound for a measured number.
public struct Goal: Sendable {
  /// What is measured, and relative to what.
  public let subject: String
  /// The measured number. `nil` if it could not be measured here.
  public let value: Double?
  /// The greatest allowed number. `nil` if the number is only reported.
  public let bound: Double?
  /// Whether the number must be below the bound, not equal to it.
  public let isExclusive: Bool
  private let text: @Sendable (Double) -> String

  /// Creates a goal.
  ///
  /// - Parameters:
  ///   - subject: What is measured, and relative to what.
  ///   - value: The measured number. `nil` if it could not be measured here.
  ///   - bound: The greatest allowed number. `nil` if the number is only reported.
  ///   - isExclusive: Whether the number must be below the bound, not equal to it.
  ///   - text: Formats the number and the bound.
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

  /// Whether the number exceeds the bound. `false` if it could not be measured.
  public var isMissed: Bool {
    guard let value, let bound else { return false }
    return isExclusive ? value >= bound : value > bound
  }

  /// The table row: the outcome, the subject, the number and the bound.
  public var row: [String] {
    let wanted = bound.map { "\(isExclusive ? "below" : "at most") \(text($0))" } ?? "-"
    guard let value else { return ["not measured", subject, "-", wanted] }
    if bound == nil { return ["no goal", subject, text(value), wanted] }
    return [isMissed ? "MISSED" : "met", subject, text(value), wanted]
  }
}
