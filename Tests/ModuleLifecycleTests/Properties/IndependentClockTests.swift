import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Compares the journal's times with a clock that the composite does not read: handlers keep the processor busy and
/// measure for how long.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct IndependentClockTests {
  /// The handlers' own measurements in nanoseconds, in the order of the calls.
  @MainActor private final class Measured {
    var times: [UInt64] = []
    /// The time that sending an event took the first handler, beyond the handler that it called. It is part of the
    /// first handler's own time, and large where every access is checked.
    var sending: UInt64 = 0
  }

  private let composite = CompositeDelegate()
  private let measured = Measured()

  /// Keeps the processor busy until `ContinuousClock` reports that this time has passed, and returns the nanoseconds.
  private static func burn(_ time: Duration) -> UInt64 {
    let start = ContinuousClock.now
    var now = start
    repeat { now = ContinuousClock.now } while now - start < time
    return UInt64((now - start) / .nanoseconds(1))
  }

  private func register(_ times: [Duration]) throws {
    for (number, time) in times.enumerated() {
      try composite.register("M\(number)") { [measured] in
        Probe("M\(number)") { handlers in
          handlers.on(Tick.self) { _, _ in measured.times.append(Self.burn(time)) }
        }
      }
    }
  }

  /// How many nanoseconds a span can exceed its handler's own measurement: 2 %, plus 20 µs for a call from another
  /// processor's cache.
  #if ROLLCALL_PTHREAD_LOCK
  // Where every access is checked, just sending an event takes longer.
  private static func allowance(for time: UInt64) -> UInt64 { time / 5 + 1_000_000 }
  #else
  private static func allowance(for time: UInt64) -> UInt64 { time / 50 + 20_000 }
  #endif

  /// The number of attempts: others can fail because something else ran on the processor meanwhile.
  private static let tries = 500

  /// Sends until every handler has had a span within the allowance: an interrupted span proves nothing. Every span must
  /// contain the measurement.
  private func check(_ count: Int, send: () -> [UInt64]) throws {
    var least = [UInt64](repeating: .max, count: count)
    var hasAgreed = [Bool](repeating: false, count: count)
    for _ in 0..<Self.tries where hasAgreed.contains(false) {
      measured.times = []
      let spans = send()
      try #require(spans.count == count && measured.times.count == count)
      for (index, (span, time)) in zip(spans, measured.times).enumerated() {
        // The two clocks can round differently by a few nanoseconds.
        try #require(span + 100 >= time, "a span of \(span) ns for a handler that took \(time) ns")
        let excess = span - min(span, time)
        least[index] = min(least[index], excess)
        if excess <= Self.allowance(for: time) + (index == 0 ? measured.sending : 0) { hasAgreed[index] = true }
      }
    }
    #expect(!hasAgreed.contains(false), "at best \(least) ns too long")
  }

  @Test func everySpanMatchesItsHandlersMeasurement() throws {
    try register([.milliseconds(1), .milliseconds(3), .milliseconds(2)])
    try check(3) {
      composite.send(Tick())
      return composite.journal.dispatches.last?.handlers.map(\.selfNanoseconds) ?? []
    }
  }

  @Test func aNamedPartAndItsHandlerAreMeasuredSeparately() throws {
    try composite.register("Parties") { [measured] in
      Probe("Parties") { handlers in
        handlers.on(Tick.self) { _, _ in
          let own = Self.burn(.milliseconds(1))
          let part = CompositeDelegate.measure("crash report") { Self.burn(.milliseconds(2)) }
          measured.times = [own, part]
        }
      }
    }
    try check(2) {
      composite.send(Tick())
      return composite.journal.dispatches.last?.handlers.map(\.selfNanoseconds) ?? []
    }
  }

  @Test func anEventSentFromAHandlerIsMeasuredSeparately() throws {
    try composite.register("Outer") { [unowned composite, measured] in
      Probe("Outer") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          let own = Self.burn(.milliseconds(1))
          let start = ContinuousClock.now
          composite.send(DidReceiveMemoryWarning())
          let around = UInt64((ContinuousClock.now - start) / .nanoseconds(1))
          measured.sending = around - min(around, measured.times[0])
          measured.times.insert(own, at: 0)
        }
        handlers.on(DidReceiveMemoryWarning.self) { _, _ in measured.times.append(Self.burn(.milliseconds(2))) }
      }
    }
    try check(2) {
      composite.send(Tick())
      return composite.journal.dispatches.suffix(2).reversed().flatMap { $0.handlers.map(\.selfNanoseconds) }
    }
  }

  @Test func aDispatchTakesLittleMoreThanTheSumOfItsHandlers() throws {
    try register([.milliseconds(1), .milliseconds(1), .milliseconds(1)])
    var hasAgreed = false
    for _ in 0..<Self.tries where !hasAgreed {
      measured.times = []
      let start = ContinuousClock.now
      composite.send(Tick())
      let around = UInt64((ContinuousClock.now - start) / .nanoseconds(1))
      let total = try #require(composite.journal.dispatches.last).totalNanoseconds
      let sum = measured.times.reduce(0, +)
      try #require(total + 100 >= sum && total <= around + 100, "\(sum) ≤ \(total) ≤ \(around)")
      hasAgreed = total <= sum + Self.allowance(for: sum)
    }
    #expect(hasAgreed)
  }
}
