package import ModuleLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// A comparison of two sets of launches: the whole launch, and every module and mark that is in all of them.
///
/// One launch of one process is one sample. Times are compared by the logarithms of their ratios. If nothing has
/// changed, the chance that anything is called slower or faster is at most 5 %, however many modules there are.
package struct LaunchComparison: Sendable {
  /// How the launches were measured.
  package enum Design: String, Sendable {
    /// Each launch of the base has a partner measured right before or after it. Uses `SignedRankTest`.
    case pairs
    /// Each set was measured separately. Uses `RankSumTest`.
    case sets
  }

  /// The smallest change that matters. A change must reach both limits.
  package struct Threshold: Sendable, Equatable {
    /// The limit as a fraction of the base.
    package var ratio = 0.05
    package var nanoseconds: UInt64 = 1_000_000

    package init(ratio: Double = 0.05, nanoseconds: UInt64 = 1_000_000) {
      (self.ratio, self.nanoseconds) = (ratio, nanoseconds)
    }

    /// The fraction by which the machine may become slower or faster before it counts as changed. A limit in
    /// nanoseconds alone says nothing about that.
    var drift: Double { ratio > 0 ? ratio : 0.05 }

    /// Whether a change matters.
    ///
    /// - Parameters:
    ///   - shift: The logarithm of the ratio.
    ///   - base: The time before, in nanoseconds. It is at least `leastTime`.
    func isMet(by shift: Double, of base: Double) -> Bool {
      let part = exp(shift) - 1
      return abs(part) >= ratio && abs(part) * base >= Double(nanoseconds)
    }

    /// The smallest increase that matters, as the logarithm of the ratio.
    func shift(of base: Double) -> Double { log(1 + max(ratio, Double(nanoseconds) / base)) }
  }

  /// The verdict on a time.
  package enum Verdict: String, Sendable, CaseIterable {
    case slower
    case faster
    case unproven
    case same = "no difference shown"
  }

  /// A compared time.
  package enum Subject: Hashable, Sendable {
    case launch
    /// The time before the composite.
    case before
    case module(String)
    case mark(String)
  }

  /// The result for one subject.
  package struct Result: Sendable {
    package let subject: Subject
    /// The medians, in nanoseconds.
    package let base, head: Double
    /// The medians of the kinds of time, if they were measured in all launches.
    package let baseBreakdown, headBreakdown: TimeBreakdown?
    /// The ratio of the head to the base.
    package let ratio: Double
    /// The interval of the ratio, which holds at 95 % for all subjects at once; `nil` if there are too few launches.
    package let interval: ClosedRange<Double>?
    /// The probability of so large a difference by chance: for this subject alone, and corrected for all subjects.
    package let p, corrected: Double
    package fileprivate(set) var verdict: Verdict
    /// The estimated number of launches of each side that would settle the verdict; `nil` if it is settled, or if it
    /// would take more than `mostNeeded`.
    package let needed: Int?

    /// How much longer the head takes, in nanoseconds.
    package var change: Double { max(leastTime, base) * (ratio - 1) }
  }

  /// The reason, as text, why the cause of a change is unknown.
  package struct Disturbance: Sendable, Equatable {
    package let reason: String
  }

  /// The highest number of needed launches that is reported.
  package static let mostNeeded = 1_000
  static let alpha = 0.05

  package let design: Design
  package let threshold: Threshold
  /// The number of launches of each side.
  package let counts: (base: Int, head: Int)
  /// The number of launches of each side below which no change of so many times can be proven.
  package let leastCount: Int
  /// The whole launch first, then the modules in the head's order, then the marks.
  package private(set) var results: [Result] = []
  /// The reason why no time is called slower or faster; `nil` if there is none.
  package let disturbance: Disturbance?
  /// The other differences.
  package let inventory: InventoryChanges

  /// Compares launches.
  ///
  /// - Parameters:
  ///   - base: The launches before the change.
  ///   - head: The launches after the change; in pairs, in the order of the base.
  ///   - calibration: The time of a fixed piece of work, if it was measured beside each launch.
  package init(
    _ base: [LaunchSample], _ head: [LaunchSample], as design: Design, atLeast threshold: Threshold = Threshold(),
    calibration: Calibration? = nil
  ) {
    (self.design, self.threshold, counts) = (design, threshold, (base.count, head.count))
    let (base, head) =
      (base + head).allSatisfy(\.isBeforeLong) ? (base.map(\.withBefore), head.map(\.withBefore)) : (base, head)
    let subjects = Self.subjects(in: base + head, order: head.first?.order ?? [])
    var tests = (pairs: SignedRankTest(), sets: RankSumTest())
    let measured = subjects.map { subject -> (base: [LaunchSample.Time], head: [LaunchSample.Time], shift: Shift) in
      let (first, second) = (base.map { $0[subject] }, head.map { $0[subject] })
      let (low, high) = (first.map(\.logarithm), second.map(\.logarithm))
      let shift =
        design == .pairs ? tests.pairs.shift(zip(high, low).map { $0 - $1 }) : tests.sets.shift(low, high)
      return (first, second, shift)
    }
    let corrected = HolmCorrection.corrected(measured.map(\.shift.p))
    let level = Self.alpha / Double(max(1, subjects.count))
    leastCount = Self.leastCount(design, level: level)
    for (index, subject) in subjects.enumerated() {
      let (first, second, shift) = measured[index]
      let medians = (base: first.median, head: second.median)
      let judge = Judge(
        shift: shift, corrected: corrected[index], level: level,
        base: max(leastTime, medians.base), threshold: threshold, leastCount: leastCount,
        count: min(counts.base, counts.head))
      results.append(
        Result(
          subject: subject, base: medians.base, head: medians.head,
          baseBreakdown: TimeBreakdown(medianOf: first.map(\.breakdown)),
          headBreakdown: TimeBreakdown(medianOf: second.map(\.breakdown)),
          ratio: exp(shift.estimate), interval: shift.interval(level).map { exp($0.lowerBound)...exp($0.upperBound) },
          p: shift.p,
          corrected: corrected[index], verdict: judge.verdict, needed: judge.needed))
    }
    disturbance =
      calibration.flatMap { Disturbance($0, threshold: threshold) }
      ?? (design == .sets ? Disturbance(results, threshold: threshold) : nil)
    inventory = InventoryChanges(base, head)
    guard disturbance != nil else { return }
    for index in results.indices { results[index].verdict = .unproven }
  }

  private static func subjects(in samples: [LaunchSample], order: [String]) -> [Subject] {
    let modules = order.filter { name in samples.allSatisfy { $0.modules[name] != nil } }
    let marks = (samples.first?.marks.keys.sorted() ?? []).filter { name in
      samples.allSatisfy { $0.marks[name] != nil }
    }
    let before: [Subject] = samples.allSatisfy(\.isBeforeLong) ? [.before] : []
    return [.launch] + before + modules.map(Subject.module) + marks.map(Subject.mark)
  }

  private static func leastCount(_ design: Design, level: Double) -> Int {
    (2...mostNeeded).first { count in
      (design == .pairs ? SignedRankTest.leastP(count) : RankSumTest.leastP(count, count)) <= level
    } ?? mostNeeded
  }

  /// Whether any time has become slower.
  package var hasSlower: Bool { results.contains { $0.verdict == .slower } }
  /// Whether any time could not be settled.
  package var hasUnproven: Bool { results.contains { $0.verdict == .unproven } }
}

/// Decides on one subject.
private struct Judge {
  let shift: Shift
  let corrected, level, base: Double
  let threshold: LaunchComparison.Threshold
  let leastCount: Int
  /// The number of launches of the side with fewer of them.
  let count: Int

  var verdict: LaunchComparison.Verdict {
    if corrected <= LaunchComparison.alpha, threshold.isMet(by: shift.estimate, of: base) {
      return shift.estimate > 0 ? .slower : .faster
    }
    guard let interval = shift.interval(level), !threshold.isMet(by: interval.lowerBound, of: base),
      !threshold.isMet(by: interval.upperBound, of: base)
    else { return .unproven }
    return .same
  }

  /// The estimated number of launches. An interval narrows with the square root of their number.
  var needed: Int? {
    guard verdict == .unproven else { return nil }
    var needed = max(count + 1, leastCount)
    if let interval = shift.interval(level) {
      let half = (interval.upperBound - interval.lowerBound) / 2
      let limit = threshold.shift(of: base)
      let size = abs(shift.estimate)
      // The distance from no change, or from the smallest change that matters.
      let distance = size >= limit ? size : limit - size
      let more = Double(count) * (half / distance) * (half / distance)
      guard more <= Double(LaunchComparison.mostNeeded) else { return nil }
      needed = max(needed, Int(more.rounded(.up)))
    }
    return needed <= LaunchComparison.mostNeeded ? needed : nil
  }
}

extension LaunchComparison.Disturbance {
  /// More than half of the other modules changed in one direction, which means that the machine has changed.
  ///
  /// A module counts if its relative change matters and would be improbable by itself.
  fileprivate init?(_ results: [LaunchComparison.Result], threshold: LaunchComparison.Threshold) {
    let modules = results.filter { if case .module = $0.subject { true } else { false } }
    guard modules.count > 3 else { return nil }
    let moved = modules.filter { $0.p <= LaunchComparison.alpha && abs($0.ratio - 1) >= threshold.drift }
    let (up, down) = (moved.count { $0.ratio > 1 }, moved.count { $0.ratio < 1 })
    // Whichever module is left out, more than half of the others have moved.
    guard max(up, down) - 1 > (modules.count - 1) / 2 else { return nil }
    let way = up > down ? "slower" : "faster"
    self.init(reason: "\(max(up, down)) of \(modules.count) modules became \(way) together")
  }

  /// The fixed piece of work took a different time for the two sides, or for the two halves of the launches.
  fileprivate init?(_ calibration: Calibration, threshold: LaunchComparison.Threshold) {
    func words(_ shift: Double) -> String? {
      let part = exp(shift) - 1
      guard abs(part) >= threshold.drift else { return nil }
      return "\(Int((abs(part) * 100).rounded()))% \(part > 0 ? "longer" : "less")"
    }
    if let words = words(calibration.shiftOfSides) {
      self.init(reason: "a fixed piece of work took \(words) beside the head's launches than beside the base's")
    } else if let words = words(calibration.shiftInTime) {
      self.init(reason: "a fixed piece of work took \(words) in the second half of the launches than in the first")
    } else {
      return nil
    }
  }
}

extension LaunchSample {
  /// Whether the time before the composite is part of the launch, and known well enough to be compared: it is known
  /// within 10 ms.
  fileprivate var isBeforeLong: Bool { countsBefore && before.map { $0.nanoseconds >= 20_000_000 } ?? false }

  /// The launch from the start of the process on, if that is part of it.
  fileprivate var withBefore: Self {
    guard let before else { return self }
    var sample = self
    sample.whole.nanoseconds = whole.nanoseconds.plus(before.nanoseconds)
    for name in marks.keys { sample.marks[name]?.nanoseconds += before.nanoseconds }
    return sample
  }

  subscript(subject: LaunchComparison.Subject) -> Time {
    switch subject {
    case .launch: whole
    case .before: before ?? Time(nanoseconds: 0)
    case .module(let name): modules[name] ?? Time(nanoseconds: 0)
    case .mark(let name): marks[name] ?? Time(nanoseconds: 0)
    }
  }
}

/// The shortest time that is compared, in nanoseconds. A time of zero was below the clock's resolution, and has no ratio
/// to another.
private let leastTime = 1.0

extension LaunchSample.Time {
  fileprivate var logarithm: Double { log(max(leastTime, Double(nanoseconds))) }
}

extension [LaunchSample.Time] {
  /// The median in nanoseconds.
  fileprivate var median: Double { map { Double($0.nanoseconds) }.sorted().median }
}

extension TimeBreakdown {
  /// The medians of the kinds; `nil` if they were not measured in all launches.
  package init?(medianOf times: [TimeBreakdown?]) {
    let breakdown = times.compactMap(\.self)
    guard breakdown.count == times.count, !breakdown.isEmpty else { return nil }
    let waiting = breakdown.compactMap(\.waitingNanoseconds)
    self.init(
      totalNanoseconds: breakdown.map(\.totalNanoseconds).median,
      computingNanoseconds: breakdown.map(\.computingNanoseconds).median,
      waitingNanoseconds: waiting.count == breakdown.count ? waiting.median : nil)
  }
}

extension [UInt64] {
  /// The median, exactly; 0 without values.
  package var median: UInt64 {
    let sorted = sorted()
    guard !sorted.isEmpty else { return 0 }
    let (low, high) = (sorted[(sorted.count - 1) / 2], sorted[sorted.count / 2])
    return low + (high - low) / 2
  }
}
