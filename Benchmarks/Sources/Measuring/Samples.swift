/// The values of a number in several rounds.
public struct Samples: Sendable {
  private var values: [Double] = []

  /// Creates an empty set of samples.
  public init() {}

  /// Adds one round's value.
  public mutating func add(_ value: Double) { values.append(value) }

  /// The median, or 0 without samples. It is the mean of the two middle values for an even number of samples.
  public var median: Double {
    let sorted = values.sorted()
    guard !sorted.isEmpty else { return 0 }
    return (sorted[(sorted.count - 1) / 2] + sorted[sorted.count / 2]) / 2
  }

  /// The least value, or 0 without samples.
  public var least: Double { values.min() ?? 0 }
}
