import ModuleLifecycleTesting
import Testing

@testable import ModuleLifecycle

@MainActor @Suite struct DispatchHooksTests {
  @Test func aHooksTimeIsChargedToNoHandler() throws {
    let clock = ManualClock()
    let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
    for name in ["A", "B"] {
      try composite.register(name) {
        Probe(name) { $0.on(Tick.self) { _, _ in clock.advance(by: .milliseconds(1)) } }
      }
    }
    var seen: [String?] = []
    var begun = 0
    composite.hooks = DispatchHooks(
      dispatchBegins: { begun += 1 },
      handlerReturned: { [unowned composite] in
        seen.append(composite.running.current?.module)
        clock.advance(by: .milliseconds(10))
        return true
      })
    composite.send(Tick())
    #expect(begun == 1)
    #expect(seen == ["A", "B"])
    #expect(composite.journal.dispatches[0].handlers.map(\.selfNanoseconds) == [1_000_000, 1_000_000])
    #expect(composite.journal.dispatches[0].handlers.map(\.startNanoseconds) == [0, 11_000_000])
  }

  @Test func aDispatchThatIsNotRecordedTakesNoTime() throws {
    let clock = ManualClock()
    let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
    try composite.register("A") { Probe("A") { $0.on(Tick.self) { _, _ in clock.advance(by: .milliseconds(1)) } } }
    composite.hooks = DispatchHooks(
      dispatchBegins: {},
      handlerReturned: {
        clock.advance(by: .milliseconds(10))
        return true
      })
    composite.journal.isEnabled = false
    composite.send(Tick())
    #expect(composite.latestTotal == 0)
  }

  @Test func hooksSeeEventsSentToANestedComposite() throws {
    let composite = CompositeDelegate()
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { Probe("Cart") { $0.on(Tick.self) { _, _ in } } }
      return shop
    }
    var seen: [String] = []
    composite.hooks = DispatchHooks(
      dispatchBegins: { seen.append("begins") },
      handlerReturned: {
        seen.append("returned")
        return false
      })
    composite.module(CompositeDelegate.self, named: "Shop")?.send(Tick())
    #expect(seen == ["begins", "returned"])
  }
}
