/// What a number was in each of several rounds.
public struct Samples: Sendable {
  private var values: [Double] = []

  /// No samples yet.
  public init() {}

  /// Adds what one round gave.
  public mutating func add(_ value: Double) { values.append(value) }

  /// The middle one, the mean of the middle two, or 0 when there are none.
  public var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The least one, or 0 when there are none.
  public var least: Double { values.min() ?? 0 }
}
