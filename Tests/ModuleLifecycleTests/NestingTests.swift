import ModuleLifecycleTesting
import RollcallLaunches
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct NestingTests {
  private let log = Log()
  private let clock = ManualClock()
  private let composite: CompositeDelegate
  private let maker: Maker

  init() {
    composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
    maker = Maker(log: log, clock: clock)
  }

  /// Makes modules. Factories capture this instead of the suite, which holds the composite that keeps the factories.
  @MainActor private struct Maker {
    let log: Log
    let clock: ManualClock

    func probe(_ name: String, vote: Bool? = true) -> Probe {
      Probe(name, log: log) { [clock] handlers in
        handlers.answer(DidFinishLaunching.self) { probe, _ in
          probe.log.add(probe.name)
          clock.advance(by: .milliseconds(1))
          return vote
        }
      }
    }
  }

  /// Registers First, Shop with Cart and Payments, and Last.
  private func registerAll(payments: Bool? = true) throws {
    try composite.register("First", role: .main) { [maker] in maker.probe("First") }
    try composite.register("Shop") { [maker] in
      let shop = CompositeDelegate()
      try shop.register("Cart", role: .main) { maker.probe("Cart") }
      try shop.register("Payments") { maker.probe("Payments", vote: payments) }
      return shop
    }
    try composite.register("Last") { [maker] in maker.probe("Last") }
  }

  @Test func aCompositeThatAHandlerMakesWhileAFactoryRunsIsNotPartOfTheModule() throws {
    var made: CompositeDelegate?
    try composite.register("Maker") { [maker] in
      Probe("Maker", log: maker.log) { $0.on(Tick.self) { _, _ in made = CompositeDelegate() } }
    }
    try composite.register("Sender") { [unowned composite, maker] in
      composite.send(Tick())
      return maker.probe("Sender")
    }
    let inner = try #require(made)
    #expect(inner.parentModule == nil && inner.journal !== composite.journal)
    let shop = try composite.register("Shop") { CompositeDelegate() }
    expectEqual(
      composite.module(CompositeDelegate.self, named: "Shop")?.parentModule, shop, "one that a factory makes is")
  }

  @Test func modulesOfARemovedCompositeDieWithoutWaitingForAnswers() throws {
    weak var cart: Probe?
    var answer: EventCompletion<Bool>?
    try composite.register("Shop") { [maker] in
      let shop = CompositeDelegate()
      try shop.register("Cart") {
        let probe = Probe("Cart", log: maker.log) {
          $0.answerLater(LoadPages.self) { _, _, completion in answer = completion }
        }
        cart = probe
        return probe
      }
      return shop
    }
    var response: Bool?
    composite.send(LoadPages()) { response = $0 }
    #expect(cart != nil && answer != nil)
    try composite.remove("Shop")
    #expect(cart == nil)
    answer?(true)
    expectEqual(response, true)
  }

  private struct LoadPages: AsyncLifecycleEvent {
    typealias Vote = Bool
    typealias Response = Bool
    static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
    static var deadline: Duration { .seconds(3_600) }
  }

  @Test func nestedModulesAreCalledAtTheCompositesPositionAndVoteLikeOthers() throws {
    try registerAll(payments: false)
    expectEqual(composite.send(DidFinishLaunching()), false)
    expectEqual(log.lines, ["First", "Cart", "Payments", "Last"])
    let dispatch = try #require(composite.journal.dispatches.first)
    expectEqual(dispatch.handlers.map(\.module), ["First", "Shop", "Cart", "Payments", "Last"])
    expectEqual(dispatch.handlers.map(\.parent), [nil, nil, 1, 1, nil])
    expectEqual(dispatch.handlers.map(\.totalNanoseconds), [1, 2, 1, 1, 1].map { $0 * 1_000_000 })
    expectEqual(dispatch.handlers.map(\.selfNanoseconds), [1, 0, 1, 1, 1].map { $0 * 1_000_000 })
    expectEqual(dispatch.calledCount, 4)
  }

  @Test func aModuleIsFoundByItsTypeAlone() throws {
    try registerAll()
    expectEqual(composite.module(Probe.self)?.name, "First")
    #expect(composite.module(CompositeDelegate.self) === composite.module(CompositeDelegate.self, named: "Shop"))
    let shop = try #require(composite.module(CompositeDelegate.self))
    expectEqual(shop.module(Probe.self)?.name, "Cart")
    try shop.remove("Payments")
    #expect(shop.module(CompositeDelegate.self) == nil)
  }

  @Test func onlyTheOutermostMainModuleIsTheMainOne() throws {
    try registerAll()
    expectEqual(composite.modules.map(\.name), ["First", "Shop", "Cart", "Payments", "Last"])
    expectEqual(composite.modules.map(\.isMain), [true, false, false, false, false])
    let shop = composite.modules[1].id
    expectEqual(composite.modules.map(\.parent), [nil, nil, shop, shop, nil])
  }

  @Test func aNestedCompositeSharesTheJournalTheStateAndTheEventNames() throws {
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { Probe("Cart") { $0.on(Tick.self) { _, _ in } } }
      return shop
    }
    #expect(composite.catalog.names.contains("tick"))
    composite.send(DidFinishLaunching())
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    expectEqual(shop.state, .inactive)
    #expect(shop.journal === composite.journal)
    expectEqual(composite.journal.changes, ["Cart registered", "Shop registered"])
    shop.send(Tick())
    expectEqual(composite.journal.dispatches.map(\.event), ["didFinishLaunching", "tick"])
  }

  @Test func changesInsideTakeEffectFromTheNextEventOn() throws {
    try registerAll()
    let cart = composite.modules[2].id
    composite.send(DidFinishLaunching())
    try composite.set(composite.modules[3].id, isOn: false)
    composite.send(DidFinishLaunching())
    expectEqual(log.lines.suffix(3), ["First", "Cart", "Last"])
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    try shop.register("Wishes") { [maker] in maker.probe("Wishes") }
    composite.send(DidFinishLaunching())
    expectEqual(log.lines.suffix(4), ["First", "Cart", "Wishes", "Last"])
    #expect(throws: CompositeError.mainCannotBeRemoved("Cart")) { try composite.remove(cart) }
  }

  @Test func aCompositeRemovedDuringAnEventHasItsOtherModulesSkippedAndFreed() throws {
    try composite.register("Shop") { [unowned composite, log] in
      let shop = CompositeDelegate()
      try shop.register("Cart") { [unowned composite] in
        Probe("Cart") { handlers in
          handlers.on(Tick.self) { [unowned composite] _, _ in try composite.remove("Shop") }
        }
      }
      try shop.register("Payments") {
        Probe("Payments", log: log) { $0.on(Tick.self) { probe, _ in probe.log.add("payments") } }
      }
      return shop
    }
    composite.send(Tick())
    expectEqual(log.lines, [])
    expectEqual(composite.journal.dispatches.first?.handlers.map(\.outcome), [.returned, .returned, .skipped])
    #expect(composite.modulesStillAlive.isEmpty)
    composite.send(Tick())
    expectEqual(composite.journal.dispatches.last?.handlers.isEmpty, true)
  }

  @Test func aNewNestedModuleIsKnownByItsNumberAtOnce() throws {
    try composite.register("Shop") { [maker] in
      let shop = CompositeDelegate()
      try shop.register("Cart") { maker.probe("Cart") }
      return shop
    }
    let cart = composite.modules[1].id
    try composite.set(cart, isOn: false)
    try composite.set(cart, isOn: true)
    try composite.remove(cart)
    expectEqual(composite.send(DidFinishLaunching()), true)
    expectEqual(log.lines, [])
  }

  @Test func compositesNestDeeply() throws {
    try composite.register("A") { [maker] in
      let a = CompositeDelegate()
      try a.register("B") {
        let b = CompositeDelegate()
        try b.register("C") { maker.probe("C") }
        return b
      }
      try a.register("D") { maker.probe("D") }
      return a
    }
    composite.send(DidFinishLaunching())
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.module), ["A", "B", "C", "D"])
    expectEqual(handlers.map(\.parent), [nil, 0, 1, 0])
  }

  @Test func itsModulesReleaseWhatTheyOwnWithIt() throws {
    try composite.register("Shop") { [log] in
      let shop = CompositeDelegate()
      try shop.register("Cart") {
        let cart = Probe("Cart", log: log)
        cart.owned.own("draft", as: .file) { log.add("draft closed") }
        return cart
      }
      return shop
    }
    expectEqual(composite.ownedObjects.map(\.owner), ["Cart"])
    try composite.remove("Shop")
    expectEqual(log.lines, ["draft closed"])
    expectEqual(composite.journal.released.map(\.owner), ["Cart"])
  }

  @Test func rebuildingItLeavesTheApplicationsStateAsItIs() throws {
    try registerAll()
    composite.send(DidFinishLaunching())
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    try shop.recreateModules()
    expectEqual(composite.state, .inactive)
    try composite.sendMissedEvents(to: "Shop")
    expectEqual(log.lines.suffix(2), ["Cart", "Payments"])
    expectEqual(composite.journal.dispatches.last?.isReplay, true)
  }

  @Test func timeIsCountedOnceAcrossTwoApplications() throws {
    let other = CompositeDelegate(journal: composite.journal)
    try composite.register("Here") { [log, clock, unowned other] in
      Probe("Here", log: log) { handlers in
        handlers.on(Tick.self) { [unowned other] probe, _ in
          probe.log.add(probe.name)
          clock.advance(by: .milliseconds(1))
          if probe.log.lines.count == 1 { other.send(Tick()) }
          clock.advance(by: .milliseconds(1))
        }
      }
    }
    try other.register("There") { [clock, unowned composite] in
      Probe("There") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          clock.advance(by: .milliseconds(4))
          composite.send(Tick())
        }
      }
    }
    composite.send(Tick())
    let handlers = composite.journal.dispatches.flatMap(\.handlers)
    expectEqual(handlers.map(\.module), ["Here", "There", "Here"])
    expectEqual(handlers.map(\.selfNanoseconds), [2, 4, 2].map { $0 * 1_000_000 })
    #expect(other.isIdle)
  }

  /// Registers a scene and a shop whose modules open, unless the store is closed.
  private func registerOpening() throws {
    try composite.register("Scene", role: .main) { [log] in
      let scene = Probe("Scene")
      scene.owned.own("session", as: .file, lifetime: .application) { log.add("session closed") }
      return scene
    }
    try composite.register("Shop") { [log] in
      let shop = CompositeDelegate()
      for name in ["Cart", "Store", "Wishes"] {
        try shop.register(name, isRequired: name == "Store") {
          let probe = Probe(name, log: log) { handlers in
            handlers.on(DidFinishLaunching.self) { probe, event in
              probe.log.add("\(name) opens with \(event.options)")
              if name == "Store", event.options["store"] == "closed" { throw Refusal("closed") }
            }
          }
          probe.owned.own("draft", as: .file) { log.add("\(name) closes its draft") }
          return probe
        }
      }
      return shop
    }
  }

  @Test func aLaunchSentOnlyToItIsAbortedOnlyThere() throws {
    try registerOpening()
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    let before = log.lines.count
    expectEqual(shop.send(DidFinishLaunching(options: ["store": "closed"])), false)
    expectEqual(
      Array(log.lines[before...]),
      [
        "Cart opens with [\"store\": \"closed\"]", "Store opens with [\"store\": \"closed\"]",
        "Store closes its draft", "Cart closes its draft",
      ])
    expectEqual(composite.modules.map(\.isPresent), [true, true, false, false, true])
    expectEqual(composite.state, .active)
    expectEqual(composite.ownedObjects.map(\.name), ["session", "draft"])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "didFinishLaunching was aborted: Store is required and threw \"closed\". "
          + "Started modules are removed, last first."
      ])
    try shop.restore("Cart")
    try shop.sendMissedEvents(to: "Cart")
    expectEqual(log.lines.last, "Cart opens with [:]", "the application's launch is remembered, not the nested one")
  }

  @Test func eventsSentOnlyToItDoNotChangeTheApplicationsState() throws {
    try registerOpening()
    composite.send(DidFinishLaunching())
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    shop.send(DidEnterBackground())
    shop.send(WillTerminate())
    expectEqual(composite.state, .inactive)
    expectEqual(composite.ownedObjects.map(\.name), ["session", "draft", "draft", "draft"])
    expectEqual(composite.journal.dispatches.map(\.isOutOfState), [false, false, false])
  }

  @Test func theWholeTreeIsCheckedAfterAnEventSentOnlyToIt() throws {
    try registerOpening()
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    do {
      let thumbnail = Log()
      composite.own(for: thumbnail, "cache", as: .file) { [log] in log.add("cache removed") }
      composite.expectRelease(of: thumbnail)
    }
    shop.send(Tick())
    expectEqual(log.lines, ["cache removed"])
    #expect(composite.ownersStillAlive.isEmpty)
    expectEqual(composite.journal.released.map(\.deadAfter), [composite.journal.dispatches.last?.id])
  }
}
