/// The ranks of numbers, the smallest first, doubled so that those of equals, which share the mean of their places, are
/// whole numbers.
struct Ranks {
  /// In the order of the numbers.
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

/// How probable each value of a statistic is where nothing has changed.
struct NullDistribution {
  /// The probability of each value and of those below it, from 0 on.
  private let below: [Double]
  /// The probability of each value and of those above it.
  private let above: [Double]

  /// - Parameter weights: How many of the equally probable outcomes give each value, in any unit.
  init(weights: [Double]) {
    let sum = weights.reduce(0, +)
    // Each from its own end, where the numbers are small.
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

  /// How probable a value is that is as far from the middle as this one, or farther, on either side.
  func twoSided(_ value: Int) -> Double {
    min(1, 2 * min(below[value], above[value]))
  }

  /// The least value that is not below a part of all outcomes.
  func quantile(_ part: Double) -> Int {
    // Sums of many small numbers differ from what they should be in the last digits.
    below.firstIndex { $0 >= part * (1 - 1e-12) } ?? below.count - 1
  }
}

/// What a test says of how two sides differ, in logarithms of their ratio.
struct Shift {
  /// How probable so great a difference is, or a greater one, where the sides do not differ.
  let p: Double
  /// The difference.
  let estimate: Double
  /// Candidates for the difference, in order, of which an interval takes the middle part.
  fileprivate let candidates: [Double]
  /// How the rank of the difference among the candidates is distributed.
  fileprivate let ranks: NullDistribution

  /// The differences that the test would not refuse at a level; `nil` where there are too few launches for any such test.
  ///
  /// - Parameter alpha: How probable it may be that the difference is not in it.
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
  /// The middle one of sorted numbers, or the mean of the two in the middle.
  var median: Double {
    guard !isEmpty else { return .nan }
    return (self[(count - 1) / 2] + self[count / 2]) / 2
  }
}
