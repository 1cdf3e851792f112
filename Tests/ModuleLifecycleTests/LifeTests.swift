import Dispatch
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The application's life: launches that are interrupted, ends that begin inside a handler, and the life after an end.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LifeTests {
  /// What can end the application while a module starts.
  enum End: CaseIterable { case teardown, termination, shutdown }

  private let composite: CompositeDelegate
  private let log = Log()
  private let gate = NetGate()

  init() { composite = CompositeDelegate { _ in try await Task.sleep(for: .seconds(3_600)) } }

  private func register(
    _ name: String, in other: CompositeDelegate? = nil, isRequired: Bool = false,
    start: @escaping @MainActor () async throws -> Void = {}
  ) throws {
    try (other ?? composite).register(name, isRequired: isRequired) { [log] in
      StartingProbe {
        log.add("\(name) starts")
        try await start()
      }
    }
  }

  private func probe(
    _ name: String, isRequired: Bool = false, owns lifetime: OwnedLifetime? = .module,
    handlers: @escaping (inout ModuleHandlers<Probe>) -> Void = { _ in }
  ) throws {
    try composite.register(name, isRequired: isRequired) { [log] in
      let probe = Probe(name, log: log, handlers: handlers)
      if let lifetime { probe.owned.own(name, as: "thing", lifetime: lifetime) { log.add("\(name) cleaned") } }
      return probe
    }
  }

  private var sentences: [String] { composite.journal.warnings.map(\.sentence) }

  // MARK: The end of a launch

  @Test(arguments: End.allCases) func anEndDoesNotWaitForAStartThatHangs(end: End) async throws {
    try register("Database") { [gate] in await gate.wait() }
    let waiter = Task { [composite] in try await composite.waitUntilLaunched() }
    let launch = Task { try await composite.launch() }
    await eventually { log.lines == ["Database starts"] }
    switch end {
    case .teardown: composite.tearDown()
    case .termination: composite.send(WillTerminate())
    case .shutdown: await composite.shutDown(within: .seconds(1))
    }
    await #expect(throws: LaunchError.interrupted) { try await launch.value }
    await #expect(throws: LaunchError.interrupted) { try await waiter.value }
    expectEqual(composite.pendingWork(withLastLines: false).map(\.name), ["Database"], "it has not returned")
    gate.open()
    await eventually { composite.pendingWork(withLastLines: false).isEmpty }
    #expect(!composite.journal.warnings.contains { $0.kind == .startFailed || $0.kind == .launchAborted })
  }

  @Test(arguments: [false, true]) func aModuleThatGoesDoesNotHoldUpTheLaunch(isRestored: Bool) async throws {
    try register("Cache") { [gate, log] in if log.lines.count == 1 { await gate.wait() } }
    try register("Web")
    let launch = Task { try await composite.launch() }
    await eventually { log.lines == ["Cache starts"] }
    try composite.remove("Cache")
    if isRestored { try composite.restore("Cache") }
    try await launch.value
    expectEqual(log.lines, ["Cache starts"] + (isRestored ? ["Cache starts", "Web starts"] : ["Web starts"]))
    gate.open()
    await eventually { composite.pendingWork(withLastLines: false).isEmpty }
  }

  @Test func aSecondLaunchWaitsForTheModulesThatWereBroughtBack() async throws {
    try register("Database", isRequired: true) { [gate, log] in
      if log.lines.count == 2 { await gate.wait() }
      if log.lines.count == 3 { throw Refusal("no route") }
    }
    try await composite.launch()
    composite.tearDown()
    try composite.restore("Database")
    try composite.sendMissedEvents(to: "Database")
    #expect(!composite.journal.dispatches.contains { $0.isReplay }, "the launch was another life's")
    var isLaunched = false
    let second = Task {
      try await composite.launch()
      isLaunched = true
    }
    await eventually { gate.isAwaited }
    #expect(!isLaunched)
    gate.open()
    try await second.value
    composite.tearDown()
    try composite.restore("Database")
    await #expect(throws: LaunchError.failed(module: "Database", reason: "no route")) { try await composite.launch() }
    #expect(composite.modules.allSatisfy { !$0.isPresent })
  }

  @Test func aModuleInsideARequiredCompositeEndsTheLaunchWithItsStart() async throws {
    try composite.register("Shop", isRequired: true) { [log] in
      let shop = CompositeDelegate()
      try shop.register("Cart") {
        StartingProbe {
          log.add("Cart starts")
          throw Refusal("no cart")
        }
      }
      return shop
    }
    await #expect(throws: LaunchError.failed(module: "Cart", reason: "no cart")) { try await composite.launch() }
    expectEqual(
      sentences,
      [
        "didFinishLaunching was aborted: Cart is required and threw \"no cart\". Started modules are removed, last first."
      ])
  }

  @Test func aLaunchThatHasFailedEarlyDoesNotGoOn() throws {
    var calls = 0
    try probe("Scene", isRequired: true) { $0.on(WillFinishLaunching.self) { _, _ in throw Refusal("no window") } }
    try probe("Feed", owns: .application) { $0.on(DidFinishLaunching.self) { _, _ in calls += 1 } }
    composite.send(WillFinishLaunching())
    #expect(composite.send(DidFinishLaunching()) == false && calls == 0 && composite.state == .notRunning)
    expectEqual(
      sentences,
      [
        "willFinishLaunching was aborted: Scene is required and threw \"no window\". Started modules are removed, last first.",
        "didFinishLaunching called no module: the launch had been aborted, because Scene is required and threw \"no window\".",
      ])
    try composite.recreateModules()
    composite.tearDown()
    composite.send(DidFinishLaunching())
    #expect(calls == 0)
  }

  @Test func aCompositeInsideAnotherOneIsNotLaunchedByItself() async throws {
    let shop = try nested("Shop", owns: CleanupEnd.reached)
    await #expect(throws: LaunchError.nested) { try await shop.launch() }
    expectEqual(
      LaunchError.nested.description, "A composite inside another one is launched with it: launch the outermost one.")
  }

  @Test func anAbortedLaunchLeavesTheNextLifeAlone() async throws {
    try probe("Feed", owns: .application)
    try register("Database", isRequired: true) { [log] in
      if log.lines == ["Database starts"] { throw Refusal("no route") }
    }
    let waiter = Task { [composite] in
      do { try await composite.waitUntilLaunched() } catch { try composite.recreateModules() }
    }
    await #expect(throws: LaunchError.failed(module: "Database", reason: "no route")) { try await composite.launch() }
    try await waiter.value
    #expect(composite.modules.allSatisfy(\.isPresent) && !composite.application.life.isOver)
    expectEqual(composite.ownedObjects.map(\.name), ["Feed"])
  }

  @Test func aCancellationWhileTheLastHandlersRunIsTooLate() async throws {
    var launch: Task<Void, any Error>?
    try probe("Scene") { $0.on(DidFinishLaunching.self) { _, _ in launch?.cancel() } }
    launch = Task { [composite] in try await composite.launch() }
    try await launch?.value
    #expect(composite.state == .inactive && composite.modules.allSatisfy(\.isPresent))
    try await composite.waitUntilLaunched()
  }

  @Test func aModuleSwitchedOnInTheLastHandlerStarts() async throws {
    try register("Late")
    try composite.set("Late", isOn: false)
    try probe("Scene") { [unowned composite] handlers in
      handlers.on(DidFinishLaunching.self) { [unowned composite] _, _ in try composite.set("Late", isOn: true) }
    }
    try await composite.launch()
    try await composite.waitUntilReady("Late")
    expectEqual(log.lines, ["Late starts"])
  }

  @Test func aRequiredModuleThatFailsLateEndsTheLaunchAtOnce() async throws {
    struct Boot: AsyncLifecycleEvent {
      static var transition: ApplicationStateTransition? { .init(from: [.notRunning], to: nil, .afterHandlers) }
    }
    var answer: EventCompletion<Void>?
    try composite.register("Scene", isRequired: true) {
      Probe("Scene") { $0.answerLater(Boot.self) { _, _, completion in answer = completion } }
    }
    try register("Database") { [gate] in await gate.wait() }
    composite.send(Boot()) {}
    let launch = Task { try await composite.launch() }
    await eventually { gate.isAwaited }
    answer?.fail(Refusal("no window"))
    await #expect(throws: LaunchError.failed(module: "Scene", reason: "no window")) { try await launch.value }
    gate.open()
  }

  // MARK: Starts side by side

  @Test func aModuleThatIsSwitchedOffWhileItWaitsDoesNotStart() async throws {
    try register("One") { [gate] in await gate.wait() }
    try composite.register("Two", after: ["One"]) { [log] in StartingProbe { log.add("Two starts") } }
    let launch = Task { try await composite.launch(startsSideBySide: true) }
    await eventually { gate.isAwaited }
    try composite.set("Two", isOn: false)
    gate.open()
    try await launch.value
    expectEqual(log.lines, ["One starts"])
  }

  @Test func aCancelledLaunchWaitsForAllThatGoOn() async throws {
    try register("One") { try await Task.sleep(for: .seconds(3_600)) }
    try register("Two") { [gate] in await gate.wait() }
    var isOver = false
    let launch = Task {
      defer { isOver = true }
      try await composite.launch(startsSideBySide: true)
    }
    await eventually { log.lines.count == 2 && gate.isAwaited }
    launch.cancel()
    for _ in 1...200 { await Task.yield() }
    #expect(!isOver)
    gate.open()
    await #expect(throws: CancellationError.self) { try await launch.value }
  }

  @Test func startsThatNothingConnectsGoSideBySide() async throws {
    let gates = [CleanupEnd(), CleanupEnd(), CleanupEnd()]
    func add(_ name: String, after: [String] = [], gate: CleanupEnd? = nil, throwing: Bool = false) throws {
      try composite.register(name, after: after) { [log] in
        StartingProbe {
          log.add("\(name) starts")
          await gate?.wait()
          if throwing { throw Refusal("no \(name)") }
        }
      }
    }
    try add("Database", gate: gates[0])
    try probe("Plain", owns: nil)
    try add("Cache", gate: gates[1], throwing: true)
    try add("Feed", after: ["Database"], gate: gates[2])
    try add("Search", after: ["Cache", "Plain"])
    try composite.register("Shop", after: ["Feed"]) { [log] in
      let shop = CompositeDelegate()
      try shop.register("Cart") { StartingProbe { log.add("Cart starts") } }
      return shop
    }
    try add("Pay", after: ["Shop"])
    let launch = Task { try await composite.launch(startsSideBySide: true) }
    await eventually { log.lines.count == 2 }
    expectEqual(Set(log.lines), ["Database starts", "Cache starts"])
    gates[1].reach()
    await eventually { log.lines.last == "Search starts" }
    gates[0].reach()
    await eventually { log.lines.last == "Feed starts" }
    gates[2].reach()
    try await launch.value
    expectEqual(log.lines.suffix(2), ["Cart starts", "Pay starts"])
    expectEqual(sentences, ["Cache could not start: \"no Cache\". The launch continued without it."])
  }

  @Test func aRequiredStartThatFailsCancelsThoseBesideIt() async throws {
    var isCancelled = false
    try register("Slow") {
      do { try await Task.sleep(for: .seconds(3_600)) } catch { isCancelled = true }
    }
    try register("Database", isRequired: true) { throw Refusal("no route") }
    await #expect(throws: LaunchError.failed(module: "Database", reason: "no route")) {
      try await composite.launch(startsSideBySide: true)
    }
    await eventually { isCancelled }
    #expect(composite.modules.allSatisfy { !$0.isPresent })
    expectEqual(composite.journal.warnings.map(\.kind), [.launchAborted])
  }

  @Test func aCancelledLaunchNamesAllThatAreStarting() async throws {
    for name in ["One", "Two"] { try register(name) { try await Task.sleep(for: .seconds(3_600)) } }
    let launch = Task { try await composite.launch(startsSideBySide: true) }
    await eventually { log.lines.count == 2 }
    launch.cancel()
    await #expect(throws: CancellationError.self) { try await launch.value }
    expectEqual(Set(composite.journal.warnings.map(\.module)), ["One", "Two"])
  }

  // MARK: Waiting

  @Test func aCallerCanWaitForTheStartsAfterTheLaunchEvent() async throws {
    try register("Database") { [gate] in await gate.wait() }
    try register("Web")
    let waiter = Task { [composite, log] in
      try await composite.waitUntilLaunched()
      log.add("launched")
    }
    composite.send(DidFinishLaunching())
    await eventually { gate.isAwaited }
    gate.open()
    try await waiter.value
    expectEqual(log.lines, ["Database starts", "Web starts", "launched"])
    let other = CompositeDelegate()
    other.send(DidFinishLaunching())
    try await other.waitUntilLaunched()
  }

  @Test func aCallerCanWaitForOneModule() async throws {
    try register("Database") { [gate] in await gate.wait() }
    try register("Cache") { throw Refusal("no memory") }
    try register("Web")
    try probe("Plain")
    try await composite.waitUntilReady("Plain")
    let (database, web) = (
      Task { [composite] in try await composite.waitUntilReady("Database") },
      Task { [composite] in try await composite.waitUntilReady("Web") }
    )
    await #expect(throws: CompositeError.unknownModule("Wep", known: ["Database", "Cache", "Web", "Plain"])) {
      try await composite.waitUntilReady("Wep")
    }
    composite.send(DidFinishLaunching())
    await eventually { gate.isAwaited }
    try composite.remove("Web")
    await #expect(throws: CompositeError.removed("Web")) { try await web.value }
    gate.open()
    try await database.value
    await #expect(throws: CompositeError.startFailed("Cache", reason: "no memory")) {
      try await composite.waitUntilReady("Cache")
    }
    expectEqual(
      CompositeError.startFailed("Cache", reason: "no memory").description, "'Cache' could not start: \"no memory\".")
    try composite.restore("Web")
    try await composite.waitUntilReady("Web")
    try composite.set("Web", isOn: false)
    await #expect(throws: CompositeError.switchedOff("Web")) { try await composite.waitUntilReady("Web") }
    composite.tearDown()
    await #expect(throws: LaunchError.interrupted) { try await composite.waitUntilReady("Database") }
  }

  @Test func whoWaitsIsToldThoughTheNextLifeHasBegun() async throws {
    try register("Database")
    let waiter = Task { [composite] in try await composite.waitUntilLaunched() }
    for _ in 1...10 { await Task.yield() }
    try composite.recreateModules()
    await #expect(throws: LaunchError.interrupted) { try await waiter.value }
  }

  @Test func whoWaitsForAModuleOfARemovedCompositeIsTold() async throws {
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { StartingProbe {} }
      return shop
    }
    let waiter = Task { [composite] in
      try await composite.module(CompositeDelegate.self, named: "Shop")?.waitUntilReady("Cart")
    }
    for _ in 1...10 { await Task.yield() }
    try composite.remove("Shop")
    await #expect(throws: CompositeError.removed("Cart")) { try await waiter.value }
    await eventually { composite.modulesStillAlive.isEmpty }
  }

  @Test func aModuleThatIsSwitchedOffAndOnStartsInItsTurn() async throws {
    try register("One") { [gate] in await gate.wait() }
    try register("Two")
    try register("Three")
    composite.send(DidFinishLaunching())
    await eventually { gate.isAwaited }
    try composite.set("Three", isOn: false)
    try composite.set("Three", isOn: true)
    for _ in 1...100 { await Task.yield() }
    expectEqual(log.lines, ["One starts"])
    gate.open()
    try await composite.waitUntilLaunched()
    expectEqual(log.lines, ["One starts", "Two starts", "Three starts"])
  }

  @Test func nothingIsMissedBeforeTheLaunch() throws {
    try probe("Feed") { $0.on(DidBecomeActive.self) { _, _ in } }
    composite.send(DidBecomeActive())
    try composite.sendMissedEvents(to: "Feed")
    expectEqual(composite.journal.dispatches.count, 1)
  }

  // MARK: Ends from inside

  @Test func aTeardownInAHandlerKeepsTheOrderOfTheCleanups() throws {
    try probe("One", owns: .application)
    try probe("Two") { [unowned composite, log] handlers in
      handlers.on(Tick.self) { [unowned composite] _, _ in
        composite.tearDown()
        log.add("found \(composite.modules.count(where: \.isPresent))")
        #expect(throws: CompositeError.ending("Three")) { try composite.restore("Three") }
      }
    }
    try probe("Three")
    try probe("Four") { [log] in $0.on(Tick.self) { _, _ in log.add("Four called") } }
    composite.send(Tick())
    expectEqual(log.lines, ["found 0", "Four cleaned", "Three cleaned", "Two cleaned", "One cleaned"])
    try composite.restore("Three")
    expectEqual(CompositeError.ending("Three").description, "'Three' can't be created: the application is ending.")
  }

  @Test func modulesAreNotCreatedAnewFromInside() throws {
    let recreate = { @MainActor [unowned composite, log] () -> Void in
      #expect(throws: CompositeError.recreatingInside) { try composite.recreateModules() }
      log.add("refused")
    }
    try composite.register("Factory") {
      recreate()
      return Probe("Factory")
    }
    try composite.register("Handler") {
      let probe = Probe("Handler") { $0.on(Tick.self) { _, _ in recreate() } }
      probe.owned.own("1", as: "thing", onMainActor: recreate)
      return probe
    }
    composite.send(Tick())
    try composite.remove("Handler")
    let probe = Probe("other")
    probe.owned.own("2", as: "thing", onMainActor: recreate).cancel()
    probe.owned.own("3", as: "thing", onMainActor: recreate)
    probe.owned.own("3", as: "thing") {}
    expectEqual(log.lines, Array(repeating: "refused", count: 5))
    expectEqual(composite.modules.map(\.isPresent), [true, false])
    expectEqual(
      CompositeError.recreatingInside.description,
      "The modules can't be created anew inside a handler, a factory or a cleanup. Do it afterwards.")
  }

  @Test func noModuleIsCreatedWhileAShutdownWaits() async throws {
    let end = CleanupEnd()
    try composite.register("Database") { [log] in
      let probe = Probe("Database")
      probe.owned.own(closing: end, "pool", as: "database") { end in
        log.add("closing")
        await end.wait()
      }
      return probe
    }
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines == ["closing"] }
    #expect(throws: CompositeError.ending("Late")) { try probe("Late") }
    #expect(throws: CompositeError.ending("Off")) { try composite.register("Off", isOn: false) { Probe("Off") } }
    #expect(throws: CompositeError.ending("Database")) { try composite.restore("Database") }
    await #expect(throws: LaunchError.interrupted) { try await composite.launch() }
    end.reach()
    #expect(await shutDown.value.isEmpty)
    expectEqual(composite.modules.map(\.name), ["Database"])
  }

  @Test func aFactoryThatTearsDownMakesNoModule() throws {
    try probe("One")
    #expect(throws: CompositeError.ending("Two")) {
      try composite.register("Two") { [unowned composite, log] in
        let probe = Probe("Two")
        probe.owned.own("Two", as: "thing", lifetime: .application) { log.add("Two cleaned") }
        composite.tearDown()
        return probe
      }
    }
    expectEqual(composite.modules.map(\.isPresent), [false])
    expectEqual(log.lines, ["One cleaned", "Two cleaned"])
  }

  @Test func aRegistrationThatFailsBeginsNoLife() throws {
    composite.tearDown()
    #expect(throws: Refusal.self) { try composite.register("Bad") { () throws -> Probe in throw Refusal("no") } }
    #expect(composite.application.life.isOver)
    try probe("Good", owns: .application)
    #expect(!composite.application.life.isOver && log.lines.isEmpty)
    composite.tearDown()
    expectEqual(log.lines, ["Good cleaned"])
  }

  @Test func aTerminationIsTheEndWhateverItsHandlersSend() throws {
    try probe("Session", owns: .application) { [unowned composite] handlers in
      handlers.on(WillTerminate.self) { [unowned composite] _, _ in composite.send(DidEnterBackground()) }
    }
    composite.send(WillTerminate())
    #expect(composite.state == .terminated && log.lines == ["Session cleaned"])
  }

  @Test(arguments: [false, true]) func anEventThatACleanupQueuesReachesNoModule(isWaiting: Bool) async throws {
    try probe("One", owns: nil) { [log] in $0.on(Tick.self) { _, _ in log.add("One called") } }
    try composite.register("Two") { [unowned composite] in
      let probe = Probe("Two")
      probe.owned.own("1", as: "thing", onMainActor: { [unowned composite] in composite.enqueue(Tick()) })
      return probe
    }
    if isWaiting { await composite.shutDown(within: .seconds(1)) } else { composite.tearDown() }
    #expect(log.lines.isEmpty && composite.isIdle)
    expectEqual(composite.journal.dispatches.map(\.event), ["tick"])
  }

  @Test func aModuleInACompositeThatIsOffStartsWhenThatIsOn() async throws {
    let shop = try nested("Shop", owns: CleanupEnd.reached)
    composite.send(DidFinishLaunching())
    try composite.set("Shop", isOn: false)
    try register("Cart", in: shop)
    for _ in 1...100 { await Task.yield() }
    #expect(log.lines.isEmpty)
    try composite.set("Shop", isOn: true)
    await eventually { log.lines == ["Cart starts"] }
  }

  // MARK: What a shutdown waits for

  /// A composite in a module, with another module that owns something that closes when its gate opens.
  private func nested(_ name: String, owns end: CleanupEnd) throws -> CompositeDelegate {
    try composite.register(name) { [log] in
      let inner = CompositeDelegate()
      try inner.register("\(name) part") {
        let probe = Probe(name)
        probe.owned.own(closing: end, name, as: "database") { end in
          log.add("\(name) closing")
          await end.wait()
        }
        return probe
      }
      return inner
    }
    return try #require(composite.module(CompositeDelegate.self, named: name))
  }

  @Test func aNestedCompositeWaitsForItsOwnObjectsOnly() async throws {
    let (one, two) = (CleanupEnd(), CleanupEnd())
    let (shop, blog) = try (nested("Shop", owns: one), nested("Blog", owns: two))
    expectEqual(shop.ownedObjects.map(\.name), ["Shop"])
    expectEqual(blog.ownedObjects.map(\.name), ["Blog"])
    expectEqual(composite.ownedObjects.map(\.name), ["Shop", "Blog"])
    blog.tearDown()
    await eventually { log.lines == ["Blog closing"] }
    one.reach()
    #expect(await shop.shutDown(within: .seconds(30)).isEmpty)
    expectEqual(composite.ownedObjects.map(\.name), ["Blog"])
    two.reach()
    await eventually { composite.ownedObjects.isEmpty }
  }

  /// Begins a shutdown that waits for a module's server, which closes when its gate opens.
  private func shutDown(closingUntil end: CleanupEnd) async throws -> Task<[OwnedObjectStatus], Never> {
    try composite.register("Web") { [log] in
      let probe = Probe("Web")
      probe.owned.own(closing: end, "Web", as: "server") { end in
        log.add("Web closing")
        await end.wait()
      }
      return probe
    }
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines == ["Web closing"] }
    return shutDown
  }

  @Test func aNestedShutdownEndsInsideAnother() async throws {
    let end = CleanupEnd()
    let shop = try nested("Shop", owns: CleanupEnd.reached)
    let all = try await shutDown(closingUntil: end)
    let part = Task { await shop.shutDown(within: .seconds(30)) }
    for _ in 1...100 { await Task.yield() }
    end.reach()
    #expect(await part.value.isEmpty)
    #expect(await all.value.isEmpty)
    #expect(composite.ownedObjects.isEmpty)
  }

  /// Two shutdowns of one part wait for the same, and end together when one of them may wait no longer.
  @Test(arguments: [true, false]) func shutdownsOfANestedCompositeOverlap(isCancelled: Bool) async throws {
    let end = CleanupEnd()
    let shop = try nested("Shop", owns: end)
    let first = Task { await shop.shutDown(within: .seconds(30)) }
    await eventually { log.lines == ["Shop closing"] }
    let second = Task { await shop.shutDown(within: .seconds(30)) }
    for _ in 1...100 { await Task.yield() }
    if isCancelled { second.cancel() } else { end.reach() }
    await expectEqual(second.value.map(\.name), isCancelled ? ["Shop"] : [])
    await expectEqual(first.value.map(\.name), isCancelled ? ["Shop"] : [])
    end.reach()
    await eventually { composite.ownedObjects.isEmpty }
  }

  @Test func aNestedCompositeIsNotCreatedAnewWhileTheApplicationEnds() async throws {
    let end = CleanupEnd()
    let shop = try nested("Shop", owns: CleanupEnd.reached)
    let all = try await shutDown(closingUntil: end)
    #expect(throws: CompositeError.ending("Shop part")) { try shop.recreateModules() }
    expectEqual(shop.modules.map(\.isPresent), [true])
    end.reach()
    // The test holds it.
    await expectEqual(all.value.map(\.owner), ["Shop part"])
  }

  /// A helper that the module has made dies before the module's own bag.
  @Test func aModuleIsFreedAfterItsLastCleanup() throws {
    final class Keeper: Module {
      let owned = OwnedObjects()
      var helper: Probe? = Probe("helper")
      deinit { helper = nil }
    }
    try composite.register("Keeper") {
      let keeper = Keeper()
      keeper.helper?.owned.own("the helper's", as: "thing") {}
      keeper.owned.own("its own", as: "thing") {}
      return keeper
    }
    try composite.remove("Keeper")
    let ends = composite.journal.entries.compactMap { entry -> String? in
      switch entry {
      case .released(let released): released.object.name
      case .module(let module) where module.change == .freed: "freed"
      default: nil
      }
    }
    expectEqual(ends, ["the helper's", "its own", "freed"])
  }

  @Test(arguments: [true, false]) func aModuleCanCloseTheCompositeThatItKeeps(isShutDown: Bool) async throws {
    try composite.register("Keeper") { [log] in
      let (probe, inner) = (Probe("Keeper"), CompositeDelegate())
      try inner.register("Part") {
        let part = Probe("Part")
        part.owned.own("Part", as: "thing") { log.add("Part cleaned") }
        return part
      }
      probe.owned.own(closing: inner, "inner", as: "composite") { inner in
        let left = await inner.shutDown(within: .seconds(30))
        log.add("\(left.count) left")
      }
      return probe
    }
    if isShutDown {
      #expect(await composite.shutDown(within: .seconds(30)).isEmpty)
    } else {
      try composite.remove("Keeper")
    }
    await eventually { log.lines.count == 2 }
    expectEqual(log.lines, ["Part cleaned", "0 left"])
  }

  private final class Helper: Sendable {
    let owned: OwnedObjects
    @MainActor init(in composite: CompositeDelegate) { owned = OwnedObjects(owner: "Helper", in: composite) }
  }

  @Test func whatADeadOwnerLeftToTheMainActorIsPartOfAShutdown() async {
    let helper = Locked<Helper?>(Helper(in: composite))
    helper.withLock(\.self)?.owned.own("below", as: "thing") { [log] in log.add("below cleaned") }
    helper.withLock(\.self)?.owned.own("top", as: "thing", onMainActor: { [log] in log.add("top cleaned") })
    // The main actor is blocked while the owner dies.
    let isDead = DispatchSemaphore(value: 0)
    @Sendable func release() { withExtendedLifetime(helper.withLock { $0.take() }) {} }
    DispatchQueue.global().async {
      release()
      isDead.signal()
    }
    isDead.wait()
    expectEqual(composite.ownedObjects.map(\.name), ["below", "top"])
    #expect(await composite.shutDown(within: .seconds(1)).isEmpty)
    #expect(log.lines == ["top cleaned", "below cleaned"] && composite.ownedObjects.isEmpty)
  }

  // MARK: Answers

  private struct Load: AsyncLifecycleEvent {
    static var deadline: Duration { .seconds(3_600) }
  }

  @Test func aModuleThatAnAsynchronousHandlerRemovesIsFreedBeforeTheAnswer() async throws {
    var answer: EventCompletion<Void>?
    final class Bare: Module {}
    try composite.register("Bare") { Bare() }
    try composite.register("Loader") { [unowned composite] in
      Probe("Loader") {
        $0.answerLater(Load.self) { [unowned composite] _, _, completion in
          answer = completion
          try? composite.remove("Bare")
        }
      }
    }
    composite.send(Load()) {}
    #expect(composite.journal.changes.contains("Bare freed"))
    answer?()
    await eventually { composite.isIdle }
  }

  @Test func aCompletionsLookUpsAndObjectsAreTheSenders() async throws {
    var answer: EventCompletion<Void>?
    final class Keeper { let owned = OwnedObjects() }
    var kept: Keeper?
    try composite.register("Store") { Probe("Store") }
    try composite.register("Loader") {
      Probe("Loader") { $0.answerLater(Load.self) { _, _, completion in answer = completion } }
    }
    composite.send(Load()) { [composite] in
      _ = composite.module(Probe.self, named: "Store")
      kept = Keeper()
    }
    try composite.register("Late") {
      answer?()
      return Probe("Late")
    }
    #expect(kept != nil)
    let lookUps = composite.journal.entries.compactMap { if case .lookUp(let entry) = $0 { entry } else { nil } }
    expectEqual(lookUps.map(\.by), [nil])
    kept?.owned.own("1", as: "thing") {}
    try #expect(composite.ownedObjects(of: "Late").isEmpty)
  }

  @Test func aCompletionsLookUpIsTheSendersWhenASuspendedHandlerAnswersLast() async throws {
    let gate = CleanupEnd()
    try composite.register("Store") { Probe("Store") }
    try composite.register("Loader") { Probe("Loader") { $0.on(Load.self) { _, _ async in await gate.wait() } } }
    var isAnswered = false
    composite.send(Load()) { [composite] in
      _ = composite.module(Probe.self, named: "Store")
      isAnswered = true
    }
    gate.reach()
    await eventually { isAnswered }
    let lookUps = composite.journal.entries.compactMap { if case .lookUp(let entry) = $0 { entry } else { nil } }
    expectEqual(lookUps.map(\.by), [nil])
  }

  @Test func whatLivesAsLongAsAnEventLivesUntilItsLastAnswer() throws {
    var answer: EventCompletion<Void>?
    try composite.register("Loader") { [log] in
      Probe("Loader") {
        $0.answerLater(Load.self) { loader, _, completion in
          loader.owned.own("spinner", as: "view", lifetime: .event(Load.self)) { log.add("cleaned") }
          answer = completion
        }
      }
    }
    composite.send(Load()) { [log] in log.add("answered") }
    expectEqual(log.lines, [])
    try expectEqual(composite.ownedObjects(of: "Loader").map(\.name), ["spinner"])
    answer?()
    expectEqual(log.lines, ["cleaned", "answered"])
    expectEqual(composite.journal.released.map(\.reason), [.event])
  }

  @Test func anAnswerAfterTheHandlersErrorIsLate() throws {
    var answer: EventCompletion<Void>?
    try composite.register("Loader") {
      Probe("Loader") {
        $0.answerLater(Load.self) { _, _, completion in
          answer = completion
          throw Refusal("no route")
        }
      }
    }
    composite.send(Load()) {}
    answer?()
    let kinds = composite.journal.entries.compactMap { if case .completion(let entry) = $0 { entry.kind } else { nil } }
    expectEqual(kinds, [.late])
    expectEqual(composite.journal.warnings.map(\.kind), [.handlerThrew])
  }

  // MARK: Others

  @Test func aShutdownReturnsWhatAHeldModuleOwns() async throws {
    for name in ["Held", "Free"] {
      try composite.register(name) { [log] in
        let probe = Probe(name)
        probe.owned.own("pool", as: "database") { log.add("\(name) closed") }
        return probe
      }
    }
    var held = composite.module(Probe.self, named: "Held")
    let left = await composite.shutDown(within: .seconds(1))
    expectEqual(left.map { "\($0.owner) \($0.name) \($0.state)" }, ["Held pool live"])
    expectEqual(log.lines, ["Free closed"])
    _ = held.take()
    expectEqual(log.lines, ["Free closed", "Held closed"])
    #expect(await composite.shutDown(within: .seconds(1)).isEmpty)
  }

  /// A helper that outlives its module keeps what the module's bag for it has.
  @Test func aShutdownReturnsWhatAHelperOfAFreedModuleOwns() async throws {
    final class Helper { let owned = OwnedObjects() }
    var helper: Helper?
    try composite.register("Feed") {
      let made = Helper()
      made.owned.own("page", as: .file) {}
      helper = made
      return Probe("Feed")
    }
    let left = await composite.shutDown(within: .seconds(1))
    expectEqual(left.map { "\($0.owner) \($0.name) \($0.state)" }, ["Feed page live"])
    withExtendedLifetime(helper) {}
    helper = nil
    #expect(await composite.shutDown(within: .seconds(1)).isEmpty)
  }

  /// They end with the application, not with a part of it.
  @Test func aShutdownOfAPartReturnsNoObjectsOfTheApplication() async throws {
    var shop: CompositeDelegate?
    try composite.register("Shop") {
      let made = CompositeDelegate()
      shop = made
      try made.register("Cart") {
        let probe = Probe("Cart")
        probe.owned.own("upload", as: "request", lifetime: .application) {}
        return probe
      }
      return made
    }
    let nested = try #require(shop)
    let held = nested.module(Probe.self, named: "Cart")
    #expect(await nested.shutDown(within: .seconds(1)).isEmpty)
    expectEqual(composite.ownedObjects.map(\.name), ["upload"])
    withExtendedLifetime(held) {}
  }

  @Test func aKindOfTheAppsOwnCanHoldItsOwner() throws {
    var held: Probe?
    try composite.register("Player") {
      let probe = Probe("Player")
      probe.owned.own("frames", as: "display link") {}
      probe.owned.own("log", as: .file) {}
      held = probe
      return probe
    }
    try composite.remove("Player")
    let owner = try #require(composite.application.expectations.all.first)
    expectEqual(composite.application.overdueEntry(about: owner).hints.map(\.holder), ["display link frames"])
    #expect(held != nil)
  }

  @Test func aTasksRowHasEndedWhenItsWaitReturns() async throws {
    let bag = OwnedObjects(owner: "Bag", in: composite)
    for _ in 1...200 {
      let task = bag.task("load") { await Task.yield() }
      try await task.wait()
      expectEqual(task.object.state, .released)
    }
    #expect(composite.journal.released.allSatisfy { $0.reason == .finished })
  }

  @Test func eventsThatLeadToOneMoreEachAreNoSeries() throws {
    struct Many: LifecycleEvent {}
    var (ticks, isQueued) = (0, false)
    try probe("Clock", owns: nil) { [unowned composite] handlers in
      handlers.on(Many.self) { [unowned composite] _, _ in
        for _ in 0..<CompositeDelegate.maximumCycleLength + 100 { composite.send(Tick()) }
        isQueued = true
      }
      handlers.on(Tick.self) { [unowned composite] _, _ in
        ticks += 1
        if !isQueued { composite.enqueue(Tick()) }
      }
    }
    composite.send(Many())
    expectEqual(ticks, 2 * (CompositeDelegate.maximumCycleLength + 100))
    #expect(sentences.isEmpty)
  }

  @Test func anObjectWithoutABagIsCleanedOnTheMainActor() async {
    final class Thumbnail {}
    let thumbnail = Thumbnail()
    let object = composite.own(for: thumbnail, "cache", as: .file) { [log] in log.add("cleaned") }
    await Task.detached { object.cancel() }.value
    await object.waitUntilReleased()
    expectEqual(log.lines, ["cleaned"])
    let entry = composite.journal.released.first
    #expect(entry?.reason == .cancelled && entry?.thread == "main")
    withExtendedLifetime(thumbnail) {}
  }
}

extension CleanupEnd {
  fileprivate static var reached: CleanupEnd {
    let end = CleanupEnd()
    end.reach()
    return end
  }
}
