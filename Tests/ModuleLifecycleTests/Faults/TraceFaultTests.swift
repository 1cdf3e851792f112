import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Faults of other profilers and traces: shown on a small one that has the fault, and absent here.
@MainActor @Suite(.inTurn, .serialized) struct TraceFaultTests {
  private let clock = ManualClock(start: 0)
  private let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  private var milliseconds: () -> Int { { [clock] in Int(clock.monotonic.now / 1_000_000) } }

  private func register(_ name: String, taking time: Duration) throws {
    try composite.register(name) { [clock] in
      Probe(name) { $0.on(Tick.self) { _, _ in clock.advance(by: time) } }
    }
  }

  private func milliseconds(_ path: KeyPath<HandlerSpan, UInt64>, of dispatch: Int) -> [UInt64] {
    composite.journal.dispatches[dispatch].handlers.map { $0[keyPath: path] / 1_000_000 }
  }

  @Test func idleTimeIsChargedToNoHandler() throws {
    let naive = StampProfiler(clock: milliseconds)
    clock.advance(by: .seconds(3))
    clock.advance(by: .milliseconds(2))
    naive.mark("A")
    clock.advance(by: .milliseconds(5))
    naive.mark("B")
    expectEqual(naive.report, ["A": 3_002, "B": 5], "A ran for 2 ms")

    try register("A", taking: .milliseconds(2))
    try register("B", taking: .milliseconds(5))
    clock.advance(by: .seconds(3))
    composite.send(Tick())
    expectEqual(milliseconds(\.selfNanoseconds, of: 0), [2, 5])
    expectEqual(milliseconds(\.totalNanoseconds, of: 0), [2, 5])
  }

  @Test func aHandlerInsideItsOwnEventKeepsBothTimes() throws {
    let naive = StampProfiler(clock: milliseconds)
    naive.begin("A")
    clock.advance(by: .milliseconds(4))
    naive.begin("A")
    clock.advance(by: .milliseconds(1))
    naive.end("A")
    naive.end("A")
    expectEqual(naive.report, ["A": 1], "the outer call took 5 ms")

    var depth = 0
    try composite.register("A") { [unowned composite, clock] in
      Probe("A") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          depth += 1
          clock.advance(by: .milliseconds(depth == 1 ? 4 : 1))
          if depth == 1 { composite.send(Tick()) }
        }
      }
    }
    composite.send(Tick())
    expectEqual(milliseconds(\.totalNanoseconds, of: 0), [1])
    expectEqual(milliseconds(\.totalNanoseconds, of: 1), [5])
    expectEqual(milliseconds(\.selfNanoseconds, of: 1), [4])
  }

  @Test func noTimeIsNegative() throws {
    let naive = StampProfiler(clock: milliseconds)
    naive.begin("B")
    clock.advance(by: .milliseconds(7))
    naive.begin("A")
    expectEqual(naive.between("A", "B"), -7)

    // Registered in reverse alphabetical order, and again after one was brought back.
    try register("B", taking: .milliseconds(7))
    try register("A", taking: .milliseconds(1))
    composite.send(Tick())
    try composite.remove("B")
    try composite.restore("B")
    composite.send(Tick())
    for dispatch in [0, 1] {
      expectEqual(milliseconds(\.startNanoseconds, of: dispatch), [0, 7])
      expectEqual(milliseconds(\.totalNanoseconds, of: dispatch), [7, 1])
    }
  }

  @Test func oneNameAtTwoEventsHasTwoTimes() throws {
    let naive = StampProfiler(clock: milliseconds)
    for time in [9, 1] {
      naive.begin("A")
      clock.advance(by: .milliseconds(time))
      naive.end("A")
    }
    expectEqual(naive.report, ["A": 1], "A's first time is lost")

    try register("A", taking: .milliseconds(9))
    composite.send(Tick())
    composite.send(Tick())
    #expect((0...1).map { milliseconds(\.totalNanoseconds, of: $0) } == [[9], [9]])
  }

  @Test func readingTakesNothingAway() throws {
    let naive = DrainingTrace()
    naive.add("tick")
    expectEqual(naive.read(), ["tick"])
    expectEqual(naive.read(), [], "a second reader sees nothing")

    try register("A", taking: .milliseconds(1))
    composite.send(Tick())
    let (first, second) = (composite.journal.reader(), composite.journal.reader())
    let entries = first.readAny()
    expectEqual(entries.compactMap(\.dispatch).map(\.event), ["tick"])
    expectEqual(second.readAny(), entries)
    expectEqual(composite.journal.reader().readAny(), entries)
    expectEqual(first.readAny(), [])
  }
}
