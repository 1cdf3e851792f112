package import ModuleLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The time that the machine takes for a fixed piece of work beside each launch. If it changes, the machine has
/// changed, not the application.
package struct Calibration: Sendable {
  /// The time beside each pair's launches in nanoseconds, in the order of the pairs; each the mean of before and after.
  package private(set) var base: [Double] = []
  package private(set) var head: [Double] = []

  package init() {}

  /// Adds the times measured beside the launches of a pair.
  package mutating func add(base: Double, head: Double) {
    self.base.append(base)
    self.head.append(head)
  }

  /// The shift from the base's launches to the head's, as a logarithm.
  var shiftOfSides: Double {
    var test = SignedRankTest()
    return base.isEmpty ? 0 : test.shift(zip(head, base).map { log($0) - log($1) }).estimate
  }

  /// The shift from the first half of the launches to the second, as a logarithm.
  var shiftInTime: Double {
    guard base.count >= 4 else { return 0 }
    let pairs = zip(base, head).map { (log($0) + log($1)) / 2 }
    var test = RankSumTest()
    return test.shift(Array(pairs.prefix(pairs.count / 2)), Array(pairs.suffix(pairs.count / 2))).estimate
  }

  /// Does the piece of work and returns its time in nanoseconds: the median of five times of about 2 ms, so that a
  /// single interruption does not count.
  package static func measure(_ clock: MonotonicClock = .system) -> Double {
    let times = (0..<5).map { _ -> Double in
      let start = clock.now
      var state: UInt64 = 0x9E37_79B9_7F4A_7C15
      for _ in 0..<rounds {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
      }
      // Use the result, so that the compiler does not remove the work.
      return Double(clock.now - start) + (state == 0 ? 1 : 0)
    }
    return times.sorted().median
  }

  private static let rounds = 1_000_000
}
