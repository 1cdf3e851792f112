import Testing

@testable import ModuleLifecycle

/// The journal's times, held against a clock that the composite does not read: a handler keeps the processor busy and says
/// itself for how long.
@MainActor @Suite(.timeLimit(.minutes(10))) struct IndependentClockTests {
  /// What the handlers measured, in the order of their calls, in nanoseconds.
  @MainActor private final class Measured {
    var times: [UInt64] = []
    /// What sending an event took the first handler beyond the one that it called: its own time too, and much where
    /// every access is checked.
    var sending: UInt64 = 0
  }

  private let composite = CompositeDelegate()
  private let measured = Measured()

  /// Burns time until `ContinuousClock` says that so much has passed, and gives how much it was.
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

  /// How far above its handler's own measurement a span may lie: two hundredths, and 20 µs for a call from another
  /// processor's cache.
  #if ROLLCALL_PTHREAD_LOCK
  // Where every access is checked, sending an event alone takes longer.
  private static func allowance(for time: UInt64) -> UInt64 { time / 5 + 1_000_000 }
  #else
  private static func allowance(for time: UInt64) -> UInt64 { time / 50 + 20_000 }
  #endif

  /// How often an agreement may be missed, because something else ran on the processor meanwhile.
  private static let tries = 500

  /// Sends until, for every handler, some span lay within the allowance; an interrupted one proves nothing. That each
  /// span contains the measurement holds every time.
  private func check(_ count: Int, send: () -> [UInt64]) throws {
    var least = [UInt64](repeating: .max, count: count)
    var hasAgreed = [Bool](repeating: false, count: count)
    for _ in 0..<Self.tries where hasAgreed.contains(false) {
      measured.times = []
      let spans = send()
      try #require(spans.count == count && measured.times.count == count)
      for (index, (span, time)) in zip(spans, measured.times).enumerated() {
        // The two clocks may round differently by a few nanoseconds.
        try #require(span + 100 >= time, "a span of \(span) ns for a handler that took \(time) ns")
        let excess = span - min(span, time)
        least[index] = min(least[index], excess)
        if excess <= Self.allowance(for: time) + (index == 0 ? measured.sending : 0) { hasAgreed[index] = true }
      }
    }
    #expect(!hasAgreed.contains(false), "at best \(least) ns too long")
  }

  @Test func everySpanIsAsLongAsItsHandlerSays() throws {
    try register([.milliseconds(1), .milliseconds(3), .milliseconds(2)])
    try check(3) {
      composite.send(Tick())
      return composite.journal.dispatches.last?.handlers.map(\.selfNanoseconds) ?? []
    }
  }

  @Test func aNamedPartAndWhatIsAroundItAreMeasuredApart() throws {
    try composite.register("Parties") { [measured] in
      Probe("Parties") { handlers in
        handlers.on(Tick.self) { _, _ in
          let own = Self.burn(.milliseconds(1))
          let part = CompositeDelegate.part("crash report") { Self.burn(.milliseconds(2)) }
          measured.times = [own, part]
        }
      }
    }
    try check(2) {
      composite.send(Tick())
      return composite.journal.dispatches.last?.handlers.map(\.selfNanoseconds) ?? []
    }
  }

  @Test func anEventSentFromWithinIsMeasuredApart() throws {
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

  @Test func theWholeDispatchIsTheSumOfItsHandlersAndLittleMore() throws {
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
