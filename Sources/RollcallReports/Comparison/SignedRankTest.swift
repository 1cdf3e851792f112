/// Wilcoxon's exact signed-rank test for pairs, with the estimate of Hodges and Lehmann and its interval by inversion.
///
/// The members of a pair are measured right after each other, in random order. A change of the machine therefore
/// affects both, and if nothing has changed, a difference is as likely to be negative as positive.
///
/// Sources: F. Wilcoxon, *Individual comparisons by ranking methods*, Biometrics Bulletin 1 (1945), 80–83. J. L. Hodges
/// and E. L. Lehmann, *Estimates of location based on rank tests*, Annals of Mathematical Statistics 34 (1963),
/// 598–611. M. Hollander, D. A. Wolfe and E. Chicken, *Nonparametric Statistical Methods*, 3rd edition (2014), sections
/// 3.1 to 3.3.
struct SignedRankTest {
  /// The distributions without ties, by the number of pairs.
  private var untied: [Int: NullDistribution] = [:]

  /// The smallest `p` that so many pairs can have.
  static func leastP(_ pairs: Int) -> Double { min(1, pow2(1 - pairs)) }

  /// How the second members of pairs differ from the first.
  ///
  /// Pairs without a difference don't count in the test, but do in the estimate. The distribution is that of the actual
  /// ranks, with ties. The cost is quadratic in the number of pairs.
  mutating func shift(_ differences: [Double]) -> Shift {
    let real = differences.filter { $0 != 0 }
    let ranks = Ranks(real.map(abs))
    let sum = zip(real, ranks.doubled).reduce(0) { $0 + ($1.0 > 0 ? $1.1 : 0) }
    let p: Double =
      if real.isEmpty { 1 } else if ranks.hasTies { Self.distribution(ranks.doubled).twoSided(sum) } else {
        distribution(real.count).twoSided(sum / 2)
      }
    var candidates: [Double] = []
    candidates.reserveCapacity(differences.count * (differences.count + 1) / 2)
    for first in differences.indices {
      for second in first..<differences.count { candidates.append((differences[first] + differences[second]) / 2) }
    }
    return Shift(p: p, candidates: candidates, ranks: distribution(differences.count))
  }

  private mutating func distribution(_ count: Int) -> NullDistribution {
    if let known = untied[count] { return known }
    let made = Self.distribution(Array(1...max(1, count)))
    untied[count] = made
    return made
  }

  /// For each sum of the positive ranks, the number of ways to choose the signs.
  private static func distribution(_ ranks: [Int]) -> NullDistribution {
    var weights = [1.0]
    for rank in ranks {
      var next = weights + [Double](repeating: 0, count: rank)
      for (sum, weight) in weights.enumerated() { next[sum + rank] += weight }
      // Halved each time, so that the sum stays one for any number of ranks.
      weights = next.map { $0 / 2 }
    }
    return NullDistribution(weights: weights)
  }

  private static func pow2(_ exponent: Int) -> Double { Double(sign: .plus, exponent: exponent, significand: 1) }
}
