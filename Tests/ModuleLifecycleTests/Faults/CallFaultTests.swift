import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Calling faults of other composite delegates: shown on a small one that has the fault, and absent here.
@MainActor @Suite(.inTurn, .serialized) struct CallFaultTests {
  private struct Ask: LifecycleEvent {
    typealias Vote = Bool
    typealias Response = Bool
    static var policy: ResponsePolicy<Bool, Bool> { .all(default: true) }
  }

  private struct Offer: LifecycleEvent {
    typealias Vote = Bool
    typealias Response = Bool
    static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  }

  private let composite = CompositeDelegate()
  private let calls = RecordedCalls()
  private let log = Log()

  /// Registers modules A, B, C, … that give these votes on every event.
  private func register(_ votes: [Bool]) throws {
    for (name, vote) in zip(["A", "B", "C", "D"], votes) {
      try composite.register(name) { [calls] in
        ModuleSpy(name, in: calls, handling: [.answer(Ask.self, vote), .answer(Offer.self, vote)])
      }
    }
  }

  private func delegates(_ votes: [Bool]) -> [NaiveDelegate] {
    zip(["A", "B", "C", "D"], votes).map { name, vote in NaiveDelegate(name) { vote } }
  }

  @Test func aNoDoesNotKeepTheOthersFromBeingCalled() throws {
    let votes = [true, false, true, true]
    let naive = ShortCircuitAnd(delegates: delegates(votes))
    expectEqual(naive.didFinishLaunching(), false)
    expectEqual(naive.delegates.map(\.calls), [1, 1, 0, 0])

    try register(votes)
    expectEqual(composite.send(Ask()), false)
    expectEqual(calls.modules(calledWith: Ask.self), ["A", "B", "C", "D"])
  }

  @Test func aYesDoesNotKeepTheOthersFromBeingCalled() throws {
    let votes = [false, true, false, true]
    let naive = ShortCircuitOr(delegates: delegates(votes))
    expectEqual(naive.openURL(), true)
    expectEqual(naive.delegates.map(\.calls), [1, 1, 0, 0])

    try register(votes)
    expectEqual(composite.send(Offer()), true)
    expectEqual(calls.modules(calledWith: Offer.self), ["A", "B", "C", "D"])
  }

  @Test func answersAreNotThrownAway() throws {
    let votes = [true, false]
    expectEqual(AlwaysYes(delegates: delegates(votes)).didFinishLaunching(), true)

    try register(votes)
    expectEqual(composite.send(Ask()), false)
  }

  @Test func thereIsNoMethodToForget() throws {
    let behind = NaiveProtocolDelegate()
    let naive = ForgetfulForwarder([behind])
    naive.didBecomeActive()
    naive.willResignActive()
    expectEqual(behind.heard, ["didBecomeActive"])

    // Also an event that the package does not know, and through a composite in a composite.
    try composite.register("Shop") { [calls] in
      let shop = CompositeDelegate()
      let events: [any LifecycleEvent.Type] = EventCatalog.standard.types + [Ask.self]
      try shop.register("Cart") { ModuleSpy("Cart", in: calls, handling: events.map { .on($0) }) }
      return shop
    }
    for event in EventCatalog.standard.types {
      let sample = event.sample
      composite.send(any: try #require(sample))
    }
    composite.send(Ask())
    let heard = Set(calls.all.map { type(of: $0.event).name })
    expectEqual(heard, Set(EventCatalog.standard.names + ["ask"]))
  }

  @Test func aThrowInTheMiddleDoesNotEndTheEvent() throws {
    let naive = ThrowingLoop(delegates: [
      { log.add("naive A") }, { throw Refusal("no token") }, { log.add("naive C") },
    ])
    #expect(throws: Refusal.self) { try naive.send() }
    expectEqual(log.lines, ["naive A"])

    for name in ["A", "B", "C"] {
      try composite.register(name) { [calls] in
        ModuleSpy(
          name, in: calls, handling: [name == "B" ? .fail(Tick.self, Refusal("no token")) : .on(Tick.self)])
      }
    }
    composite.send(Tick())
    expectEqual(calls.modules(calledWith: Tick.self), ["A", "B", "C"])
    expectEqual(composite.journal.dispatches.first?.handlers.map(\.outcome), [.returned, .threw, .returned])
  }

  // MARK: Changes during an event

  /// A's handler runs the closure with the composite. B and C only note that they are called.
  private func register(whenCalled body: @escaping @MainActor (CompositeDelegate) throws -> Void) throws {
    for name in ["A", "B", "C"] {
      try composite.register(name) { [unowned composite, calls] in
        ModuleSpy(
          name, in: calls,
          handling: [.answer(Tick.self) { [unowned composite] _ in if name == "A" { try body(composite) } }])
      }
    }
  }

  @Test func aRemovalDuringAnEventSkipsNoOtherModule() throws {
    let naive = IndexLoop()
    naive.delegates = ["A", "B", "C"].map { [log] name in
      IndexLoop.Entry(name: name) { [unowned naive] in
        log.add(name)
        if name == "A" { naive.delegates.removeAll { $0.name == "A" } }
      }
    }
    naive.send()
    expectEqual(log.lines, ["A", "C"], "B was skipped, though it was not removed")

    try register { try $0.remove("A") }
    composite.send(Tick())
    expectEqual(calls.modules(calledWith: Tick.self), ["A", "B", "C"])
    composite.send(Tick())
    expectEqual(calls.modules(calledWith: Tick.self), ["A", "B", "C", "B", "C"])
  }

  @Test func aModuleRemovedDuringAnEventIsNotCalledByIt() throws {
    // A loop over a copy of the list calls modules that have been removed meanwhile.
    let naive = IndexLoop()
    naive.delegates = ["A", "B"].map { [log] name in
      IndexLoop.Entry(name: name) { [unowned naive] in
        log.add(name)
        naive.delegates.removeAll { $0.name == "B" }
      }
    }
    for entry in naive.delegates { entry.body() }
    expectEqual(log.lines, ["A", "B"])

    try register { try $0.remove("B") }
    composite.send(Tick())
    expectEqual(calls.modules(calledWith: Tick.self), ["A", "C"])
  }

  @Test func anAdditionDuringAnEventWaitsForTheNext() throws {
    let naive = IndexLoop()
    naive.delegates = [
      IndexLoop.Entry(name: "A") { [unowned naive, log] in
        log.add("A")
        naive.delegates.append(IndexLoop.Entry(name: "D") { log.add("D") })
      }
    ]
    naive.send()
    expectEqual(log.lines, ["A", "D"], "D was called in the middle of an event")

    try register { [calls] composite in
      if composite.modules.count == 3 {
        try composite.register("D") { ModuleSpy("D", in: calls, of: Tick.self) }
      }
    }
    composite.send(Tick())
    expectEqual(calls.modules(calledWith: Tick.self), ["A", "B", "C"])
    composite.send(Tick())
    expectEqual(calls.modules(calledWith: Tick.self).suffix(4), ["A", "B", "C", "D"])
  }

  @Test func aNestedEventLeavesTheOuterOneAsItWas() throws {
    let naive = SharedEventSlot()
    naive.delegates = [
      { if $0.current == "outer" { $0.send("inner") } },
      { [log] in log.add($0.current) },
    ]
    naive.send("outer")
    expectEqual(log.lines, ["inner", "inner"], "no delegate after the sender got the outer event")

    try register { $0.send(DidReceiveMemoryWarning()) }
    try composite.register("Last") { [calls] in
      ModuleSpy("Last", in: calls, of: Tick.self, DidReceiveMemoryWarning.self)
    }
    composite.send(Tick())
    expectEqual(
      calls.lines, ["A tick", "Last didReceiveMemoryWarning", "B tick", "C tick", "Last tick"])
    let dispatches = composite.journal.dispatches
    expectEqual(dispatches.first?.parent, dispatches.last?.id)
  }

  // MARK: Registration

  @Test func aSecondModuleOfThatNameIsRefusedAndReplacesNone() throws {
    let naive = OverwritingRegistry()
    naive.register("Push") { [log] in log.add("the first") }
    naive.register("Push") { [log] in log.add("the second") }
    naive.send()
    expectEqual(log.lines, ["the second"])

    try composite.register("Push") { [calls] in ModuleSpy("the first", in: calls, of: Tick.self) }
    let error = #expect(throws: CompositeError.self) {
      try composite.register("Push") { [calls] in ModuleSpy("the second", in: calls, of: Tick.self) }
    }
    expectEqual(error?.description, "A module named 'Push' is registered already.")
    composite.send(Tick())
    expectEqual(calls.modules(calledWith: Tick.self), ["the first"])
  }

  @Test func twoHandlersForOneEventAreRefusedAndNoneIsLost() throws {
    let naive = OverwritingRegistry()
    naive.register("tick") { [log] in log.add("save") }
    naive.register("tick") { [log] in log.add("upload") }
    naive.send()
    expectEqual(log.lines, ["upload"])

    let error = #expect(throws: CompositeError.self) {
      try composite.register("Push") { [calls] in
        ModuleSpy("Push", in: calls, handling: [.on(Tick.self), .answer(Tick.self, ())])
      }
    }
    expectEqual(error?.description, "'Push' has two handlers for tick. A module handles an event once.")
    #expect(composite.modules.isEmpty)
  }
}
