import RecordingSamples
import TerminalUI
import Testing
import TextFormatting

@testable import Dashboard
@testable import ModuleLifecycle

/// Statistics of durations, compared with independent computations.
@Suite struct StatisticsTests {
  private func sample(_ values: [UInt64]) -> DurationSample {
    var sample = DurationSample()
    for (place, value) in values.enumerated() { sample.add(value, place: place) }
    sample.sort()
    return sample
  }

  @Test func percentilesAreMeasuredValues() {
    let ten = sample([10, 90, 20, 80, 30, 70, 40, 60, 50, 100])
    #expect(
      [1, 10, 11, 50, 51, 90, 95, 99, 100].map { ten.percentile($0) } == [10, 10, 20, 50, 60, 90, 100, 100, 100])
    #expect([1, 50, 100].map { sample([7]).percentile($0) } == [7, 7, 7])
    #expect(sample([]).percentile(50) == nil)
    #expect((ten.count, ten.sum, ten.last, ten.least, ten.greatest) == (10, 550, 100, 10, 100))
  }

  @Test(arguments: 1...20 as ClosedRange<UInt64>) func aPercentileHasItsShareOfValuesBelowIt(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let values = (0..<Int(1 + random.next() % 200)).map { _ in random.next() % 1_000 }
    let sample = sample(values)
    for percent in 1...100 {
      let value = try #require(sample.percentile(percent))
      let (below, upTo) = (values.count { $0 < value }, values.count { $0 <= value })
      #expect(upTo * 100 >= percent * values.count && below * 100 < percent * values.count, "p\(percent) of \(values)")
    }
  }

  @Test func theTrendComparesMediansOfHalves() {
    #expect(sample([1, 2, 3, 4, 5, 6, 7]).trend == nil, "too few")
    #expect(sample([10, 10, 10, 900, 15, 15, 15, 1]).trend == 0.5)
    #expect(sample(Array(repeating: 5, count: 20)).trend == 0)
    #expect(sample(Array(repeating: 0, count: 20)).trend == nil, "zero has no relative change")
    #expect(
      [nil, 0, 0.004, 0.123, -0.08, 12].map(Phrases.trend) == ["", "same", "same", "+12%", "-8%", ">999%"])
  }

  @Test func anOutlierIsFarFromTheOthersAndTwiceTheMedian() {
    let steady = Array(repeating: 100 as UInt64, count: 20)
    #expect(sample(steady + [199]).outliers.isEmpty, "far from the others, but less than twice the median")
    let outliers = sample(steady + [300, 201, 300]).outliers
    #expect(outliers.map(\.value) == [300, 300, 201] && outliers.map(\.place) == [22, 20, 21])
    #expect(sample([1, 1, 1, 1, 1, 1, 100]).outliers.isEmpty, "too few")
    #expect(sample((1...20).map { $0 * 10 }).outliers.isEmpty, "spread evenly")
    #expect(sample(Array(repeating: .max, count: 20)).outliers.isEmpty, "no overflow")
  }

  @Test func statisticsCoverTheSpansOfOneEvent() throws {
    var history = History()
    func fold(_ id: DispatchID, _ event: String, _ times: [(module: UInt64, part: String?, time: UInt64)]) {
      history.fold(
        DispatchEntry(
          id: id, event: event, arguments: .null, atNanoseconds: id.rawValue,
          totalNanoseconds: times.reduce(0) { $0 + $1.time },
          response: .null, state: .active, isOutOfState: false,
          handlers: times.map { module, part, time in
            var span = HandlerSpan(
              module: "M\(module)", moduleID: ModuleID(rawValue: module), order: 1,
              outcome: time == 0 ? .skipped : .returned, value: .null, startNanoseconds: 0, selfNanoseconds: time,
              totalNanoseconds: time)
            span.part = part
            return span
          }))
    }
    fold(1, "a", [(1, nil, 10), (2, nil, 5)])
    fold(2, "b", [(1, nil, 1_000)])
    // Another order, a new part, and a skipped module.
    fold(3, "a", [(2, nil, 7), (1, nil, 30), (1, "read", 3)])
    fold(4, "a", [(2, nil, 0), (1, nil, 20), (1, "read", 4), (1, "read", 5)])
    let statistics = try #require(EventStatistics(of: "a", in: history))
    #expect(statistics.dispatchCount == 3)
    #expect(statistics[ModuleID(rawValue: 1)]?.values == [10, 30, 20])
    #expect(statistics[ModuleID(rawValue: 1)]?.places == [0, 2, 3])
    #expect(statistics[ModuleID(rawValue: 2)]?.values == [5, 7])
    #expect(statistics[.handler(ModuleID(rawValue: 1), part: "read")]?.values == [3, 4, 5])
    #expect(statistics[ModuleID(rawValue: 3)] == nil)
    #expect(statistics.total.values == [15, 40, 29])
    #expect(EventStatistics(of: "c", in: history) == nil)
    #expect(statistics.isCurrent(for: "a", in: history))
    fold(5, "b", [])
    #expect(statistics.isCurrent(for: "a", in: history), "another event changes nothing")
    fold(6, "a", [])
    #expect(!statistics.isCurrent(for: "a", in: history))
  }

  // MARK: Spread

  @Test func stepsAreRoundAndIncludeAllValues() {
    let spread = Spread(sample([1_100_000, 1_900_000, 2_000_000, 4_700_000]), rows: 10)
    #expect(spread.buckets.map(\.count) == [1, 1, 1, 0, 0, 0, 0, 1])
    #expect(spread.buckets.map { spread.label(of: $0) }.prefix(3) == ["1.0 ms", "1.5 ms", "2.0 ms"])
  }

  @Test func outliersShareTheLastStep() throws {
    let steady = (0..<20).map { 100_000 + UInt64($0) * 1_000 }
    let spread = Spread(sample(steady + [80_000_000, 9_000_000]), rows: 5)
    #expect(spread.buckets.map(\.count) == [5, 5, 5, 5, 2])
    #expect(
      spread.buckets.map { spread.label(of: $0) }
        == ["100 \u{00B5}s", "105 \u{00B5}s", "110 \u{00B5}s", "115 \u{00B5}s", ">120 \u{00B5}s"])
    #expect(try #require(spread.buckets.last).isOpen)
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>) func noValueIsLost(seed: UInt64) {
    var random = SplitMix(state: seed)
    let bits = random.next() % 50 + 1
    let values = (0..<Int(1 + random.next() % 60)).map { _ in random.next() >> (64 - bits) }
    let rows = Int(1 + random.next() % 12)
    let spread = Spread(sample(values), rows: rows)
    #expect(spread.buckets.count <= rows && !spread.buckets.isEmpty)
    #expect(spread.buckets.reduce(0) { $0 + $1.count } == values.count)
    for bucket in spread.buckets {
      #expect(bucket.count == values.count { bucket.range.contains($0) }, "\(bucket) of \(values)")
      #expect(spread.label(of: bucket).columnWidth <= 15)
    }
  }

  @Test func durationsTakeAtMostSevenColumns() {
    let durations: [UInt64] = [0, 1, 49_999, 50_000, 99_900_000, 999_900_000, 9_999_000_000, 59_000_000_000]
    #expect(
      durations.map(Phrases.duration)
        == ["0 \u{00B5}s", "<1 \u{00B5}s", "50 \u{00B5}s", "0.1 ms", "99.9 ms", "1.0 s", "10 s", "59 s"])
    #expect([66_000_000_000, 7_200_000_000_000].map(Phrases.duration) == ["1 min", "2 h"])
    for shift in 0..<64 { #expect(Phrases.duration(UInt64.max >> UInt64(shift)).columnWidth <= 10) }
  }
}
