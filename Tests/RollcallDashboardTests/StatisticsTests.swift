import RollcallLaunches
import RollcallTerminalUI
import RollcallTestSupport
import RollcallTestingAdditions
import RollcallTextFormatting
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Statistics of durations, compared with independent computations.
@Suite(.inTurn, .serialized) struct StatisticsTests {
  private func sample(_ values: [UInt64]) -> DurationSample {
    var sample = DurationSample()
    for value in values { sample.add(value) }
    sample.sort()
    return sample
  }

  @Test func percentilesAreMeasuredValues() {
    let ten = sample([10, 90, 20, 80, 30, 70, 40, 60, 50, 100])
    expectEqual(
      [1, 10, 11, 50, 51, 90, 95, 99, 100].map { ten.percentile($0) }, [10, 10, 20, 50, 60, 90, 100, 100, 100])
    expectEqual([1, 50, 100].map { sample([7]).percentile($0) }, [7, 7, 7])
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

  @Test func statisticsCoverTheSpansOfOneEvent() throws {
    var history = History()
    func fold(_ id: DispatchID, _ event: String, _ times: [(module: UInt64, part: String?, time: UInt64)]) {
      history.add(
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
    expectEqual(statistics.dispatchCount, 3)
    expectEqual(statistics[ModuleID(rawValue: 1)]?.values, [10, 30, 20])
    expectEqual(statistics[ModuleID(rawValue: 2)]?.values, [5, 7])
    expectEqual(statistics[.handler(ModuleID(rawValue: 1), part: "read")]?.values, [3, 4, 5])
    #expect(statistics[ModuleID(rawValue: 3)] == nil)
    expectEqual(statistics.total.values, [15, 40, 29])
    #expect(EventStatistics(of: "c", in: history) == nil)
    #expect(statistics.isCurrent(for: "a", in: history))
    fold(5, "b", [])
    #expect(statistics.isCurrent(for: "a", in: history), "another event changes nothing")
    fold(6, "a", [])
    #expect(!statistics.isCurrent(for: "a", in: history))
  }

  // MARK: Distribution

  @Test func stepsAreRoundAndIncludeAllValues() {
    let distribution = Distribution(sample([1_100_000, 1_900_000, 2_000_000, 4_700_000]), rows: 10)
    expectEqual(distribution.buckets.map(\.count), [1, 1, 1, 0, 0, 0, 0, 1])
    expectEqual(distribution.buckets.map { distribution.label(of: $0) }.prefix(3), ["1.0 ms", "1.5 ms", "2.0 ms"])
  }

  @Test(arguments: 1...30 as ClosedRange<UInt64>) func noValueIsLost(seed: UInt64) {
    var random = SplitMix(state: seed)
    let bits = random.next() % 50 + 1
    let values = (0..<Int(1 + random.next() % 60)).map { _ in random.next() >> (64 - bits) }
    let rows = Int(1 + random.next() % 12)
    let distribution = Distribution(sample(values), rows: rows)
    #expect(distribution.buckets.count <= rows && !distribution.buckets.isEmpty)
    expectEqual(distribution.buckets.reduce(0) { $0 + $1.count }, values.count)
    for bucket in distribution.buckets {
      expectEqual(bucket.count, values.count { bucket.range.contains($0) }, "\(bucket) of \(values)")
      #expect(distribution.label(of: bucket).columnWidth <= 15)
    }
  }

  @Test func durationsTakeAtMostSevenColumns() {
    let durations: [UInt64] = [0, 1, 49_999, 50_000, 99_900_000, 999_900_000, 9_999_000_000, 59_000_000_000]
    expectEqual(
      durations.map(Phrases.duration),
      ["0 \u{00B5}s", "<1 \u{00B5}s", "50 \u{00B5}s", "0.1 ms", "99.9 ms", "1.0 s", "10 s", "59 s"])
    expectEqual([66_000_000_000, 7_200_000_000_000].map(Phrases.duration), ["1 min", "2 h"])
    for shift in 0..<64 { #expect(Phrases.duration(UInt64.max >> UInt64(shift)).columnWidth <= 10) }
  }
}
