#if CommandLine
import TerminalUI

/// How durations are spread: how many fall into each of some steps of equal length, and how many above those.
struct Spread {
  struct Bucket: Equatable {
    /// From the lower bound up to the upper one, which is not in it.
    let range: Range<UInt64>
    var count = 0
    /// Whether it holds all that is above the others.
    var isOpen = false
  }

  private(set) var buckets: [Bucket] = []
  private let step: UInt64

  /// - Parameter rows: The most buckets; at least one. Outliers share the last one, so that the others are told apart.
  init(_ sample: DurationSample, rows: Int) {
    let (least, greatest) = (sample.least ?? 0, sample.greatest ?? 0)
    let outliers = sample.outliers
    let isOpen = !outliers.isEmpty && rows > 1
    let usual = outliers.last.map { least in sample.values.filter { $0 < least.value } } ?? []
    let upper = isOpen ? usual.max() ?? greatest : greatest
    let closed = max(1, rows - (isOpen ? 1 : 0))
    var step: UInt64 = 1_000
    for candidate in Self.steps {
      step = candidate
      if upper / candidate - least / candidate < closed { break }
    }
    self.step = step
    let first = least / step
    for index in 0...min(UInt64(closed - 1), upper / step - first) {
      let lower = (first + index) * step
      // The last one of all ends where the numbers do.
      let upper = lower.addingReportingOverflow(step)
      buckets.append(Bucket(range: lower..<(upper.overflow ? .max : upper.partialValue)))
    }
    if isOpen, let end = buckets.last?.range.upperBound {
      buckets.append(Bucket(range: end..<UInt64.max, isOpen: true))
    }
    for value in sample.values {
      let index = min(value / step - first, UInt64(buckets.count - 1))
      buckets[Int(index)].count += 1
    }
  }

  var greatestCount: Int { max(1, buckets.map(\.count).max() ?? 1) }

  /// Where a bucket begins, told as finely as the steps are long; `>` stands before that of the open one.
  func label(of bucket: Bucket) -> String {
    let text = text(of: bucket.range.lowerBound)
    return bucket.isOpen ? ">\(text)" : text
  }

  private func text(of value: UInt64) -> String {
    if step >= 100_000_000 { return "\(value / 1_000_000_000).\(value / 100_000_000 % 10) s" }
    if step >= 100_000 { return "\(value / 1_000_000).\(value / 100_000 % 10) ms" }
    if value < 1_000_000 { return "\(value / 1_000) \u{00B5}s" }
    let microseconds = String(value / 1_000 % 1_000 + 1_000).dropFirst()
    return "\(value / 1_000_000).\(microseconds.prefix(step >= 10_000 ? 2 : 3)) ms"
  }

  /// 1, 2 and 5 of each power of ten, from a microsecond on.
  private static let steps: [UInt64] = {
    var steps: [UInt64] = []
    var power: UInt64 = 1_000
    while power < 1_000_000_000_000_000_000 {
      steps += [power, 2 * power, 5 * power]
      power *= 10
    }
    return steps
  }()
}
#endif
