import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct RegistrationTests {
  let composite = CompositeDelegate()

  @Test func aSecondModuleOfTheSameNameIsRefused() throws {
    try composite.register("Feed") { Probe("Feed") }
    #expect(throws: CompositeError.duplicateName("Feed")) { try composite.register("Feed") { Probe("Feed") } }
    expectEqual(composite.modules.count, 1)
  }

  @Test func aFactoryGetsItsComposite() throws {
    final class Asking: Module {
      private unowned let composite: CompositeDelegate
      init(in composite: CompositeDelegate) { self.composite = composite }
      func isIn(_ other: CompositeDelegate) -> Bool { composite === other }
    }
    var outer: CompositeDelegate? = CompositeDelegate()
    weak let dead = outer
    try outer?.register("Shop") { shop in
      let inner = CompositeDelegate()
      try inner.register("Cart") { Asking(in: $0) }
      expectEqual(inner.module(Asking.self)?.isIn(inner), true)
      #expect(shop === dead)
      return inner
    }
    try outer?.register("Asking") { Asking(in: $0) }
    try outer?.remove("Asking")
    try outer?.restore("Asking")
    expectEqual(outer.flatMap { $0.module(Asking.self, named: "Asking")?.isIn($0) }, true)
    outer = nil
    #expect(dead == nil, "its factories do not keep it")
  }

  @Test func onlyOneMainModuleIsAllowed() throws {
    try composite.register("Scene", role: .main) { Probe("Scene") }
    #expect(throws: CompositeError.secondMain(name: "Other", existing: "Scene")) {
      try composite.register("Other", role: .main) { Probe("Other") }
    }
    #expect(throws: CompositeError.mainCannotBeRemoved("Scene")) { try composite.remove("Scene") }
  }

  @Test func twoHandlersForOneEventAreRefusedAndNothingIsHalfRegistered() {
    let log = Log()
    #expect(throws: CompositeError.duplicateHandler(module: "Twice", event: "tick")) {
      try composite.register("Twice") {
        let probe = Probe("Twice") { handlers in
          handlers.on(Tick.self) { _, _ in }
          handlers.on(Tick.self) { _, _ in }
        }
        probe.owned.own("one", as: "thing") { log.add("cleaned") }
        return probe
      }
    }
    #expect(composite.modules.isEmpty)
    expectEqual(log.lines, ["cleaned"])
  }

  @Test func aFactoryThatThrowsLeavesTheCompositeAsItWasAndItsObjectsAreCleaned() {
    final class Failing: Module {
      let owned = OwnedObjects()
      init(log: Log) throws {
        owned.own("first", as: "file") { log.add("first") }
        owned.own("second", as: "file") { log.add("second") }
        throw Refusal("disk full")
      }
    }
    let log = Log()
    #expect(throws: Refusal.self) { try composite.register("Failing") { [log] in try Failing(log: log) } }
    expectEqual(log.lines, ["second", "first"])
    #expect(composite.modules.isEmpty)
    expectEqual(composite.journal.changes, ["Failing failed"])
  }

  @Test func aRegistrationTellsWhatTheModuleMustComeAfter() throws {
    try composite.register("Session", isRequired: true) { Probe("Session") }
    try composite.register("Feed", after: ["Session"], isOn: false) { Probe("Feed") }
    try composite.set("Feed", isOn: true)
    let facts = composite.journal.entries.compactMap { entry in
      if case .module(let module) = entry {
        "\(module.name) \(module.change) \(module.after) \(module.isRequired)"
      } else {
        nil
      }
    }
    expectEqual(
      facts,
      [
        "Session registered [] true", #"Feed registered ["Session"] false"#, "Feed switchedOn [] false",
      ])
  }

  @Test func aRemovedModuleComesBackAsANewInstanceAtItsOldPosition() throws {
    let log = Log()
    for name in ["A", "B", "C"] {
      try composite.register(name) { [log] in
        Probe(name, log: log) { $0.on(Tick.self) { probe, _ in probe.log.add(probe.name) } }
      }
    }
    let before = composite.modules[1]
    try composite.remove("B")
    #expect(throws: CompositeError.alreadyRemoved("B")) { try composite.remove("B") }
    composite.send(Tick())
    try composite.restore("B")
    #expect(throws: CompositeError.notRemoved("B")) { try composite.restore("B") }
    composite.send(Tick())
    expectEqual(log.lines, ["A", "C", "A", "B", "C"])
    let after = composite.modules[1]
    #expect(after.id == before.id && after.order == before.order && after.owner != before.owner)
  }

  @Test func aModuleThatIsHeldIsReportedAsStillAliveAndItsObjectsStayOpen() async throws {
    let log = Log()
    let (sleeping, wake) = AsyncStream.makeStream(of: Void.self)
    // It is checked repeatedly. No check may sleep forever.
    defer { wake.finish() }
    let composite = CompositeDelegate(sleep: { _ in for await _ in sleeping { return } })
    var holder: Probe?
    try composite.register("Network") {
      let probe = Probe("Network")
      probe.owned.own("api", as: "session") { log.add("invalidated") }
      holder = probe
      return probe
    }
    try composite.remove("Network")
    expectEqual(composite.modulesStillAlive, ["Network"])
    expectEqual(log.lines, [])

    let collector = JournalCollector(composite.journal)
    wake.yield()
    let overdue = await collector.first { $0.overdue != nil }
    expectEqual(overdue.type, "overdue")
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "Network was removed and is still alive; its objects stay open."
      ])

    withExtendedLifetime(holder) {}
    holder = nil
    expectEqual(log.lines, ["invalidated"])
    expectEqual(composite.journal.changes.last, "Network freed")
    expectEqual(composite.modulesStillAlive, [])
  }

  @Test func aModuleWithoutABagIsSeenToBeFreed() throws {
    final class Bare: Module {}
    try composite.register("Bare") { Bare() }
    try composite.remove("Bare")
    expectEqual(composite.journal.changes, ["Bare registered", "Bare removed", "Bare freed"])
  }

  @Test func tearDownRemovesModulesInReverseOrderIncludingTheMainOne() throws {
    let log = Log()
    for name in ["Scene", "Feed", "Store"] {
      try composite.register(name, role: name == "Scene" ? .main : .ordinary) {
        let probe = Probe(name)
        probe.owned.own("1", as: "thing") { log.add("\(name) 1") }
        probe.owned.own("2", as: "thing") { log.add("\(name) 2") }
        return probe
      }
    }
    composite.tearDown()
    expectEqual(log.lines, ["Store 2", "Store 1", "Feed 2", "Feed 1", "Scene 2", "Scene 1"])
    expectEqual(
      composite.journal.changes.suffix(6),
      [
        "Store removed", "Store freed", "Feed removed", "Feed freed", "Scene removed", "Scene freed",
      ])
  }

  @Test func aFactoryCannotRegisterAnotherModule() throws {
    #expect(throws: CompositeError.creatingAnother(name: "Inner", while: "Outer")) {
      try composite.register("Outer") { [unowned composite] in
        try composite.register("Inner") { Probe("Inner") }
        return Probe("Outer")
      }
    }
    #expect(composite.modules.isEmpty)
    try composite.register("Inner") { Probe("Inner") }
    expectEqual(composite.modules.map(\.order), [1])
  }

  @Test func aFactoryCannotRegisterOneThatIsOffEither() throws {
    #expect(throws: CompositeError.creatingAnother(name: "Inner", while: "Outer")) {
      try composite.register("Outer") { [unowned composite] in
        try composite.register("Inner", isOn: false) { Probe("Inner") }
        return Probe("Outer")
      }
    }
    #expect(composite.modules.isEmpty)
  }

  @Test func aHelpersBagThatDiesFirstDoesNotEndTheModule() throws {
    final class Helped: Module {
      var helper: Helper? = Helper()
    }
    final class Helper {
      let owned = OwnedObjects()
    }
    var held: Helped?
    try composite.register("Helped") {
      let module = Helped()
      held = module
      return module
    }
    try composite.remove("Helped")
    held?.helper = nil
    expectEqual(composite.journal.changes.last, "Helped removed")
    expectEqual(composite.modulesStillAlive, ["Helped"])
    held = nil
    composite.send(Tick())
    expectEqual(composite.journal.changes.last, "Helped freed")
  }

  @Test func bagsThatOtherModulesMakeDuringACreationAreNotItsOwn() throws {
    final class Keeper: Module {
      var bags: [Helper] = []
      static func handlers(_ handlers: inout ModuleHandlers<Keeper>) {
        handlers.on(Tick.self) { keeper, _ in keeper.bags.append(Helper()) }
      }
    }
    final class Helper {
      let owned = OwnedObjects()
      init() { owned.own("kept", as: "thing") {} }
    }
    try composite.register("Keeper") { Keeper() }
    try composite.register("New") { [unowned composite] in
      composite.send(Tick())
      return Probe("New")
    }
    let owners = composite.journal.entries.compactMap { entry -> String? in
      if case .owned(let owned) = entry { owned.owner } else { nil }
    }
    expectEqual(owners, [])
  }

  @Test func aDroppedCompositeReleasesItsModulesInReverseOrder() throws {
    let log = Log()
    var composite: CompositeDelegate? = CompositeDelegate()
    for name in ["A", "B", "C"] {
      try composite?.register(name) {
        let probe = Probe(name)
        probe.owned.own(name, as: "thing") { log.add(name) }
        return probe
      }
    }
    composite?.send(Tick())
    composite = nil
    expectEqual(log.lines, ["C", "B", "A"])
  }

  @Test func rebuildingStartsOverAndIsRecorded() throws {
    try composite.register("A", role: .main) { Probe("A") }
    composite.send(DidFinishLaunching())
    let owner = composite.modules[0].owner
    try composite.recreateModules()
    expectEqual(composite.state, .notRunning)
    #expect(composite.modules[0].owner != owner)
    expectEqual(composite.journal.changes, ["A registered", "A removed", "A freed", "A broughtBack"])
    #expect(
      composite.journal.entries.contains {
        if case .state(let entry) = $0 { entry.state == .notRunning } else { false }
      })
  }

  @Test func aCleanupBringsNoModuleBackDuringARebuild() throws {
    try composite.register("A") { [unowned composite] in
      let probe = Probe("A")
      probe.owned.own("1", as: "thing") {
        MainActor.assumeIsolated { _ = try? composite.restore("B") }
      }
      return probe
    }
    try composite.register("B") { Probe("B") }
    try composite.recreateModules()
    expectEqual(
      composite.journal.changes.dropFirst(2),
      [
        "B removed", "B freed", "A removed", "A freed", "A broughtBack", "B broughtBack",
      ])
    // The last cleanup must find the composite alive.
    try composite.remove("A")
  }

  @Test func unknownModulesAreNamedWithTheNearestOne() throws {
    try composite.register("Payments") { Probe("Payments") }
    let error = #expect(throws: CompositeError.self) { try composite.remove("Payment") }
    expectEqual(error?.description, "There is no module named 'Payment'. Did you mean 'Payments'?")
  }

  @Test(arguments: [
    (CompositeError.duplicateName("Feed"), "A module named 'Feed' is registered already."),
    (.secondMain(name: "B", existing: "A"), "'B' can't be the main module: 'A' is."),
    (.duplicateHandler(module: "A", event: "tick"), "'A' has two handlers for tick. A module handles an event once."),
    (.mainCannotBeRemoved("A"), "'A' is the main module: it owns the window and can't be removed."),
    (.alreadyRemoved("A"), "'A' has been removed already."),
    (.notRemoved("A"), "'A' is present. Only a removed module can be brought back."),
    (
      .creatingAnother(name: "B", while: "A"),
      "'B' can't be created while 'A' is being created. Register it before or after."
    ),
    (.unknownModule("Zebra", known: []), "There is no module named 'Zebra'."),
  ]) func errorsDescribeTheProblem(error: CompositeError, text: String) {
    expectEqual(error.description, text)
  }
}
