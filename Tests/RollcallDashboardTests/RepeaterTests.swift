import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallInspection

/// The slices of an event that is fired repeatedly, turn by turn.
@MainActor @Suite(.inTurn, .serialized) struct RepeaterTests {
  /// Gives turns on request, and records the repeater's reports.
  @MainActor private final class Stand {
    let clock = ManualClock()
    private(set) var composite: CompositeDelegate?
    var turns: [@MainActor @Sendable () -> Void] = []
    var reports: [(at: UInt64, done: Int)] = []
    var ended: RepetitionSummary?
    var isStopped = false

    init(_ table: @escaping (inout ModuleHandlers<Stage>, ManualClock) -> Void) throws {
      let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
      let clock = clock
      try composite.register("Stage") { Stage(clock: clock) { table(&$0, clock) } }
      self.composite = composite
    }

    func start<Event: LifecycleEvent>(_ event: Event, times: Int) throws {
      let composite = try #require(composite)
      let journal = composite.journal
      Repeater(
        event, times: times, on: composite,
        .init(
          now: { journal.now }, later: { [unowned self] in turns.append($0) },
          isStopped: { [unowned self] in isStopped },
          progress: { [unowned self] in reports.append((journal.now, $0)) },
          end: { [unowned self] summary, _ in ended = summary })
      ).begin()
    }

    /// - Returns: The number of turns.
    @discardableResult
    func finish() -> Int {
      var count = 0
      while !turns.isEmpty {
        turns.removeFirst()()
        count += 1
      }
      return count
    }

    func letCompositeGo() { composite = nil }
  }

  @Test func eachTurnLastsAFewMilliseconds() throws {
    let stand = try Stand { handlers, clock in
      handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .milliseconds(1)) }
    }
    try stand.start(DidReceiveMemoryWarning(), times: 100)
    #expect(stand.turns.count == 1 && stand.ended == nil)
    expectEqual(stand.finish(), 12, "eight in each slice")
    #expect(stand.ended?.done == 100 && stand.ended?.longestNanoseconds == 1_000_000)
    #expect(stand.ended?.totalNanoseconds == 100_000_000 && stand.ended?.elapsedNanoseconds == 100_000_000)
  }

  @Test func aLongerEventHasItsOwnTurn() throws {
    let stand = try Stand { handlers, clock in
      handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .seconds(1)) }
    }
    try stand.start(DidReceiveMemoryWarning(), times: 5)
    expectEqual(stand.finish(), 4)
    expectEqual(stand.reports.map(\.done), [1, 2, 3, 4], "the end is reported separately")
  }

  @Test(arguments: [10, 100, 2_000, 40_000]) func reportsComeNoMoreThanThirtyTimesASecond(microseconds: Int) throws {
    let stand = try Stand { handlers, clock in
      handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .microseconds(microseconds)) }
    }
    try stand.start(DidReceiveMemoryWarning(), times: 3_000)
    stand.finish()
    let seconds = Double(3_000 * microseconds) / 1e6
    #expect(Double(stand.reports.count) <= seconds * 30 + 1)
    #expect(
      microseconds < 100 || Double(stand.reports.count) >= seconds * 20, "and not much less often, if there is any")
    for (before, after) in zip(stand.reports, stand.reports.dropFirst()) {
      #expect(after.at - before.at >= 33_333_333)
      #expect(after.done > before.done)
    }
  }

  @Test func nothingIsFiredOnceItIsStopped() throws {
    var count = 0
    let stand = try Stand { handlers, clock in
      handlers.on(DidReceiveMemoryWarning.self) { _, _ in
        count += 1
        clock.advance(by: .milliseconds(5))
      }
    }
    try stand.start(DidReceiveMemoryWarning(), times: 1_000)
    stand.isStopped = true
    stand.finish()
    #expect(count == 2 && stand.ended?.done == 2)
  }

  @Test func aLateAnswerIsAwaited() throws {
    var completions: [EventCompletion<BackgroundFetchResult>] = []
    let stand = try Stand { handlers, _ in
      handlers.answerLater(PerformFetch.self) { _, _, completion in completions.append(completion) }
    }
    try stand.start(PerformFetch(), times: 3)
    for round in 1...3 {
      expectEqual(completions.count, round, "the next event waits for the answer to the previous one")
      #expect(stand.turns.isEmpty && stand.ended == nil)
      stand.clock.advance(by: .milliseconds(round))
      completions[round - 1](.newData)
      stand.finish()
    }
    #expect(stand.ended?.done == 3 && stand.ended?.totalNanoseconds == 6_000_000)
    #expect(stand.ended?.medianNanoseconds == 2_000_000 && stand.ended?.longestNanoseconds == 3_000_000)
  }

  @Test func stoppingWhileAnAnswerIsAwaitedCountsThatEvent() throws {
    var completions: [EventCompletion<BackgroundFetchResult>] = []
    let stand = try Stand { handlers, _ in
      handlers.answerLater(PerformFetch.self) { _, _, completion in completions.append(completion) }
    }
    try stand.start(PerformFetch(), times: 3)
    stand.isStopped = true
    completions[0](.noData)
    stand.finish()
    #expect(completions.count == 1 && stand.ended?.done == 1)
  }

  @Test func theRepetitionEndsWithTheComposite() throws {
    let stand = try Stand { handlers, clock in
      handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .milliseconds(9)) }
    }
    try stand.start(DidReceiveMemoryWarning(), times: 1_000)
    stand.letCompositeGo()
    stand.finish()
    expectEqual(stand.ended?.done, 1)
  }

  @Test func percentilesAreMeasuredTimes() {
    let durations = (1...200).map { UInt64($0) }.shuffled()
    let summary = RepetitionSummary(durations: durations, times: 300, startedNanoseconds: 10, endedNanoseconds: 50)
    #expect(summary.done == 200 && summary.times == 300)
    #expect(summary.medianNanoseconds == 100 && summary.p95Nanoseconds == 190 && summary.longestNanoseconds == 200)
    #expect(summary.totalNanoseconds == 20_100 && summary.elapsedNanoseconds == 40 && summary.endedNanoseconds == 50)
    let one = RepetitionSummary(durations: [7], times: 1, startedNanoseconds: 0, endedNanoseconds: 7)
    expectEqual([one.medianNanoseconds, one.p95Nanoseconds, one.longestNanoseconds], [7, 7, 7])
    let none = RepetitionSummary(durations: [], times: 1, startedNanoseconds: 9, endedNanoseconds: 7)
    expectEqual([none.medianNanoseconds, none.p95Nanoseconds, none.elapsedNanoseconds], [0, 0, 0])
  }
}
