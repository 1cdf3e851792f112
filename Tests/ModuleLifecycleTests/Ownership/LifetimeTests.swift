import RollcallTestSupport
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) @MainActor struct LifetimeTests {
  let log = Log()
  let journal = Journal()
  let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: journal) }

  /// Registers a module that acquires one object, named after the module, at the first `Tick`.
  private func register(_ name: String, lifetime: OwnedLifetime) throws {
    try composite.register(name) { [log] in
      Probe(name, log: log) { handlers in
        handlers.on(Tick.self) { probe, _ in
          guard probe.owned.object("thing", named: probe.name) == nil else { return }
          probe.owned.own(probe.name, as: "thing", lifetime: lifetime) { log.add("\(name) cleaned") }
        }
      }
    }
  }

  @Test func objectsOfAnEventAreCleanedAfterItsLastHandlerLastAcquiredFirst() throws {
    try register("A", lifetime: .event(Tick.self))
    try register("B", lifetime: .event(Tick.self))
    try composite.register("Last") { [log] in
      Probe("Last") { $0.on(Tick.self) { _, _ in log.add("last handler") } }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["last handler", "B cleaned", "A cleaned"])
    expectEqual(journal.released.map(\.reason), [.event, .event])
    expectEqual(journal.released.map(\.lifetime), ["event:tick", "event:tick"])
    composite.send(Tick())
    expectEqual(log.lines.count, 6)
  }

  @Test func aModuleThatCatchesUpEndsOnlyItsOwnObjects() throws {
    for name in ["A", "B"] {
      try composite.register(name) { [log] in
        let probe = Probe(name, log: log) { $0.on(DidFinishLaunching.self) { _, _ in } }
        probe.owned.own(name, as: "thing", lifetime: .event(DidFinishLaunching.self)) { log.add("\(name) cleaned") }
        return probe
      }
    }
    composite.send(DidFinishLaunching())
    for name in ["A", "B"] {
      try composite.remove(name)
      try composite.restore(name)
    }
    expectEqual(log.lines, ["B cleaned", "A cleaned"])
    try composite.sendMissedEvents(to: "A")
    expectEqual(log.lines, ["B cleaned", "A cleaned", "A cleaned"])
    expectEqual(composite.ownedObjects.map(\.name), ["B"])
    composite.send(DidFinishLaunching())
    #expect(log.lines.last == "B cleaned" && composite.ownedObjects.isEmpty)
  }

  /// Creates a module that owns an object from its creation to the end of the next `Tick`.
  private static func holder(_ name: String, _ log: Log, onTick: @escaping @MainActor () -> Void = {}) -> Probe {
    let probe = Probe(name, log: log) { $0.on(Tick.self) { _, _ in onTick() } }
    probe.owned.own(name, as: "thing", lifetime: .event(Tick.self)) { log.add("\(name) cleaned") }
    return probe
  }

  @Test func anEventForANestedCompositeEndsOnlyObjectsOwnedThere() throws {
    try composite.register("Outer") { [log] in Self.holder("Outer", log) }
    try composite.register("Shop") { [log] in
      let shop = CompositeDelegate()
      try shop.register("Cart") { Self.holder("Cart", log) }
      return shop
    }
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    shop.send(Tick())
    expectEqual(log.lines, ["Cart cleaned"])
    try shop.remove("Cart")
    try shop.restore("Cart")
    let helper = OwnedObjects(owner: "Helper", in: shop)
    helper.own(as: "thing", lifetime: .event(Tick.self)) { [log] in log.add("Helper cleaned") }
    let view = Log()
    shop.own(for: view, "view", as: "thing", lifetime: .event(Tick.self)) { [log] in log.add("view cleaned") }
    shop.send(Tick())
    expectEqual(log.lines.dropFirst(), ["view cleaned", "Helper cleaned", "Cart cleaned"], "later objects, too")
    composite.send(Tick())
    #expect(log.lines.last == "Outer cleaned" && composite.ownedObjects.isEmpty)
  }

  @Test func aGlobalEventWithinANestedCompositesEventEndsEverything() throws {
    try composite.register("Outer") { [log] in Self.holder("Outer", log) }
    var hasSent = false
    try composite.register("Shop") { [log, unowned composite] in
      let shop = CompositeDelegate()
      try shop.register("Cart") {
        Self.holder("Cart", log) { [unowned composite] in
          guard !hasSent else { return }
          hasSent = true
          composite.send(Tick())
          log.add("Cart's handler ends")
        }
      }
      return shop
    }
    let shop = try #require(composite.module(CompositeDelegate.self, named: "Shop"))
    shop.send(Tick())
    expectEqual(log.lines, ["Outer cleaned", "Cart's handler ends", "Cart cleaned"])
  }

  @Test func catchingUpChangesNoStateWhenTheModuleIsRemovedMeanwhile() throws {
    composite.send(DidFinishLaunching())
    composite.send(DidBecomeActive())
    try composite.register("Late") { [log, unowned composite] in
      Probe("Late", log: log) { handlers in
        handlers.on(DidFinishLaunching.self) { [unowned composite] _, _ in
          composite.send(WillResignActive())
          try composite.remove("Late")
        }
      }
    }
    try composite.sendMissedEvents(to: "Late")
    expectEqual(composite.state, .inactive)
    expectEqual(journal.dispatches.filter(\.isReplay).map(\.event), ["didFinishLaunching"])
  }

  @Test func anEventSentWithinItselfEndsWithTheOutermostOne() throws {
    var depth = 0
    try composite.register("A") { [log, unowned composite] in
      Probe("A", log: log) { handlers in
        handlers.on(WillTerminate.self) { probe, _ in
          depth += 1
          guard depth == 1 else { return }
          probe.owned.own("1", as: "thing", lifetime: .event(WillTerminate.self)) { log.add("event over") }
          probe.owned.own("2", as: "thing", lifetime: .application) { log.add("application over") }
          composite.send(WillTerminate())
        }
      }
    }
    try composite.register("Last") { [log] in
      Probe("Last") { $0.on(WillTerminate.self) { _, _ in log.add("last handler") } }
    }
    composite.send(WillTerminate())
    expectEqual(log.lines, ["last handler", "last handler", "event over", "application over"])
  }

  @Test(.timeLimit(.minutes(10))) func aHundredThousandObjectsCanWaitForOneEvent() {
    let owned = OwnedObjects(owner: "Player", in: composite)
    let objects = sized(100_000)
    let cleanups = Atomic(0)
    for _ in 0..<objects {
      owned.own(as: "thing", lifetime: .event(Tick.self)) { cleanups.add(1, ordering: .relaxed) }
    }
    composite.send(Tick())
    let count = owned.count
    #expect(count == 0 && cleanups.load(ordering: .relaxed) == objects)
    expectEqual(Set(composite.journal.released.map(\.reason)), [.event])
  }

  @Test func objectsCleanedBeforeTheirEventDoNotAccumulate() {
    let owned = OwnedObjects(owner: "Player", in: composite)
    weak var last: Bag?
    for _ in 0..<1_000 { owned.own(as: "thing", lifetime: .event(Tick.self)) {}.cancel() }
    do {
      let short = OwnedObjects(owner: "Short", in: composite)
      last = short.registrar.bag
      short.own(as: "thing", lifetime: .event(Tick.self)) {}
    }
    for _ in 0..<64 { owned.own(as: "thing", lifetime: .event(Tick.self)) {}.cancel() }
    #expect(last == nil)
  }

  @Test func anObjectOfALaterEventWaitsForIt() throws {
    try register("A", lifetime: .event(WillTerminate.self))
    composite.send(Tick())
    composite.send(DidBecomeActive())
    #expect(log.lines.isEmpty)
    try expectEqual(composite.ownedObjects(of: "A").map(\.lifetime.description), ["event:willTerminate"])
    composite.send(WillTerminate())
    expectEqual(log.lines, ["A cleaned"])
  }

  @Test func anObjectOfAnEventDiesWithItsOwnerIfThatIsSooner() throws {
    try register("A", lifetime: .event(WillTerminate.self))
    composite.send(Tick())
    try composite.remove("A")
    expectEqual(journal.released.map(\.reason), [.ownerReleased])
    composite.send(WillTerminate())
    expectEqual(log.lines, ["A cleaned"])
  }

  @Test func anObjectWithTheApplicationsLifetimeOutlivesItsOwner() throws {
    try register("A", lifetime: .application)
    try register("B", lifetime: .application)
    composite.send(Tick())
    try composite.remove("A")
    expectEqual(journal.changes.suffix(2), ["A removed", "A freed"])
    #expect(log.lines.isEmpty)
    expectEqual(composite.ownedObjects.map(\.name), ["A", "B"])
    expectEqual(composite.ownedObjects.map(\.state), [.live, .live])
    composite.send(WillTerminate())
    expectEqual(log.lines, ["B cleaned", "A cleaned"])
    expectEqual(journal.released.map(\.reason), [.applicationEnd, .applicationEnd])
    #expect(composite.ownedObjects.isEmpty)
  }

  @Test func anObjectWithTheApplicationsLifetimeIsFoundThroughTheBag() throws {
    let owned = OwnedObjects(owner: "Player", in: composite)
    owned.own("photo", as: "upload", lifetime: .application) { [log] in log.add("application's") }
    owned.own("photo", as: "upload") { [log] in log.add("bag's") }
    for _ in 1...2 { owned.object("upload", named: "photo")?.cancel() }
    expectEqual(log.lines, ["bag's", "application's"])
    let none = owned.object("upload", named: "photo")
    #expect(none == nil)
  }

  @Test func tearingDownEndsTheApplicationAndRebuildingBeginsAnother() throws {
    try register("A", lifetime: .application)
    composite.send(Tick())
    try composite.recreateModules()
    expectEqual(log.lines, ["A cleaned"])
    composite.send(Tick())
    expectEqual(composite.ownedObjects.count, 1)
    composite.tearDown()
    expectEqual(log.lines.count, 2)
  }

  @Test func anObjectAcquiredAfterTheApplicationsEndIsLate() throws {
    try register("A", lifetime: .application)
    composite.send(WillTerminate())
    composite.send(Tick())
    expectEqual(journal.released.map(\.reason), [.late])
  }

  @Test(arguments: [true, false]) func anApplicationThatIsLaunchedAgainAcceptsObjects(willLaunch: Bool) throws {
    try register("A", lifetime: .application)
    composite.send(WillTerminate())
    if willLaunch { composite.send(WillFinishLaunching()) } else { composite.send(DidFinishLaunching()) }
    composite.send(Tick())
    expectEqual(composite.ownedObjects.map(\.name), ["A"])
    composite.send(WillTerminate())
    expectEqual(journal.released.map(\.reason), [.applicationEnd])
  }

  @Test func aModuleBroughtBackAfterATeardownStartsTheApplicationAgain() throws {
    try register("A", lifetime: .application)
    composite.tearDown()
    try composite.restore("A")
    composite.send(Tick())
    expectEqual(composite.ownedObjects.map(\.name), ["A"])
  }

  @Test func anOwnerOfALateObjectTakesPartInTheNextApplication() throws {
    let owned = OwnedObjects(owner: "Player", in: composite)
    composite.tearDown()
    let late = owned.own("photo", as: "upload", lifetime: .application) {}
    expectEqual(late.state, .released)
    try composite.recreateModules()
    let live = owned.own("sound", as: "upload", lifetime: .application) {}
    expectEqual(live.state, .live)
    composite.tearDown()
    expectEqual(journal.released.map(\.reason), [.late, .applicationEnd])
  }

  @Test func anOwnerOfALateObjectIsNotKept() {
    weak var owner: Owner?
    composite.tearDown()
    do {
      let player = OwnedObjects(owner: "Player", in: composite)
      owner = player.registrar.owner
      player.own("photo", as: "upload", lifetime: .application) {}
    }
    #expect(owner == nil)
  }

  @Test func aCompositeThatIsDroppedEndsTheApplication() throws {
    do {
      let composite = CompositeDelegate()
      try composite.register("A") { [log] in
        let probe = Probe("A", log: log)
        probe.owned.own("photo", as: "upload", lifetime: .application) { log.add("photo") }
        return probe
      }
      try composite.remove("A")
      #expect(log.lines.isEmpty)
    }
    expectEqual(log.lines, ["photo"])
  }

  @Test func withoutACompositeEveryObjectDiesWithItsOwner() {
    do {
      let owned = OwnedObjects(owner: "Alone", journal: journal)
      owned.own("photo", as: "upload", lifetime: .application) { [log] in log.add("photo") }
      owned.own("sound", as: "upload", lifetime: .event(Tick.self)) { [log] in log.add("sound") }
      let count = owned.count
      expectEqual(count, 2)
    }
    expectEqual(log.lines, ["sound", "photo"])
    expectEqual(journal.released.map(\.lifetime), ["module", "module"])
  }

  @Test func aForeignOwnerWithABagTakesPartInACompositesLifetimes() {
    let owned = OwnedObjects(owner: "Player", in: composite)
    owned.own("photo", as: "upload", lifetime: .event(Tick.self)) { [log] in log.add("photo") }
    composite.send(Tick())
    expectEqual(log.lines, ["photo"])
    let count = owned.count
    expectEqual(count, 0)
  }

  private enum One {
    struct Tick: LifecycleEvent {
    }
  }

  private enum Two {
    struct Tick: LifecycleEvent {
    }
  }

  @Test func anEventTypeOfTheSameNameIsADifferentEvent() throws {
    let owned = OwnedObjects(owner: "Player", in: composite)
    owned.own("one", as: "thing", lifetime: .event(One.Tick.self)) { [log] in log.add("one") }
    owned.own("two", as: "thing", lifetime: .event(Two.Tick.self)) { [log] in log.add("two") }
    #expect(OwnedLifetime.event(One.Tick.self) != .event(Two.Tick.self))
    composite.send(Two.Tick())
    expectEqual(log.lines, ["two"])
    composite.send(One.Tick())
    expectEqual(log.lines, ["two", "one"])
    expectEqual(journal.released.map(\.lifetime), ["event:tick", "event:tick"])
  }

  @Test func anEventEndsWhileAnotherOfItsNameIsUnderWay() throws {
    let owned = OwnedObjects(owner: "Player", in: composite)
    owned.own("one", as: "thing", lifetime: .event(One.Tick.self)) { [log] in log.add("one") }
    try composite.register("A") { [unowned composite, log] in
      Probe("A") { handlers in
        handlers.on(Two.Tick.self) { [unowned composite] _, _ in
          composite.send(One.Tick())
          log.add("still under way")
        }
      }
    }
    composite.send(Two.Tick())
    expectEqual(log.lines, ["one", "still under way"])
    withExtendedLifetime(owned) {}
  }

  // MARK: A factory that throws

  private func registerFailing(_ make: @escaping @MainActor () throws -> Probe) {
    #expect(throws: Refusal.self) { try composite.register("Shop", make: make) }
  }

  @Test func objectsForTheApplicationAreCleanedWhenTheFactoryThrows() throws {
    try register("Other", lifetime: .application)
    composite.send(Tick())
    registerFailing { [log] in
      let probe = Probe("Shop")
      probe.owned.own("1", as: "thing", lifetime: .application) { log.add("1") }
      probe.owned.own("2", as: "thing") { log.add("2") }
      probe.owned.own("3", as: "thing", lifetime: .application) { log.add("3") }
      throw Refusal("no file")
    }
    expectEqual(log.lines, ["2", "3", "1"])
    expectEqual(journal.released.map(\.reason), [.ownerReleased, .ownerReleased, .ownerReleased])
    expectEqual(composite.ownedObjects.map(\.name), ["Other"])
    expectEqual(journal.changes.last, "Shop failed")
  }

  @Test func objectsThatAFailedModuleAcquiresForTheApplicationAreLate() throws {
    var registrar: OwnedObjectRegistrar?
    registerFailing {
      registrar = Probe("Shop").owned.registrar
      throw Refusal("no file")
    }
    registrar?.own("1", as: "thing", lifetime: .application) { [log] in log.add("1") }
    expectEqual(log.lines, ["1"])
    expectEqual(journal.released.map(\.reason), [.late])
    #expect(composite.ownedObjects.isEmpty)
  }

  @Test func objectsNestedInAFailedModuleAreCleanedToo() throws {
    #expect(throws: Refusal.self) {
      try composite.register("Mall") { [log] () throws -> CompositeDelegate in
        let mall = CompositeDelegate()
        try mall.register("Shop") {
          let probe = Probe("Shop")
          probe.owned.own("1", as: "thing", lifetime: .application) { log.add("1") }
          return probe
        }
        throw Refusal("closed")
      }
    }
    expectEqual(log.lines, ["1"])
    #expect(composite.ownedObjects.isEmpty)
  }

  @Test func aModuleThatIsRefusedKeepsNothingForTheApplication() throws {
    #expect(throws: CompositeError.duplicateHandler(module: "Shop", event: "tick")) {
      try composite.register("Shop") { [log] in
        let probe = Probe("Shop") { handlers in
          handlers.on(Tick.self) { _, _ in }
          handlers.on(Tick.self) { _, _ in }
        }
        probe.owned.own("1", as: "thing", lifetime: .application) { log.add("1") }
        return probe
      }
    }
    expectEqual(log.lines, ["1"])
  }
}
