/// The test of Mann and Whitney, which is Wilcoxon's rank-sum test, of two sets of launches, exact, with the shift of Hodges
/// and Lehmann, and its interval by inversion.
///
/// It takes the launches for independent of each other. What the machine did while one set was measured and not while the
/// other was, it takes for a difference.
///
/// Sources: H. B. Mann and D. R. Whitney, *On a test of whether one of two random variables is stochastically larger than
/// the other*, Annals of Mathematical Statistics 18 (1947), 50–60. Hodges and Lehmann (1963), and Hollander, Wolfe and
/// Chicken (2014), sections 4.1 to 4.3, as in `SignedRankTest`.
struct RankSumTest {
  private struct Sizes: Hashable {
    let base, head: Int
  }

  /// The distributions without ties.
  private var untied: [Sizes: NullDistribution] = [:]

  /// The least `p` that sets of these sizes can have.
  static func leastP(_ base: Int, _ head: Int) -> Double {
    // Two of so many choices.
    (0..<min(base, head)).reduce(2.0) { $0 * Double($1 + 1) / Double(base + head - $1) }
  }

  /// How the second set differs from the first. Costs the product of their sizes, and with ties the cube.
  mutating func shift(_ base: [Double], _ head: [Double]) -> Shift {
    let ranks = Ranks(base + head)
    let sum = ranks.doubled.dropFirst(base.count).reduce(0, +)
    let untied = distribution(Sizes(base: base.count, head: head.count))
    let p =
      ranks.hasTies
      ? Self.distribution(ranks.doubled, choosing: head.count).twoSided(sum)
      // How many pairs of a base and a head have the head larger.
      : untied.twoSided(sum / 2 - head.count * (head.count + 1) / 2)
    let candidates = head.flatMap { later in base.map { later - $0 } }
    return Shift(p: p, candidates: candidates, ranks: untied)
  }

  /// How many orders of two sets have each number of pairs in which the second set's is larger: the coefficients of the
  /// Gaussian binomial.
  private mutating func distribution(_ sizes: Sizes) -> NullDistribution {
    if let known = untied[sizes] { return known }
    let count = sizes.base * sizes.head
    var weights = [1.0] + [Double](repeating: 0, count: count)
    for step in stride(from: 1, through: sizes.head, by: 1) {
      // Times 1 − q^(base + step), then by 1 − q^step.
      let factor = sizes.base + step
      for place in stride(from: count, through: factor, by: -1) { weights[place] -= weights[place - factor] }
      for place in stride(from: step, through: count, by: 1) { weights[place] += weights[place - step] }
    }
    // The other half is the same, and there the numbers would have lost their last digits.
    for place in 0..<count / 2 { weights[count - place] = weights[place] }
    let made = NullDistribution(weights: weights)
    untied[sizes] = made
    return made
  }

  /// How many choices of so many ranks give each sum.
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
