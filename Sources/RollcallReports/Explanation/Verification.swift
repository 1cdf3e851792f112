import ModuleLifecycle
import RollcallTextFormatting

/// What deferring modules was estimated to save, and what it saved in paired launches.
package struct Verification: Sendable {
  /// The deferred modules.
  package let modules: [String]
  /// The estimate, in nanoseconds.
  package let estimateNanoseconds: UInt64
  /// The mark to which it refers; `nil` for the end of the launch.
  package let mark: String?
  /// The launches as they are, and those with the module deferred.
  package let comparison: LaunchComparison
  /// The launches with the module deferred.
  package let deferred: Explanation
  /// Whether asynchronous starts ran side by side before the end.
  package let hasSideBySide: Bool

  /// - Parameter rows: The deferred modules, at least one.
  package init(
    of rows: [Explanation.Row], in explanation: Explanation, _ comparison: LaunchComparison, deferred: Explanation
  ) {
    modules = rows.map(\.name)
    (estimateNanoseconds, mark) = (rows.reduce(0) { $0.plus($1.savableNanoseconds) }, explanation.mark)
    (self.comparison, self.deferred) = (comparison, deferred)
    hasSideBySide = explanation.median(\.sideBySideNanoseconds) > 0
  }

  /// The module, or `all 3 together`.
  fileprivate var module: String { modules.count == 1 ? modules[0] : "all \(modules.count) together" }

  /// The time until the mark, or the whole launch; `nil` if it was not in all launches.
  private var result: LaunchComparison.Result? {
    let subject = mark.map(LaunchComparison.Subject.mark) ?? .launch
    return comparison.results.first { $0.subject == subject }
  }

  /// What was saved, in nanoseconds; negative if it took longer.
  package var measured: Double? { result.map { $0.base * (1 - $0.ratio) } }

  /// The interval of that, which holds for all times of the comparison at once; `nil` if there were too few launches.
  package var interval: ClosedRange<Double>? {
    result.flatMap { result in
      result.interval.map { result.base * (1 - $0.upperBound)...result.base * (1 - $0.lowerBound) }
    }
  }

  /// Whether the estimate is outside the interval, by more than the clock's and the machine's unrest.
  package var differs: Bool {
    guard comparison.disturbance == nil, let interval, let measured else { return false }
    let estimate = Double(estimateNanoseconds)
    return !interval.contains(estimate) && abs(estimate - measured) > max(2_000_000, estimate / 10)
  }

  /// Another module whose time grew by a good part of what is missing: it pays for what the first one to use it pays for.
  private var heir: (name: String, nanoseconds: Double)? {
    let missing = Double(estimateNanoseconds) - (measured ?? 0)
    let grown = comparison.results.compactMap { result -> (name: String, nanoseconds: Double)? in
      guard case .module(let name) = result.subject, !modules.contains(name) else { return nil }
      return (name, result.head - result.base)
    }.max { $0.nanoseconds < $1.nanoseconds }
    return grown.flatMap { $0.nanoseconds > 0 && $0.nanoseconds >= missing / 2 ? $0 : nil }
  }

  /// Why the measurement is not what was estimated, or where the time has gone; empty if there is nothing to say.
  package var sentences: [String] {
    guard result != nil else { return ["\(module): \(mark ?? "the launch's end") did not come in all launches."] }
    var sentences: [String] = []
    if let disturbance = comparison.disturbance {
      sentences.append("\(module): nothing is proven, because the machine changed: \(disturbance.reason).")
    } else if differs, let measured {
      if measured < Double(estimateNanoseconds), let heir {
        sentences.append(
          "\(module): the estimate assumed that nothing else pays for what it does. \(heir.name) takes "
            + "\(Self.time(heir.nanoseconds)) longer instead: it is now the first to use something that both use.")
      } else if hasSideBySide {
        sentences.append(
          "\(module): the estimate assumed that nothing waits for it. Starts run side by side, and the longest one counts."
        )
      } else {
        sentences.append("\(module): the estimate assumed that all other parts take as long as before. They did not.")
      }
    }
    let later = deferred.median(\.deferredNanoseconds)
    if later > 0, let measured, Double(later) >= measured / 2 {
      let longest = deferred.median(\.longestDeferredNanoseconds)
      sentences.append(
        "\(module): the main actor is busy with it for \(Self.time(Double(later))) afterwards, "
          + "\(Self.time(Double(longest))) of it without a pause. A freeze that only moved is not a saving.")
    }
    return sentences
  }

  static func time(_ nanoseconds: Double) -> String {
    (nanoseconds < 0 ? "-" : "") + DurationText.format(nanoseconds: UInt64(min(abs(nanoseconds), 1e18)))
  }
}

extension [Verification] {
  /// The estimates and the measurements side by side, and what to say about them.
  package var text: String {
    var table = TextTable(
      ["deferred", "estimate", "measured", "interval", "afterwards", "at a time"],
      numbers: ["estimate", "measured", "afterwards", "at a time"])
    for verification in self {
      let interval = verification.interval.map {
        "\(Verification.time($0.lowerBound)) to \(Verification.time($0.upperBound))"
      }
      table.add([
        verification.module, Verification.time(Double(verification.estimateNanoseconds)),
        verification.measured.map(Verification.time) ?? "", interval ?? "too few launches",
        ExplanationText.time(verification.deferred.median(\.deferredNanoseconds)),
        ExplanationText.time(verification.deferred.median(\.longestDeferredNanoseconds)),
      ])
    }
    let sentences = flatMap(\.sentences).map { " \($0.printable(.line))" }
    return ([table.text] + (sentences.isEmpty ? [] : [""] + sentences)).joined(separator: "\n")
  }
}
