import Foundation
import Logging
import ModuleLifecycle
import RollcallInspection
import RollcallRecordings
import RollcallServices
import ServiceLifecycle
import Synchronization
import Testing
import UnixSignals

/// A shutdown that begins during the launch, and one that is over its limit.
@Suite(.timeLimit(.minutes(10))) @MainActor struct ShutDownTests {
  private let composite = CompositeDelegate(name: "Server")
  private let reports = Lines()

  private func service(within limit: Duration = .seconds(3_600)) -> CompositeService {
    CompositeService(composite, shutDownWithin: limit) { [reports] in reports.add($0) }
  }

  private var warnings: [WarningEntry.Kind] {
    composite.journal.reader().read(bytes: .max).compactMap(\.warning?.kind)
  }

  private func stage(_ name: String) -> ModuleStage? { composite.modules.first { $0.name == name }?.stage }

  // MARK: During the launch

  @Test func aShutdownDuringTheLaunchNamesTheModuleAndRunsNoServiceThatWaits() async throws {
    let ran = Lines()
    try composite.register("Database") { SlowStart() }
    let group = group([
      service(), try Noting(lines: ran).observed(by: composite, as: "Jobs", startsAfterLaunch: true),
      try Noting(lines: ran).observed(by: composite, as: "HTTP", startsAfterLaunch: true),
    ])
    let running = Task { try await group.run() }
    await eventually { stage("Database") == .starting }
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(ran.all.isEmpty && warnings == [.launchCancelled] && composite.state == .notRunning)
    #expect(composite.modules.allSatisfy { !$0.isPresent })
    await eventually { !reports.all.isEmpty }
    #expect(reports.withoutTimes == ["The launch is cancelled while Database is starting, for TIME so far."])
  }

  @Test func codeThatWaitsForTheLaunchInsideAnObservedServiceIsTold() async throws {
    try composite.register("Database") { SlowStart() }
    let group = group([service(), try Waiting(composite: composite).observed(by: composite, as: "HTTP")])
    let running = Task { try await group.run() }
    await eventually { stage("Database") == .starting && stage("HTTP") == .started }
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(composite.state == .notRunning && stage("Database") == nil)
  }

  @Test func aShutdownThatIsAskedForBeforeTheStartLaunchesNothing() async throws {
    let ran = Lines()
    try composite.register("Database") { SlowStart() }
    let web = try Noting(lines: ran).observed(by: composite, as: "HTTP", startsAfterLaunch: true)
    let group = group([service(), web])
    await group.triggerGracefulShutdown()
    // Some versions run the services and ask them to end, others refuse.
    do { try await group.run() } catch is ServiceGroupError {}
    #expect(composite.state == .notRunning && ran.all.isEmpty && stage("Database") == nil)
  }

  @Test func aLaunchThatFailsEndsTheServicesThatWaitWithoutMoreWarnings() async throws {
    try composite.register("Database", isRequired: true) { SlowStart(problem: "no route") }
    let web = try Noting(lines: reports).observed(by: composite, as: "HTTP", startsAfterLaunch: true)
    let problem = await #expect(throws: LaunchError.self) { try await group([service(), web]).run() }
    #expect(problem == .failed(module: "Database", reason: "no route"))
    #expect(warnings == [.launchAborted] && reports.all.isEmpty)
  }

  @Test func modulesAreClosedInOrderWhenAServiceThrows() async throws {
    let closed = Lines()
    try composite.register("Database") { Closing(lines: closed) }
    let failing = try Failing().observed(by: composite, as: "HTTP", startsAfterLaunch: true)
    await #expect(throws: Problem.self) { try await group([service(), failing]).run() }
    #expect(closed.all == ["closed"] && composite.ownedObjects.isEmpty)
  }

  // MARK: Services with faults

  enum Fault: CaseIterable { case throwing, returning, ignoring }
  enum Phase: CaseIterable { case launching, running, stopping }

  @Test(arguments: Fault.allCases, Phase.allCases)
  func aServiceWithAFaultIsNamedAndTheGroupEnds(_ fault: Fault, _ phase: Phase) async throws {
    let (faults, patience) = (Gate(), Gate())
    if phase == .launching { try composite.register("Database") { SlowStart() } }
    let jobs = try Faulty(fault: fault, waitsForShutDown: phase == .stopping, gate: faults, patience: patience)
      .observed(by: composite, as: "Jobs")
    let group = group([service(within: fault == .ignoring ? .milliseconds(20) : .seconds(3_600)), jobs])
    let running = Task { try await group.run() }
    await eventually {
      stage("Jobs") == .started
        && (phase == .launching ? stage("Database") == .starting : composite.state == .inactive)
    }
    if phase == .stopping { await group.triggerGracefulShutdown() }
    faults.open()
    if fault == .ignoring {
      if phase != .stopping { await group.triggerGracefulShutdown() }
      await eventually { reports.withoutTimes.contains { $0.contains("- Jobs is stopping, for TIME so far") } }
      patience.open()
    }
    let problem: String? =
      switch await running.result {
      case .success: nil
      case .failure(let error): String(describing: type(of: error))
      }
    switch (fault, phase) {
    case (.throwing, _): #expect(problem == "Problem" && warnings.contains(.serviceEnded))
    case (.returning, .launching), (.returning, .running):
      #expect(problem == "ServiceGroupError" && warnings.contains(.serviceEnded))
    case (.returning, .stopping), (.ignoring, _): #expect(problem == nil && !warnings.contains(.serviceEnded))
    }
    #expect(composite.modules.allSatisfy { !$0.isPresent } && composite.ownedObjects.isEmpty)
  }

  // MARK: What is left

  @Test func aModuleThatAServiceHoldsIsNamed() async throws {
    let gate = Gate()
    gate.open()
    try composite.register("Database") { Closing(lines: reports, gate: gate) }
    try composite.register("Cache") { Closing(lines: reports, gate: gate) }
    let holding = Holding(composite: composite)
    let group = group([service(), try holding.observed(by: composite, as: "HTTP", startsAfterLaunch: true)])
    let running = Task { try await group.run() }
    await eventually { composite.modules.last?.stage == .started && composite.state == .inactive }
    await eventually { holding.database != nil }
    await group.triggerGracefulShutdown()
    try await running.value
    #expect(
      reports.all == [
        "closed",
        "The shutdown has ended, and this is left:\n- something still holds Database, which has not closed: database pool",
      ])
    #expect(await composite.shutDown(within: .seconds(1)).map(\.name) == ["pool"])
  }

  // MARK: Over the limit

  @Test func aShutdownOverItsLimitSaysWhatItWaitsFor() async throws {
    let gate = Gate()
    try composite.register("Database") { Closing(lines: reports, gate: gate) }
    let stuck = try Stuck(gate: gate).observed(by: composite, as: "HTTP", startsAfterLaunch: true)
    let group = group([service(within: .milliseconds(20)), stuck])
    let running = Task { try await group.run() }
    await eventually { stage("HTTP") == .started }
    await group.triggerGracefulShutdown()
    await eventually { !reports.all.isEmpty }
    #expect(
      reports.withoutTimes == [
        "The shutdown has reached its limit of TIME. It waits for:\n- HTTP is stopping, for TIME so far"
      ])
    gate.open()
    try await running.value
  }

  @Test func aProcessThatAsksForItEndsWithItsMainActorBlocked() async throws {
    let result = await #expect(processExitsWith: .exitCode(75), observing: [\.standardErrorContent]) {
      try await Server.run(endingBy: .limit)
    }
    try check(result?.standardErrorContent, begins: "The shutdown has reached its limit of TIME. It waits for:")
  }

  @Test func aSecondSignalEndsTheProcess() async throws {
    let result = await #expect(processExitsWith: .exitCode(75), observing: [\.standardErrorContent]) {
      try await Server.run(endingBy: .secondSignal)
    }
    try check(
      result?.standardErrorContent,
      begins: "A second signal asks for the end. The shutdown has taken TIME. It waits for:")
  }

  /// Checks what the process has written to standard error: the folder of its socket, and the report.
  private func check(_ bytes: [UInt8]?, begins beginning: String) throws {
    let lines = String(decoding: try #require(bytes), as: UTF8.self).split(separator: "\n").map(String.init)
    let folder = try #require(lines.first { $0.hasPrefix("folder ") }).dropFirst("folder ".count)
    defer { try? FileManager.default.removeItem(atPath: String(folder)) }
    let report = lines.drop { !$0.contains("shutdown") }.map(\.withoutTimes)
    #expect(
      report == [
        beginning, "- Jobs is stopping, for TIME so far", "- Server handles didBecomeActive, for TIME so far",
        "The process ends with 75.",
      ])
    let left = try FileManager.default.contentsOfDirectory(atPath: String(folder)).sorted()
    #expect(left == ["server.rollcall"], "the socket is removed")
    let recording = try String(contentsOfFile: "\(folder)/server.rollcall", encoding: .utf8)
    #expect(recording.hasSuffix("\n") && recording.contains("\"change\":\"stopping\""), "the recording is complete")
  }

  private func group(_ services: [any Service]) -> ServiceGroup { ServiceGroup(services: services, logger: quiet) }
}

/// A server in a process of its own, whose main actor and one service are stuck.
private enum Server {
  enum End { case limit, secondSignal }

  @MainActor static func run(endingBy end: End) async throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "rollcall-\(UUID().uuidString)").path
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try FileHandle.standardError.write(contentsOf: Data("folder \(folder)\n".utf8))
    let composite = CompositeDelegate(name: "Server")
    try composite.startInspector(directory: folder)
    let recording = try composite.journal.record(to: "\(folder)/server.rollcall")
    let gate = Gate()
    let stuck = try Stuck(gate: gate).observed(by: composite, as: "Jobs", startsAfterLaunch: true)
    let limit: Duration = end == .limit ? .milliseconds(300) : .seconds(3_600)
    let group = ServiceGroup(
      services: [CompositeService(composite, shutDownWithin: limit, endsProcess: true), stuck],
      gracefulShutdownSignals: [.sigterm], logger: quiet)
    let running = Task { @concurrent in try await group.run() }
    await eventually { composite.modules.last?.stage == .started }
    // On another thread, because the main actor is blocked from here on.
    let (isBlocked, news) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let reader = composite.journal.reader { news.signal() }
    try composite.register("Server") { Blocking(isBlocked) }
    Thread.detachNewThread {
      isBlocked.wait()
      kill(getpid(), SIGTERM)
      let isStopping = { reader.read(bytes: .max).contains { $0.module?.stage == .stopping } }
      while !isStopping() { news.wait() }
      // The second signal is watched from a moment later on.
      while end == .secondSignal {
        kill(getpid(), SIGTERM)
        sched_yield()
      }
    }
    composite.send(DidBecomeActive())
    withExtendedLifetime(recording) {}
    try await running.value
  }
}

// MARK: - Modules and services

private final class SlowStart: StartingModule {
  let owned = OwnedObjects()
  private let problem: String?
  init(problem: String? = nil) { self.problem = problem }

  func start() async throws {
    if let problem { throw Problem(problem) }
    try await Task.sleep(for: .seconds(3_600))
  }
}

/// Owns something that is closed asynchronously, when a gate opens.
private final class Closing: StartingModule {
  let owned = OwnedObjects()
  private let lines: Lines
  private let gate: Gate?
  init(lines: Lines, gate: Gate? = nil) { (self.lines, self.gate) = (lines, gate) }

  func start() async throws {
    owned.own(closing: (lines, gate), "pool", as: "database") { lines, gate in
      await gate?.wait()
      await Task.yield()
      lines.add("closed")
    }
  }
}

/// Blocks the main actor for good.
private final class Blocking: Module {
  let owned = OwnedObjects()
  private let isBlocked: DispatchSemaphore
  init(_ isBlocked: DispatchSemaphore) { self.isBlocked = isBlocked }

  static func handlers(_ handlers: inout ModuleHandlers<Blocking>) {
    handlers.on(DidBecomeActive.self) { module, _ in
      module.isBlocked.signal()
      while true { sleep(3_600) }
    }
  }
}

/// Keeps a module, as a server keeps what it answers with.
@MainActor private final class Holding: Service {
  private let composite: CompositeDelegate
  private(set) var database: Closing?
  init(composite: CompositeDelegate) { self.composite = composite }

  func run() async throws {
    database = composite.module(Closing.self)
    try await gracefulShutdown()
  }
}

private struct Noting: Service {
  let lines: Lines
  func run() async throws {
    lines.add("ran")
    try await gracefulShutdown()
  }
}

private struct Failing: Service {
  func run() async throws { throw Problem("port taken") }
}

/// Waits for the launch by itself.
private struct Waiting: Service {
  let composite: CompositeDelegate
  func run() async throws {
    do { try await composite.waitUntilLaunched() } catch is CancellationError { return }
    try await gracefulShutdown()
  }
}

/// Misbehaves when a gate opens, or when it is asked to end.
private struct Faulty: Service {
  let fault: ShutDownTests.Fault
  let waitsForShutDown: Bool
  let gate: Gate
  let patience: Gate

  func run() async throws {
    if waitsForShutDown { try await gracefulShutdown() } else { await gate.wait() }
    switch fault {
    case .throwing: throw Problem("disk full")
    case .returning: return
    case .ignoring: await patience.wait()
    }
  }
}

/// Ignores everything that it is asked for, until a gate opens.
private struct Stuck: Service {
  let gate: Gate
  func run() async { await gate.wait() }
}
