/// The ranks of numbers, the smallest first. Equal numbers share the mean of their ranks. Ranks are doubled so that
/// these means are whole numbers.
struct Ranks {
  /// The doubled ranks, in the order of the numbers.
  let doubled: [Int]
  /// Whether some numbers are equal.
  let hasTies: Bool

  init(_ numbers: [Double]) {
    let order = numbers.indices.sorted { numbers[$0] < numbers[$1] }
    var doubled = [Int](repeating: 0, count: numbers.count)
    var (first, hasTies) = (0, false)
    while first < order.count {
      var last = first
      while last + 1 < order.count, numbers[order[last + 1]] == numbers[order[first]] { last += 1 }
      for place in first...last { doubled[order[place]] = first + last + 2 }
      if last > first { hasTies = true }
      first = last + 1
    }
    (self.doubled, self.hasTies) = (doubled, hasTies)
  }
}

/// The probability of each value of a statistic if nothing has changed.
struct NullDistribution {
  /// The probability of each value or a smaller one, from 0 on.
  private let below: [Double]
  /// The probability of each value or a larger one.
  private let above: [Double]

  /// - Parameter weights: How many of the equally probable outcomes give each value, in any unit.
  init(weights: [Double]) {
    let sum = weights.reduce(0, +)
    // Each sum starts from its own end, where the numbers are small.
    func cumulated(_ weights: some Sequence<Double>) -> [Double] {
      var total = 0.0
      return weights.map { weight in
        total += weight / sum
        return total
      }
    }
    below = cumulated(weights)
    above = cumulated(weights.reversed()).reversed()
  }

  /// The probability of a value at least as far from the middle as this one, on either side.
  func twoSided(_ value: Int) -> Double {
    min(1, 2 * min(below[value], above[value]))
  }

  /// The smallest value whose cumulative probability is at least `part`.
  func quantile(_ part: Double) -> Int {
    // Sums of many small numbers are inexact in their last digits.
    below.firstIndex { $0 >= part * (1 - 1e-12) } ?? below.count - 1
  }
}

/// A test's result: how two sides differ, as a logarithm of their ratio.
struct Shift {
  /// The probability of a difference at least this large if the sides do not differ.
  let p: Double
  let estimate: Double
  /// Candidates for the difference, sorted. An interval takes the middle part of them.
  fileprivate let candidates: [Double]
  /// The distribution of the difference's rank among the candidates.
  fileprivate let ranks: NullDistribution

  /// The differences that the test would not reject at a level; `nil` if there are too few launches for that level.
  ///
  /// - Parameter alpha: The probability that the difference is outside the interval.
  func interval(_ alpha: Double) -> ClosedRange<Double>? {
    let rank = ranks.quantile(alpha / 2)
    guard rank > 0, rank <= candidates.count - rank + 1 else { return nil }
    return candidates[rank - 1]...candidates[candidates.count - rank]
  }

  init(p: Double, candidates: [Double], ranks: NullDistribution) {
    let sorted = candidates.sorted()
    (self.p, self.candidates, self.ranks) = (p, sorted, ranks)
    estimate = sorted.median
  }
}

extension [Double] {
  /// The middle one of sorted numbers, or the mean of the two middle ones.
  var median: Double {
    guard !isEmpty else { return .nan }
    return (self[(count - 1) / 2] + self[count / 2]) / 2
  }
}
