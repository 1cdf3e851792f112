import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct ObserverTests {
  private let clock = ManualClock()

  /// Takes its time before and after each call.
  @MainActor private final class Slow: Observer {
    private let name: String
    private let before: () -> Void
    private let after: () -> Void
    private(set) var seen: [String] = []

    init(_ name: String = "", before: @escaping () -> Void = {}, after: @escaping () -> Void = {}) {
      (self.name, self.before, self.after) = (name, before, after)
    }

    nonisolated var interests: ObserverInterests { [.dispatches, .calls] }

    func around(_ dispatch: ObservedDispatch, _ body: () -> Void) {
      seen.append("begins \(dispatch.name)")
      body()
      seen.append("ends \(dispatch.name)")
    }

    func around(_ call: ObservedCall, _ body: () -> ObservedCall.Ending) {
      before()
      seen.append("calls \(call.module)")
      _ = body()
      seen.append("returns \(call.module)")
      after()
    }
  }

  private func composite(_ names: [String] = ["A", "B"]) throws -> CompositeDelegate {
    let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
    for name in names {
      try composite.register(name) { [clock] in
        Probe(name) { $0.on(Tick.self) { _, _ in clock.advance(by: .milliseconds(1)) } }
      }
    }
    return composite
  }

  @Test func anObserversTimeIsChargedToNoHandler() throws {
    let composite = try composite()
    var running: [String?] = []
    let observer = Slow {
      clock.advance(by: .milliseconds(100))
    } after: { [unowned composite] in
      running.append(composite.runningHandler?.module)
      clock.advance(by: .milliseconds(10))
    }
    composite.observers.add(observer)
    composite.send(Tick())
    expectEqual(running, ["A", "B"])
    expectEqual(
      observer.seen, ["begins tick", "calls A", "returns A", "calls B", "returns B", "ends tick"])
    expectEqual(composite.journal.dispatches[0].handlers.map(\.selfNanoseconds), [1_000_000, 1_000_000])
    expectEqual(composite.journal.dispatches[0].handlers.map(\.startNanoseconds), [100_000_000, 211_000_000])
  }

  @Test func severalObserversWrapEachOther() throws {
    let composite = try composite(["A"])
    let observers = [Slow("outer", after: { clock.advance(by: .milliseconds(5)) }), Slow("inner")]
    for observer in observers { composite.observers.add(observer) }
    composite.send(Tick())
    expectEqual(composite.journal.dispatches[0].handlers.map(\.totalNanoseconds), [1_000_000])
    composite.observers.remove(observers[0])
    composite.send(Tick())
    expectEqual(observers.map(\.seen.count), [4, 8])
  }

  @Test func eachOfTwoNestedCallsHasItsOwnTime() throws {
    let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
    try composite.register("Outer") { [clock, unowned composite] in
      Probe("Outer") {
        $0.on(DidBecomeActive.self) { _, _ in
          clock.advance(by: .milliseconds(2))
          composite.send(Tick())
        }
      }
    }
    try composite.register("Inner") { [clock] in
      Probe("Inner") { $0.on(Tick.self) { _, _ in clock.advance(by: .milliseconds(1)) } }
    }
    composite.observers.add(
      Slow(before: { clock.advance(by: .milliseconds(100)) }, after: { clock.advance(by: .milliseconds(10)) }))
    composite.send(DidBecomeActive())
    let rows = composite.journal.dispatches.flatMap { Array($0.handlers) }
    expectEqual(rows.map(\.module), ["Inner", "Outer"])
    expectEqual(rows[0].totalNanoseconds, 1_000_000)
    // The observer's time around the inner call is part of the outer one.
    expectEqual(rows[1].totalNanoseconds, 113_000_000)
  }

  @Test func aDispatchThatIsNotRecordedTakesNoTime() throws {
    let composite = try composite(["A"])
    composite.observers.add(Slow(after: { clock.advance(by: .milliseconds(10)) }))
    composite.journal.isEnabled = false
    composite.send(Tick())
    expectEqual(composite.latestTotal, 0)
  }

  @Test func observersSeeEventsSentToANestedComposite() throws {
    let composite = CompositeDelegate()
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { Probe("Cart") { $0.on(Tick.self) { _, _ in } } }
      return shop
    }
    let observer = Slow()
    composite.observers.add(observer)
    composite.module(CompositeDelegate.self, named: "Shop")?.send(Tick())
    expectEqual(observer.seen, ["begins tick", "calls Cart", "returns Cart", "ends tick"])
  }

  @Test func anApplicationKeepsItsObserversUntilItsEnd() throws {
    weak var kept: Slow?
    do {
      let composite = try composite()
      let observer = Slow()
      composite.observers.add(observer)
      kept = observer
      #expect(composite.observers.first(Slow.self) === observer)
    }
    #expect(kept == nil)
  }
}
