import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallExperiments

/// Modules that are left out of a launch, or created after it.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct ExperimentTests {
  private final class Starter: StartingModule {
    let owned = OwnedObjects()
    func start() async {}
  }

  private final class Waiter: StartingModule {
    let owned = OwnedObjects()
    private let gate: CleanupEnd
    init(_ gate: CleanupEnd) { self.gate = gate }
    func start() async { await gate.wait() }
  }

  private let log = Log()

  private func register(
    _ names: String..., role: ModuleRole = .ordinary, after: [String] = [], isRequired: Bool = false, isOn: Bool = true,
    on composite: CompositeDelegate
  ) throws {
    for name in names {
      try composite.register(name, role: role, after: after, isRequired: isRequired, isOn: isOn) { [log] in
        log.add("\(name) made")
        return Probe(name, log: log) { handlers in
          handlers.on(DidFinishLaunching.self) { probe, _ in probe.log.add("\(probe.name) launched") }
          handlers.on(Tick.self) { probe, _ in probe.log.add("\(probe.name) tick") }
        }
      }
    }
  }

  private func makeComposite(_ experiments: Experiments) -> CompositeDelegate {
    let composite = CompositeDelegate()
    composite.conduct(experiments)
    return composite
  }

  /// Changes to modules, with their causes.
  private func changes(of composite: CompositeDelegate) -> [String] {
    composite.journal.entries.compactMap { entry in
      guard case .module(let module) = entry else { return nil }
      return "\(module.name) \(module.change)\(module.cause.map { " \($0.rawValue)" } ?? "")"
    }
  }

  private func sentences(of composite: CompositeDelegate) -> [String] { composite.journal.warnings.map(\.sentence) }

  private func experiments(of composite: CompositeDelegate) -> [String?] {
    composite.modules.map { $0.experiment?.rawValue }
  }

  // MARK: Left out

  @Test func aModuleThatIsLeftOutIsNeverCreated() async throws {
    let composite = makeComposite(Experiments(leavingOut: ["Ads"]))
    try register("Feed", "Ads", "Shop", on: composite)
    composite.send(DidFinishLaunching())
    composite.mark("first frame")
    await composite.settle()
    expectEqual(log.lines, ["Feed made", "Shop made", "Feed launched", "Shop launched"])
    expectEqual(changes(of: composite), ["Feed registered", "Ads registered leftOut", "Shop registered"])
    expectEqual(composite.modules.map(\.name), ["Feed", "Ads", "Shop"])
    #expect(
      composite.modules.map(\.isOn) == [true, false, true] && experiments(of: composite) == [nil, "leftOut", nil])
    try composite.recreateModules()
    #expect(log.lines.suffix(2) == ["Feed made", "Shop made"] && sentences(of: composite) == [])
  }

  @Test func theApplicationCanSwitchOnAModuleThatIsLeftOut() throws {
    let composite = makeComposite(Experiments(leavingOut: ["Ads"]))
    try register("Ads", on: composite)
    try composite.set("Ads", isOn: true)
    #expect(log.lines == ["Ads made"] && experiments(of: composite) == [nil])
  }

  // MARK: Deferred

  @Test func deferredModulesAreCreatedAfterTheLaunchInTheirOrder() async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments", "Ads"]))
    try register("Ads", "Feed", "Payments", on: composite)
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["Feed made", "Feed launched"])
    expectEqual(experiments(of: composite), ["deferred", nil, "deferred"])
    await eventually { log.lines.count == 6 }
    expectEqual(log.lines.suffix(4), ["Ads made", "Ads launched", "Payments made", "Payments launched"])
    expectEqual(
      changes(of: composite),
      [
        "Ads registered deferred", "Feed registered", "Payments registered deferred", "Ads switchedOn deferred",
        "Payments switchedOn deferred",
      ])
    expectEqual(composite.journal.dispatches.map(\.isReplay), [false, true, true])
    #expect(experiments(of: composite) == [nil, nil, nil] && sentences(of: composite) == [])
    composite.send(Tick())
    expectEqual(log.lines.suffix(3), ["Ads tick", "Feed tick", "Payments tick"])
  }

  @Test func deferredModulesWaitForTheMark() async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"], until: "first frame"))
    try register("Payments", on: composite)
    composite.send(DidFinishLaunching())
    composite.mark("other")
    await composite.settle()
    expectEqual(log.lines, [])
    composite.mark("first frame")
    expectEqual(log.lines, [])
    await eventually { log.lines.count == 2 }
    expectEqual(log.lines, ["Payments made", "Payments launched"])
  }

  @Test(arguments: [true, false]) func aMarkDuringTheLaunchCountsWhenTheLaunchIsOver(isOn: Bool) async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"], until: "first frame"))
    composite.journal.isEnabled = isOn
    try register("Payments", on: composite)
    composite.mark("first frame")
    await composite.settle()
    expectEqual(log.lines, [])
    composite.send(DidFinishLaunching())
    await eventually { log.lines.count == 2 }
  }

  @Test func aDeferredModuleIsStarted() async throws {
    let composite = makeComposite(Experiments(deferring: ["Database"]))
    try composite.register("Database") { Starter() }
    try await composite.launch()
    #expect(composite.modules[0].stage == nil)
    await eventually { composite.modules[0].stage == .started }
    expectEqual(
      changes(of: composite),
      [
        "Database registered deferred", "Database switchedOn deferred", "Database starting", "Database started",
      ])
  }

  @Test func nothingIsCreatedAfterALaunchThatFails() async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"]))
    try register("Payments", on: composite)
    try composite.register("Session", isRequired: true) {
      Probe("Session") { $0.on(DidFinishLaunching.self) { _, _ in throw Refusal("no") } }
    }
    await #expect(throws: LaunchError.failed(module: "Session", reason: "no")) { try await composite.launch() }
    composite.send(DidFinishLaunching())
    await composite.settle()
    expectEqual(log.lines, [])
  }

  @Test(arguments: [true, false]) func nothingIsCreatedAfterTheApplicationHasEnded(isTornDown: Bool) async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"]))
    try register("Payments", on: composite)
    composite.send(DidFinishLaunching())
    if isTornDown { composite.tearDown() } else { composite.send(WillTerminate()) }
    await composite.settle()
    expectEqual(log.lines, [])
  }

  /// A cleanup sets the mark for which the deferred module waits. It would outlive the shutdown.
  @Test func nothingIsCreatedDuringAShutdown() async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"], until: "first frame"))
    try register("Payments", on: composite)
    try composite.register("Store") { [log, weak composite] in
      let store = Probe("Store", log: log)
      store.owned.own(closing: log, "pool", as: "database") { [weak composite] _ in
        await composite?.mark("first frame")
        await composite?.settle()
      }
      return store
    }
    composite.send(DidFinishLaunching())
    #expect(await composite.shutDown(within: .seconds(60)).isEmpty)
    await composite.settle()
    #expect(log.lines == [] && !composite.isAwaitingDeferred)
  }

  @Test func aModuleThatTheApplicationSwitchedOnIsLeftAsItIs() async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"]))
    try register("Payments", on: composite)
    composite.send(DidFinishLaunching())
    try composite.set("Payments", isOn: true)
    await composite.settle()
    expectEqual(changes(of: composite), ["Payments registered deferred", "Payments switchedOn"])
  }

  @Test func aModuleThatIsOffStaysOff() async throws {
    let composite = makeComposite(Experiments(leavingOut: ["Ads"], deferring: ["Payments"]))
    try register("Ads", "Payments", isOn: false, on: composite)
    composite.send(DidFinishLaunching())
    await composite.settle()
    #expect(changes(of: composite) == ["Ads registered", "Payments registered"] && sentences(of: composite) == [])
  }

  @Test func eachLaunchDefersAgain() async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"], until: "first frame"))
    try register("Feed", "Payments", on: composite)
    for _ in 0..<2 {
      composite.send(DidFinishLaunching())
      expectEqual(log.lines.suffix(2), ["Feed made", "Feed launched"])
      composite.mark("first frame")
      await eventually { log.lines.suffix(2) == ["Payments made", "Payments launched"] }
      try composite.recreateModules()
      expectEqual(experiments(of: composite), [nil, "deferred"])
    }
  }

  @Test func aFactoryThatFailsIsRecordedAndNotCalledAgain() async throws {
    let composite = makeComposite(Experiments(deferring: ["Ads", "Payments"]))
    try composite.register("Ads") { () throws -> Probe in throw Refusal("no network") }
    try register("Payments", on: composite)
    composite.send(DidFinishLaunching())
    await eventually { log.lines.count == 2 }
    #expect(
      changes(of: composite).suffix(2) == ["Ads failed", "Payments switchedOn deferred"]
        && experiments(of: composite) == [nil, nil])
  }

  // MARK: Refused

  @Test func whatTheApplicationCannotDoWithoutIsRegisteredAsUsual() throws {
    let composite = makeComposite(Experiments(leavingOut: ["Session"], deferring: ["Scene"]))
    try register("Scene", role: .main, on: composite)
    try register("Session", isRequired: true, on: composite)
    expectEqual(log.lines, ["Scene made", "Session made"])
    expectEqual(changes(of: composite), ["Scene registered", "Session registered"])
    expectEqual(
      sentences(of: composite),
      [
        "Scene can't be deferred: it is the main module.", "Session can't be left out: it is required.",
      ])
    expectEqual(composite.journal.warnings.map(\.moduleID), composite.modules.map(\.id))
  }

  @Test(arguments: [
    (Experiments(leavingOut: ["Payments"]), "left out"), (Experiments(deferring: ["Payments"]), "deferred"),
  ])
  func whatAnotherModuleMustComeAfterIsCreatedBeforeIt(experiments: Experiments, verb: String) async throws {
    let composite = makeComposite(experiments)
    try register("Payments", "Ads", on: composite)
    try register("Feed", after: ["Ads", "Payments"], on: composite)
    expectEqual(log.lines, ["Ads made", "Payments made", "Feed made"])
    expectEqual(sentences(of: composite), ["Payments can't be \(verb): Feed must come after it."])
    composite.send(DidFinishLaunching())
    await composite.settle()
    expectEqual(log.lines.suffix(3), ["Payments launched", "Ads launched", "Feed launched"])
    expectEqual(changes(of: composite).count, 4)
  }

  @Test func modulesThatComeAfterEachOtherCanBeDeferredTogether() async throws {
    let composite = makeComposite(Experiments(leavingOut: ["Ads", "Banner"], deferring: ["Payments", "Cart"]))
    try register("Ads", "Payments", on: composite)
    try register("Banner", after: ["Ads", "Payments"], on: composite)
    try register("Cart", after: ["Payments"], on: composite)
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, [])
    await eventually { log.lines.count == 4 }
    expectEqual(log.lines, ["Payments made", "Payments launched", "Cart made", "Cart launched"])
    expectEqual(sentences(of: composite), [])
  }

  @Test func aModuleThatIsNeededAfterAllNeedsThoseThatItComesAfter() throws {
    let composite = makeComposite(Experiments(deferring: ["Session", "Payments"]))
    try register("Session", on: composite)
    try register("Payments", after: ["Session"], on: composite)
    try register("Cart", after: ["Payments"], on: composite)
    expectEqual(log.lines, ["Session made", "Payments made", "Cart made"])
    expectEqual(
      sentences(of: composite),
      [
        "Payments can't be deferred: Cart must come after it.",
        "Session can't be deferred: Payments must come after it.",
      ])
  }

  @Test func aModuleThatIsNeededAfterTheLaunchGetsWhatItMissed() throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"], until: "first frame"))
    try register("Payments", on: composite)
    composite.send(DidFinishLaunching())
    try register("Feed", after: ["Payments"], on: composite)
    expectEqual(log.lines, ["Payments made", "Feed made", "Payments launched"])
  }

  @Test func aModuleThatWasCreatedForOneThatFailedGetsTheLaunchOnce() throws {
    let composite = makeComposite(Experiments(leavingOut: ["Ads"]))
    try register("Ads", on: composite)
    #expect(throws: Refusal.self) {
      try composite.register("Feed", after: ["Ads"]) { () throws -> Probe in throw Refusal("no network") }
    }
    composite.send(DidFinishLaunching())
    try register("Late", on: composite)
    expectEqual(log.lines, ["Ads made", "Ads launched", "Late made"])
  }

  @Test func aNestedRegistrationSendsNothingThatWasMissed() throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"], until: "first frame"))
    try register("Payments", on: composite)
    composite.send(DidFinishLaunching())
    try composite.register("Feed", after: ["Payments"]) {
      let feed = CompositeDelegate()
      try register("Cart", on: feed)
      return feed
    }
    expectEqual(log.lines, ["Payments made", "Cart made", "Payments launched"])
  }

  @Test func aModuleThatIsRegisteredRightAfterTheLaunchIsDeferredToo() async throws {
    let composite = makeComposite(Experiments(deferring: ["Ads", "Payments"]))
    try register("Ads", on: composite)
    composite.send(DidFinishLaunching())
    try register("Payments", on: composite)
    try composite.move("Payments", to: 1)
    await eventually { log.lines.count == 4 }
    expectEqual(log.lines, ["Payments made", "Payments launched", "Ads made", "Ads launched"])
    #expect(!composite.isAwaitingDeferred)
  }

  @Test func aModuleWhoseExperimentWasRefusedIsNotCreatedLater() async throws {
    let composite = makeComposite(Experiments(deferring: ["Session", "Payments"]))
    try composite.register("Session") { () throws -> Probe in throw Refusal("no network") }
    try register("Payments", after: ["Session"], on: composite)
    #expect(throws: Refusal.self) { try register("Cart", after: ["Payments"], on: composite) }
    composite.send(DidFinishLaunching())
    await composite.settle()
    expectEqual(log.lines, [])
  }

  @Test func aModuleThatCouldNotBeSwitchedOnIsStillDeferred() async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"]))
    let attempts = Count()
    try composite.register("Payments") { [log] () throws -> Probe in
      if attempts.raised() == 1 { throw Refusal("no network") }
      return Probe("Payments", log: log)
    }
    #expect(throws: Refusal.self) { try composite.set("Payments", isOn: true) }
    composite.send(DidFinishLaunching())
    await eventually { composite.modules[0].isPresent }
    expectEqual(attempts.value, 2)
  }

  @Test func aModuleThatTheApplicationHasSwitchedOffAndOnIsNotDeferredAgain() async throws {
    let composite = makeComposite(Experiments(deferring: ["Payments"]))
    try register("Payments", on: composite)
    composite.send(DidFinishLaunching())
    await eventually { log.lines.count == 2 }
    try composite.set("Payments", isOn: false)
    try composite.set("Payments", isOn: true)
    try composite.recreateModules()
    expectEqual(log.lines, ["Payments made", "Payments launched", "Payments made"])
  }

  @Test func anotherModuleThatStartsIsNotAwaited() async throws {
    let (composite, gate) = (makeComposite(Experiments(leavingOut: ["Ads"])), CleanupEnd())
    try composite.register("Database") { Waiter(gate) }
    composite.send(DidFinishLaunching())
    #expect(composite.isStarting && !composite.isAwaitingDeferred)
    gate.reach()
    await eventually { !composite.isStarting }
  }

  @Test func anExperimentBeginsOnceAndBeforeTheFirstModule() throws {
    let composite = makeComposite(Experiments(leavingOut: ["Ads"]))
    composite.conduct(.none)
    composite.conduct(Experiments(leavingOut: ["Feed"]))
    try register("Ads", "Feed", on: composite)
    let late = CompositeDelegate()
    try register("Shop", on: late)
    late.conduct(Experiments(leavingOut: ["Cart"]))
    try register("Cart", on: late)
    expectEqual(log.lines, ["Feed made", "Shop made", "Cart made"])
    let sentence = "An experiment has no effect: it has to begin once, before the first module is registered."
    #expect(sentences(of: composite) == [sentence] && sentences(of: late) == [sentence])
  }

  @Test func namesThatNoModuleHasAreReportedOnce() throws {
    let composite = makeComposite(Experiments(leavingOut: ["Zzz"], deferring: ["Paymets", "Payments"]))
    try register("Payments", on: composite)
    for _ in 0..<2 {
      composite.send(DidFinishLaunching())
      try composite.recreateModules()
    }
    expectEqual(
      sentences(of: composite),
      [
        #"No module is named "Zzz", so it is not left out."#,
        #"No module is named "Paymets", so it is not deferred. Did you mean Payments?"#,
      ])
  }

  @Test func modulesOfNestedCompositesDoNotTakePart() throws {
    let composite = makeComposite(Experiments(leavingOut: ["Cart"]))
    try composite.register("Shop") {
      let shop = makeComposite(Experiments(leavingOut: ["Cart"]))
      try register("Cart", on: shop)
      return shop
    }
    expectEqual(log.lines, ["Cart made"])
  }

  // MARK: The environment

  @Test(arguments: [
    (
      #"{"defer":["Payments"],"without":["Ads","Push"],"until":"first frame"}"#,
      Experiments(leavingOut: ["Ads", "Push"], deferring: ["Payments"], until: "first frame")
    ),
    (#"{"defer":["Payments"]}"#, Experiments(deferring: ["Payments"])), ("{}", .none),
  ])
  func anObjectIsAnExperiment(text: String, experiments: Experiments) {
    expectEqual(Experiments(text), experiments)
  }

  @Test(arguments: [
    "", "Payments", "[]", #"{"defer":"Payments"}"#, #"{"defer":[1]}"#, #"{"until":["first frame"]}"#,
    #"{"deferred":["Payments"]}"#, #"{"defer":["Payments"],"later":1}"#,
  ])
  func anythingElseIsReported(text: String) throws {
    let composite = makeComposite(Experiments(text))
    try register("Payments", on: composite)
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["Payments made", "Payments launched"])
    expectEqual(
      sentences(of: composite), ["ROLLCALL_EXPERIMENTS is not understood, so it has no effect: \(text)"])
  }

  @Test func withoutTheVariableThereIsNone() {
    #expect(Experiments.fromEnvironment == .none && Experiments.fromEnvironment(alsoInAppStore: true) == .none)
  }
}

extension CompositeDelegate {
  /// Lets the tasks that are waiting now run, as far as they can.
  fileprivate func settle() async { for _ in 0..<100 { await Task.yield() } }
}
