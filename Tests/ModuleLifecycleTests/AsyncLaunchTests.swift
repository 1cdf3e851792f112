import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// A launch whose modules take time to start.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct AsyncLaunchTests {
  private let patience = CleanupEnd()
  private let composite: CompositeDelegate
  private let log = Log()

  init() {
    composite = CompositeDelegate { [patience] duration in
      if duration == Application.patience {
        let cancelled = CleanupEnd()
        return await withTaskCancellationHandler {
          await CleanupEnd.first(of: [patience, cancelled]).wait()
        } onCancel: {
          cancelled.reach()
        }
      }
      try await Task.sleep(for: .seconds(3_600))
    }
  }

  private func register(
    _ name: String, isRequired: Bool = false, start: @escaping @MainActor (Starter) async throws -> Void = { _ in }
  ) throws {
    try composite.register(name, isRequired: isRequired) { [log] in Starter(name, log: log, start: start) }
  }

  private var stages: [String] { composite.modules.map { "\($0.name) \($0.stage?.rawValue ?? "-")" } }

  @Test func modulesStartOneAfterTheOtherBetweenTheEvents() async throws {
    let gate = CleanupEnd()
    try register("Database") { _ in await gate.wait() }
    try composite.register("Plain") { Probe("Plain") }
    try register("Web")
    let launch = Task { try await composite.launch(DidFinishLaunching(options: ["port": "80"])) }
    await eventually { log.lines.contains("Database starts") }
    expectEqual(log.lines, ["Database will [\"port\": \"80\"]", "Web will [\"port\": \"80\"]", "Database starts"])
    expectEqual(stages, ["Database starting", "Plain -", "Web -"])
    await #expect(throws: LaunchError.underWay) { try await composite.launch() }
    gate.reach()
    try await launch.value
    expectEqual(
      log.lines.suffix(5),
      [
        "Database started", "Web starts", "Web started", "Database did [\"port\": \"80\"]",
        "Web did [\"port\": \"80\"]",
      ])
    #expect(stages == ["Database started", "Plain -", "Web started"] && composite.state == .inactive)
    expectEqual(
      composite.journal.changes.suffix(4), ["Database starting", "Database started", "Web starting", "Web started"])
  }

  @Test func aModuleThatIsNotRequiredCanFail() async throws {
    try register("Cache") { _ in throw Refusal("no memory") }
    try register("Web")
    try await composite.launch()
    #expect(stages == ["Cache failed", "Web started"] && composite.state == .inactive)
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "Cache could not start: \"no memory\". The launch continued without it."
      ])
    let entry = composite.journal.moduleEntries.last { $0.name == "Cache" }
    #expect(entry?.stage == .failed && entry?.change == .stopped && entry?.error == "no memory")
  }

  @Test func aRequiredModuleThatFailsEndsTheLaunchAndAllAreRemovedInReverse() async throws {
    try register("Database") { [log] starter in
      starter.owned.own(closing: log, "pool", as: "database") { $0.add("pool closed") }
      starter.owned.own(log, "admin", as: "socket") { $0.add("admin closed") }
    }
    try register("Web", isRequired: true) { [log] starter in
      starter.owned.own(log, "half open", as: "socket") { $0.add("half open closed") }
      throw Refusal("port taken")
    }
    try register("Never")
    let problem = await #expect(throws: LaunchError.self) { try await composite.launch() }
    expectEqual(problem?.description, "The launch was aborted: Web is required and threw \"port taken\".")
    expectEqual(log.lines.suffix(3), ["half open closed", "admin closed", "pool closed"])
    #expect(!log.lines.contains("Never starts") && composite.modules.allSatisfy { !$0.isPresent })
    #expect(composite.state == .notRunning && composite.ownedObjects.isEmpty)
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "didFinishLaunching was aborted: Web is required and threw \"port taken\". "
          + "Started modules are removed, last first."
      ])
    expectEqual(
      composite.journal.moduleEntries.filter { $0.change == .removed }.map(\.cause),
      [
        .launchAborted, .launchAborted, .launchAborted,
      ])
  }

  @Test func aRequiredModuleThatThrowsInTheEventEndsTheLaunchToo() async throws {
    try register("Database") { [log] starter in
      starter.owned.own(closing: log, "pool", as: "database") { $0.add("pool closed") }
    }
    try composite.register("Scene", isRequired: true) {
      Probe("Scene") { $0.on(DidFinishLaunching.self) { _, _ in throw Refusal("no window") } }
    }
    await #expect(throws: LaunchError.failed(module: "Scene", reason: "no window")) { try await composite.launch() }
    #expect(log.lines.last == "pool closed" && composite.modules.allSatisfy { !$0.isPresent })
    try composite.recreateModules()
    #expect(composite.modules.allSatisfy { $0.isPresent && $0.stage == nil })
  }

  @Test func aSlowModuleIsReportedWhileItStarts() async throws {
    let gate = CleanupEnd()
    try register("Database") { _ in await gate.wait() }
    let launch = Task { try await composite.launch() }
    await eventually { log.lines.contains("Database starts") }
    patience.reach()
    await eventually { !composite.journal.warnings.isEmpty }
    let warning = composite.journal.warnings.first
    #expect(warning?.kind == .launchHeldUp && warning?.module == "Database" && warning?.isUnderWay == true)
    expectEqual(warning?.sentence.hasPrefix("The launch waits for Database, which has been starting for "), true)
    gate.reach()
    try await launch.value
  }

  @Test func aCallerCanWaitForTheEndOfTheLaunch() async throws {
    let gate = CleanupEnd()
    try register("Database") { _ in await gate.wait() }
    let (waiter, impatient) = (
      Task { [composite, log] in
        try await composite.waitUntilLaunched()
        log.add("listens")
      }, Task { [composite] in try await composite.waitUntilLaunched() }
    )
    impatient.cancel()
    await #expect(throws: CancellationError.self) { try await impatient.value }
    let launch = Task { try await composite.launch() }
    await eventually { log.lines.contains("Database starts") }
    gate.reach()
    try await launch.value
    try await waiter.value
    expectEqual(log.lines.suffix(2), ["Database did [:]", "listens"])
    try await composite.waitUntilLaunched()
  }

  @Test func aTeardownInterruptsTheLaunch() async throws {
    let gate = CleanupEnd()
    try register("Database") { _ in await gate.wait() }
    try register("Web")
    let launch = Task { try await composite.launch() }
    await eventually { log.lines.contains("Database starts") }
    try composite.recreateModules()
    gate.reach()
    await #expect(throws: LaunchError.interrupted) { try await launch.value }
    #expect(!log.lines.contains("Web starts") && composite.modules.allSatisfy { $0.isPresent && $0.stage == nil })
  }

  @Test func aCancelledLaunchLeavesNoModules() async throws {
    try register("Database") { _ in try await Task.sleep(for: .seconds(3_600)) }
    let launch = Task { try await composite.launch() }
    await eventually { log.lines.contains("Database starts") }
    launch.cancel()
    await #expect(throws: CancellationError.self) { try await launch.value }
    #expect(composite.modules.allSatisfy { !$0.isPresent } && composite.state == .notRunning)
  }

  @Test func aCancelledLaunchNamesTheModuleThatIsStarting() async throws {
    try register("Database") { _ in try await Task.sleep(for: .seconds(3_600)) }
    let launch = Task { try await composite.launch() }
    await eventually { log.lines.contains("Database starts") }
    launch.cancel()
    let warning = try #require(composite.journal.warnings.first)
    #expect(warning.kind == .launchCancelled && warning.module == "Database")
    #expect(warning.sentence.hasPrefix("The launch was cancelled while Database was starting, after "))
    await #expect(throws: CancellationError.self) { try await launch.value }
  }

  @Test func aCancelledLaunchWaitsForCleanups() async throws {
    let gate = CleanupEnd()
    try register("Database") { [log] starter in
      starter.owned.own(closing: log, "pool", as: "database") { log in
        await gate.wait()
        log.add("pool closed")
      }
    }
    try register("Web") { _ in try await Task.sleep(for: .seconds(3_600)) }
    let launch = Task { try await composite.launch() }
    await eventually { log.lines.contains("Web starts") }
    launch.cancel()
    let end = Task { [log] in
      _ = await launch.result
      log.add("launch ended")
    }
    await eventually { composite.pendingWork(withLastLines: false).map(\.kind) == [.cleaning("database pool")] }
    for _ in 1...1_000 { await Task.yield() }
    expectEqual(log.lines.last, "Web starts")
    gate.reach()
    await end.value
    #expect(log.lines.suffix(2) == ["pool closed", "launch ended"] && composite.ownedObjects.isEmpty)
  }

  @Test func aStartThatIgnoresItsCancellationIsGivenUpAfterHalfOfTheLimit() async throws {
    let (gate, isHalf) = (CleanupEnd(), CleanupEnd())
    let composite = CompositeDelegate { [patience] duration in
      if duration == .seconds(4) { return await isHalf.wait() }
      if duration == Application.patience { return await patience.wait() }
      try await Task.sleep(for: .seconds(3_600))
    }
    try composite.register("Cache") { [log] in
      Starter("Cache", log: log) { starter in
        starter.owned.own(closing: log, "pages", as: "cache") { $0.add("pages closed") }
      }
    }
    try composite.register("Database") { [log] in Starter("Database", log: log) { _ in await gate.wait() } }
    let launch = Task { try await composite.launch(cleaningUpWithin: .seconds(8)) }
    await eventually { log.lines.contains("Database starts") }
    launch.cancel()
    expectEqual(composite.pendingWork(withLastLines: false).map(\.name), ["Database"])
    // The launch does not wait for it any more.
    patience.reach()
    isHalf.reach()
    await #expect(throws: CancellationError.self) { try await launch.value }
    #expect(!composite.journal.warnings.contains { $0.kind == .launchHeldUp })
    #expect(log.lines.last == "pages closed" && composite.modules.allSatisfy { !$0.isPresent })
    gate.reach()
    await eventually { composite.pendingWork(withLastLines: false).isEmpty }
  }

  @Test func whoWaitsIsToldWhyTheLaunchHasEnded() async throws {
    try register("Database", isRequired: true) { [log] _ in
      if log.lines.count < 3 { throw Refusal("no route") }
    }
    let waiter = Task { [composite] in try await composite.waitUntilLaunched() }
    let failure = LaunchError.failed(module: "Database", reason: "no route")
    await #expect(throws: failure) { try await composite.launch() }
    await #expect(throws: failure) { try await waiter.value }
    await #expect(throws: failure) { try await composite.waitUntilLaunched() }
    try composite.recreateModules()
    let second = Task { [composite] in try await composite.waitUntilLaunched() }
    try await composite.launch()
    try await second.value
  }

  @Test func whoWaitsIsToldWhenTheApplicationEndsBeforeALaunch() async throws {
    let cancelled = Task { [composite] in try await composite.waitUntilLaunched() }
    composite.application.life.cancelLaunch(in: 0)
    await #expect(throws: CancellationError.self) { try await cancelled.value }
    let other = CompositeDelegate()
    let interrupted = Task { try await other.waitUntilLaunched() }
    await other.shutDown(within: .seconds(1))
    await #expect(throws: LaunchError.interrupted) { try await interrupted.value }
  }

  @Test func modulesOfANestedCompositeStartAtItsPosition() async throws {
    try composite.register("Shop") { [log] in
      let shop = CompositeDelegate()
      try shop.register("Cart") { Starter("Cart", log: log) { _ in } }
      return shop
    }
    try register("Web")
    try await composite.launch()
    expectEqual(log.lines.filter { $0.hasSuffix("starts") }, ["Cart starts", "Web starts"])
  }

  @Test func aModuleRegisteredAfterTheLaunchStartsAtOnce() async throws {
    try await composite.launch()
    try register("Web")
    await eventually { stages == ["Web started"] }
    try composite.remove("Web")
    try composite.restore("Web")
    expectEqual(composite.modules.map(\.stage), [nil])
    await eventually { stages == ["Web started"] }
  }

  @Test func aLaunchThatDoesNotWaitStartsModulesToo() async throws {
    let gate = CleanupEnd()
    try register("Database") { _ in await gate.wait() }
    try composite.register("Shop") { [log] in
      let shop = CompositeDelegate()
      try shop.register("Cart") { Starter("Cart", log: log) { _ in } }
      return shop
    }
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["Database did [:]", "Cart did [:]"])
    await eventually { log.lines.last == "Database starts" }
    gate.reach()
    await eventually { log.lines.last == "Cart started" }
    expectEqual(stages, ["Database started", "Shop -", "Cart started"])
  }

  @Test func aModuleRegisteredWhileAnotherStartsIsStartedAfterIt() async throws {
    try register("Plugins") { [unowned composite, log] _ in
      try composite.register("Plugin") { Starter("Plugin", log: log) { _ in } }
    }
    try await composite.launch()
    expectEqual(log.lines.filter { $0.hasSuffix("started") }, ["Plugins started", "Plugin started"])
  }
}

/// A module whose start a test provides.
private final class Starter: StartingModule {
  let owned = OwnedObjects()
  private let name: String
  private let log: Log
  private let body: @MainActor (Starter) async throws -> Void

  init(_ name: String, log: Log, start: @escaping @MainActor (Starter) async throws -> Void) {
    (self.name, self.log, body) = (name, log, start)
  }

  static func handlers(_ handlers: inout ModuleHandlers<Starter>) {
    handlers.on(WillFinishLaunching.self) { $0.log.add("\($0.name) will \($1.options)") }
    handlers.on(DidFinishLaunching.self) { $0.log.add("\($0.name) did \($1.options)") }
  }

  func start() async throws {
    log.add("\(name) starts")
    try await body(self)
    log.add("\(name) started")
  }
}

extension Journal {
  fileprivate var moduleEntries: [ModuleEntry] {
    entries.compactMap { if case .module(let entry) = $0 { entry } else { nil } }
  }
}
