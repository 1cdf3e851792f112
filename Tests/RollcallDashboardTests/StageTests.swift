import ModuleLifecycleTesting
import RollcallInspection
import RollcallRecordings
import RollcallTerminalUI
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallDashboard

/// Modules that take time to start and stop.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct StageTests {
  private let started = CleanupEnd()
  private let closed = CleanupEnd()
  private let sleeper = Sleeper()
  private let driver: Driver

  init() throws {
    let (started, closed) = (started, closed)
    driver = try Driver(size: Size(width: 80, height: 24), sleeper: sleeper) { composite, _ in
      try composite.register("Database") { SlowDatabase(started: started, closed: closed) }
      try composite.register("Web", role: .main) { Idle() }
    }
  }

  private func wait(_ duration: Duration) {
    driver.pull()
    driver.wait(duration)
  }

  private func eventually(_ condition: () -> Bool) async { while !condition() { await Task.yield() } }

  private var stage: ModuleStage? { driver.composite.modules.first?.stage }

  @Test func aWaitingLaunchNamesTheModule() async throws {
    defer { sleeper.end() }
    let launch = Task { try await driver.composite.launch() }
    await eventually { stage == .starting }
    wait(.milliseconds(99))
    #expect(!driver.lines[1].contains("waits"), "too short to notice")
    wait(.milliseconds(12_001))
    #expect(driver.lines[1].hasPrefix(" The launch waits for Database, 12 s."))
    expectEqual(driver.line(with: "1 Database")?.contains(" starts "), true)
    expectEqual(driver.state.tickInterval, .milliseconds(500))
    started.reach()
    try await launch.value
    wait(.milliseconds(1))
    #expect(!driver.lines[1].contains("waits") && driver.line(with: "1 Database")?.contains(" runs ") == true)
    #expect(driver.state.tickInterval == nil)
  }

  @Test func aLinkThatWaitsForAModuleIsShown() async throws {
    defer { sleeper.end() }
    let launch = Task { try await driver.composite.launch() }
    await eventually { stage == .starting }
    driver.composite.send(OpenURL.example)
    wait(.milliseconds(300))
    driver.press(.character("2"), .character("z"))
    expectEqual(driver.line(with: "held")?.contains("300 ms"), true, "\(driver.lines)")
    driver.press(.character("z"), .character("1"), .home, .enter)
    let link = try #require(driver.state.application.history.latest?.id)
    #expect(driver.line(with: "held openURL #\(link), for 300.0 ms: it waits for the start") != nil, "\(driver.lines)")
    expectEqual(driver.state.tickInterval, .milliseconds(500))
    started.reach()
    try await launch.value
    wait(.milliseconds(1))
    #expect(driver.line(with: "it waits for the start") == nil && driver.state.application.held.isEmpty)
  }

  @Test func whatWaitsForARemovedModuleIsNoLongerShown() async throws {
    defer { sleeper.end() }
    let launch = Task { try await driver.composite.launch() }
    await eventually { stage == .starting }
    driver.composite.send(OpenURL.example)
    driver.pull()
    #expect(!driver.state.application.held.isEmpty)
    try driver.composite.remove("Database")
    driver.pull()
    #expect(driver.state.application.held.isEmpty)
    started.reach()
    try await launch.value
  }

  @Test func aWaitingShutdownNamesTheObject() async throws {
    defer { sleeper.end() }
    started.reach()
    try await driver.composite.launch()
    let shutDown = Task { await driver.composite.shutDown(within: .seconds(3_600)) }
    await eventually { driver.composite.ownedObjects.first?.state == .releasing }
    wait(.seconds(12))
    #expect(driver.lines[1].hasPrefix(" The shutdown waits for Database: database pool, 12 s."))
    closed.reach()
    #expect(await shutDown.value.isEmpty)
    wait(.milliseconds(1))
    #expect(!driver.lines[1].contains("waits"))
  }

  @Test func anObjectPastItsLimitIsNoLongerAwaited() async throws {
    var model = ApplicationModel(Hello(application: "Shop", startedNanoseconds: 0))
    let pool = OwnedObjectFacts(
      id: 3, owner: "Database", ownerID: 7, number: 1, kind: "database", name: "pool", lifetime: "module")
    model.apply([
      .owned(OwnedEntry(pool)),
      .module(ModuleEntry(change: .removed, name: "Database", owner: 7, atNanoseconds: 1, cause: .teardown)),
      .releasing(ReleasingEntry(pool, reason: .ownerReleased, atNanoseconds: 2)),
    ])
    expectEqual(model.holdUp, .init(isLaunch: false, name: "Database", object: "database pool", since: 2))
    var warning = WarningEntry(kind: .shutDownHeldUp, atNanoseconds: 3)
    warning.ownerID = 7
    model.apply([.warning(warning)])
    #expect(model.holdUp != nil, "the shutdown still waits for it")
    warning.limitNanoseconds = 1
    model.apply([.warning(warning)])
    #expect(model.holdUp == nil)
  }

  @Test func aStoppingServiceIsAwaited() {
    var hello = Hello(application: "Shop", startedNanoseconds: 0)
    hello.modules = [
      ModuleStatus(id: ModuleID(rawValue: 1), name: "HTTP", order: 1, owner: 4, stage: .stopping, stageNanoseconds: 5)
    ]
    var model = ApplicationModel(hello)
    expectEqual(model.holdUp, .init(isLaunch: false, name: "HTTP", since: 5))
    let stopped = ModuleEntry(change: .stopped, id: ModuleID(rawValue: 1), name: "HTTP", owner: 4, atNanoseconds: 6)
    model.apply([.module(stopped)])
    #expect(model.holdUp == nil)
  }

  @Test func linesReportEachStage() async throws {
    defer { sleeper.end() }
    started.reach()
    var reporter = PlainReporter(driver.state)
    try await driver.composite.launch()
    wait(.milliseconds(1))
    let lines = driver.entries.flatMap { reporter.lines(after: .entries([$0]), in: driver.state) }
    #expect(lines.contains("Database is starting.") && lines.contains("Database has started."))
    let failed = ModuleEntry(
      change: .stopped, id: ModuleID(rawValue: 9), name: "HTTP", owner: 4, atNanoseconds: 6, error: "port taken")
    expectEqual(
      reporter.lines(after: .entries([.module(failed)]), in: driver.state).last, "HTTP has failed: \"port taken\".")
  }
}

private final class SlowDatabase: StartingModule {
  let owned = OwnedObjects()
  private let started: CleanupEnd
  private let closed: CleanupEnd

  init(started: CleanupEnd, closed: CleanupEnd) { (self.started, self.closed) = (started, closed) }

  static func handlers(_ handlers: inout ModuleHandlers<SlowDatabase>) {
    handlers.answer(OpenURL.self) { _, _ in true }
  }

  func start() async throws {
    await started.wait()
    owned.own(closing: closed, "pool", as: "database") { await $0.wait() }
  }
}

private final class Idle: Module {
  let owned = OwnedObjects()
}
