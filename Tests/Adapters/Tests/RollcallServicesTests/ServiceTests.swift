import Logging
import ModuleLifecycle
import RollcallRecordings
import RollcallServices
import ServiceLifecycle
import Synchronization
import Testing

/// A composite and services in a real service group.
@Suite(.timeLimit(.minutes(10))) @MainActor struct ServiceTests {
  private let composite = CompositeDelegate(name: "Server")
  private let log = Lines()

  private func group(_ services: [any Service]) -> ServiceGroup {
    ServiceGroup(services: services, logger: quiet)
  }

  private var changes: [String] {
    composite.journal.all.compactMap(\.module).filter { $0.change != .registered }.map { module in
      "\(module.name) \(module.stage?.description ?? module.change.description)"
    }
  }

  private var warnings: [WarningEntry] { composite.journal.all.compactMap(\.warning) }

  private func stage(_ name: String) -> ModuleStage? { composite.modules.first { $0.name == name }?.stage }

  @Test func aGroupLaunchesAndShutsDown() async throws {
    try composite.register("Database") { [log] in DatabaseProbe(log) }
    let ready = Gate()
    let web = try Waiting(log).observed(by: composite, as: "Web") { _ in await ready.wait() }
    let group = group([CompositeService(composite), web])
    let running = Task { try await group.run() }
    await eventually { composite.state == .inactive && stage("Web") == .started }
    #expect(stage("Database") == .started)
    ready.open()
    await eventually { stage("Web") == .ready }
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(
      changes.filter { $0.hasPrefix("Web") }
        == ["Web started", "Web ready", "Web stopping", "Web stopped", "Web removed", "Web freed"])
    #expect(log.all.suffix(3) == ["Web stopped", "Database terminates", "Database closed"])
    #expect(composite.state == .terminated && warnings.isEmpty && composite.ownedObjects.isEmpty)
  }

  @Test func aRequiredModuleThatCannotStartEndsTheGroup() async throws {
    try composite.register("Database", isRequired: true) { [log] in DatabaseProbe(log, problem: "no route") }
    let web = try Waiting(log).observed(by: composite, as: "Web")
    let problem = await #expect(throws: LaunchError.self) { try await group([CompositeService(composite), web]).run() }
    #expect(problem?.description == "The launch was aborted: Database is required and threw \"no route\".")
    #expect(warnings.map(\.kind) == [.launchAborted])
  }

  @Test func aShutdownEndsAWaitingLaunch() async throws {
    try composite.register("Database") { [log] in DatabaseProbe(log, waits: true) }
    let group = group([CompositeService(composite)])
    let running = Task { try await group.run() }
    await eventually { stage("Database") == .starting }
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(composite.state == .notRunning && composite.modules.allSatisfy { !$0.isPresent })
  }

  @Test func aServiceThatReturnsEarlyIsNamed() async throws {
    let early = try Returning().observed(by: composite, as: "Jobs")
    await #expect(throws: (any Error).self) { try await group([early]).run() }
    #expect(warnings.map(\.sentence) == ["Jobs returned without being asked to shut down."])
    #expect(stage("Jobs") == .stopped)
  }

  @Test func aServiceThatThrowsIsNamed() async throws {
    let failing = try Returning(problem: Problem("disk full")).observed(by: composite, as: "Jobs")
    await #expect(throws: (any Error).self) { try await group([failing]).run() }
    #expect(warnings.map(\.sentence) == ["Jobs threw \"disk full\" and has ended."])
    #expect(stage("Jobs") == .failed && changes == ["Jobs started", "Jobs failed"])
  }

  /// The group treats that as a failure, too.
  @Test func aServiceThatThrowsCancellationOnGracefulShutdownHasFailed() async throws {
    let sleeper = try Sleeper().observed(by: composite, as: "Jobs")
    let group = group([sleeper])
    let running = Task { try await group.run() }
    await eventually { stage("Jobs") == .started }
    await group.triggerGracefulShutdown()
    await #expect(throws: CancellationError.self) { try await running.value }
    #expect(warnings.map(\.sentence) == ["Jobs threw \"CancellationError()\" and has ended."])
    #expect(stage("Jobs") == .failed)
  }

  @Test func aServiceThatIgnoresItsCancellationIsReported() async throws {
    let patience = Gate()
    let composite = CompositeDelegate(sleep: { _ in await patience.wait() })
    let gate = Gate()
    let deaf = try Deaf(gate: gate).observed(by: composite, as: "Jobs")
    let running = Task { try await deaf.run() }
    await eventually { composite.modules.first?.stage == .started }
    running.cancel()
    await eventually { composite.modules.first?.stage == .stopping }
    patience.open()
    let isWarned = { composite.journal.all.contains { $0.warning?.kind == .shutDownHeldUp } }
    await eventually { isWarned() }
    for warning in warnings {
      #expect(warning.sentence.hasPrefix("The shutdown waits for Jobs (") && warning.isUnderWay)
    }
    gate.open()
    try await running.value
    #expect(composite.modules.first?.stage == .stopped)
  }

  @Test func aNameCanBeUsedOnce() throws {
    _ = try Returning().observed(by: composite, as: "Jobs")
    #expect(throws: CompositeError.duplicateName("Jobs")) { try Returning().observed(by: composite, as: "Jobs") }
  }
}

// MARK: - Services and modules

private final class DatabaseProbe: StartingModule {
  let owned = OwnedObjects()
  private let log: Lines
  private let problem: String?
  private let waits: Bool

  init(_ log: Lines, problem: String? = nil, waits: Bool = false) {
    (self.log, self.problem, self.waits) = (log, problem, waits)
  }

  static func handlers(_ handlers: inout ModuleHandlers<DatabaseProbe>) {
    handlers.on(WillTerminate.self) { database, _ in database.log.add("Database terminates") }
  }

  func start() async throws {
    if let problem { throw Problem(problem) }
    if waits { try await Task.sleep(for: .seconds(3_600)) }
    owned.own(closing: log, "pool", as: "database") { $0.add("Database closed") }
  }
}

/// Waits for the graceful shutdown.
private struct Waiting: Service {
  let log: Lines
  init(_ log: Lines) { self.log = log }

  func run() async throws {
    try await gracefulShutdown()
    log.add("Web stopped")
  }
}

/// Returns or throws at once.
private struct Returning: Service {
  var problem: Problem?
  func run() async throws { if let problem { throw problem } }
}

/// Throws when it is asked to shut down.
private struct Sleeper: Service {
  func run() async throws { try await cancelWhenGracefulShutdown { try await Task.sleep(for: .seconds(3_600)) } }
}

/// Ignores cancellation.
private struct Deaf: Service {
  let gate: Gate
  func run() async { await gate.wait() }
}

extension Journal {
  fileprivate var all: [JournalEntry] { reader().read(bytes: .max) }
}
