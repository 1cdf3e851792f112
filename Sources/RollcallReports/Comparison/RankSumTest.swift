/// The exact test of Mann and Whitney, which is Wilcoxon's rank-sum test, for two sets of launches, with the shift of
/// Hodges and Lehmann and its interval by inversion.
///
/// It assumes that the launches are independent. If the machine changes between measuring one set and the other, the
/// test reports that as a difference.
///
/// Sources: H. B. Mann and D. R. Whitney, *On a test of whether one of two random variables is stochastically larger
/// than the other*, Annals of Mathematical Statistics 18 (1947), 50–60. Hodges and Lehmann (1963), and Hollander, Wolfe
/// and Chicken (2014), sections 4.1 to 4.3, as in `SignedRankTest`.
struct RankSumTest {
  private struct Sizes: Hashable {
    let base, head: Int
  }

  /// The distributions without ties.
  private var untied: [Sizes: NullDistribution] = [:]

  /// The smallest `p` that sets of these sizes can have.
  static func leastP(_ base: Int, _ head: Int) -> Double {
    // Two of all choices.
    (0..<min(base, head)).reduce(2.0) { $0 * Double($1 + 1) / Double(base + head - $1) }
  }

  /// How the second set differs from the first. The cost is the product of their sizes; with ties it is cubic.
  mutating func shift(_ base: [Double], _ head: [Double]) -> Shift {
    let ranks = Ranks(base + head)
    let sum = ranks.doubled.dropFirst(base.count).reduce(0, +)
    let untied = distribution(Sizes(base: base.count, head: head.count))
    let p =
      ranks.hasTies
      ? Self.distribution(ranks.doubled, choosing: head.count).twoSided(sum)
      // The number of pairs of a base and a head in which the head is larger.
      : untied.twoSided(sum / 2 - head.count * (head.count + 1) / 2)
    let candidates = head.flatMap { later in base.map { later - $0 } }
    return Shift(p: p, candidates: candidates, ranks: untied)
  }

  /// For each number of pairs in which the second set's member is larger, the number of orders of the two sets: the
  /// coefficients of the Gaussian binomial.
  private mutating func distribution(_ sizes: Sizes) -> NullDistribution {
    if let known = untied[sizes] { return known }
    let count = sizes.base * sizes.head
    var weights = [1.0] + [Double](repeating: 0, count: count)
    for step in stride(from: 1, through: sizes.head, by: 1) {
      // Multiply by 1 − q^(base + step), then divide by 1 − q^step.
      let factor = sizes.base + step
      for place in stride(from: count, through: factor, by: -1) { weights[place] -= weights[place - factor] }
      for place in stride(from: step, through: count, by: 1) { weights[place] += weights[place - step] }
    }
    // The other half is symmetric. Computed directly, its numbers would have lost their last digits.
    for place in 0..<count / 2 { weights[count - place] = weights[place] }
    let made = NullDistribution(weights: weights)
    untied[sizes] = made
    return made
  }

  /// For each sum, the number of ways to choose `count` ranks with that sum.
  private static func distribution(_ ranks: [Int], choosing count: Int) -> NullDistribution {
    let greatest = ranks.reduce(0, +)
    var sums = [[Double]](repeating: [], count: count + 1)
    sums[0] = [1]
    for rank in ranks {
      for chosen in stride(from: count, to: 0, by: -1) where !sums[chosen - 1].isEmpty {
        let needed = sums[chosen - 1].count + rank
        if sums[chosen].count < needed {
          sums[chosen] += [Double](repeating: 0, count: needed - sums[chosen].count)
        }
        for (sum, weight) in sums[chosen - 1].enumerated() { sums[chosen][sum + rank] += weight }
      }
    }
    return NullDistribution(weights: sums[count] + [Double](repeating: 0, count: greatest + 1 - sums[count].count))
  }
}
