import ModuleLifecycle
import TerminalUI

extension Words {
  /// A number with its digits in groups: `1,000,000`.
  static func number(_ number: Int) -> String {
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index).isMultiple(of: 3) { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-\(text)" : text
  }

  /// How often: `once`, `twice`, `1,000 times`.
  static func times(_ count: Int) -> String {
    switch count {
    case 1: "once"
    case 2: "twice"
    default: "\(number(count)) times"
    }
  }

  /// What came of firing an event repeatedly, as full as there is room for.
  static func outcome(of repeated: RepeatedFiring, columns: Int) -> String {
    guard let summary = repeated.summary else { return "" }
    func duration(_ nanoseconds: UInt64) -> String { DurationText.format(nanoseconds: nanoseconds) }
    let isWhole = summary.done >= summary.times
    let count =
      isWhole ? times(summary.done) : "stopped after \(number(summary.done)) of \(number(summary.times)) times"
    let shortCount = isWhole ? times(summary.done) : "stopped after \(number(summary.done))"
    guard summary.done > 0 else {
      return "\(repeated.event): stopped before the first of \(number(summary.times)) times."
    }
    let percentiles = "median \(duration(summary.medianNanoseconds)), p95 \(duration(summary.p95Nanoseconds))"
    let together = "together \(duration(summary.totalNanoseconds))"
    let tail = "in \(duration(summary.elapsedNanoseconds)): \(together), \(percentiles)"
    let long = "\(tail), longest \(duration(summary.longestNanoseconds))."
    return [
      "\(repeated.title) \(count) \(long)", "\(repeated.event) \(count) \(long)", "\(repeated.event) \(count) \(tail).",
      "\(repeated.event) \(shortCount): \(together), \(percentiles).", "\(shortCount): \(together), \(percentiles)",
    ].first { $0.columnWidth <= columns } ?? "\(shortCount): \(percentiles)"
  }
}
