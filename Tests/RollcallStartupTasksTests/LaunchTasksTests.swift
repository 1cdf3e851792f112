import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle
@testable import RollcallStartupTasks

@MainActor @Suite(.inTurn, .serialized) struct LaunchTasksTests {
  private let log = Log()
  private let clock = ManualClock()
  private let composite: CompositeDelegate
  private let tasks = LaunchTasks()

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  private func registerRunner() throws {
    try composite.register("LaunchTasks") { [tasks] in LaunchTaskRunner(tasks) }
  }

  /// Registers a task that only logs that it ran.
  private func register(_ name: String) throws { try tasks.register(name) { [log] _ in log.add(name) } }

  @Test func tasksRunInRegistrationOrderEachWithARow() throws {
    try tasks.register("maps") { [log, clock] options in
      clock.advance(by: .milliseconds(2))
      log.add("maps \(options["region"] ?? "")")
    }
    try registerRunner()
    try register("fonts")
    try register("audio")
    expectEqual(tasks.waiting, ["maps", "fonts", "audio"])
    expectEqual(log.lines, [])
    expectEqual(composite.send(DidFinishLaunching(options: ["region": "eu"])), true)
    expectEqual(log.lines, ["maps eu", "fonts", "audio"])
    expectEqual(tasks.waiting, [])
    let handlers = try #require(composite.journal.dispatches.last).handlers
    expectEqual(handlers.map(\.part), [nil, "maps", "fonts", "audio"])
    expectEqual(handlers.map(\.outcome), [.returned, .returned, .returned, .returned])
    expectEqual(handlers.map(\.selfNanoseconds), [0, 2_000_000, 0, 0])
    expectEqual(composite.journal.warnings, [])
  }

  @Test func theModuleOwnsTasksUntilTheyHaveRun() throws {
    try registerRunner()
    try register("maps")
    try register("fonts")
    try expectEqual(composite.ownedObjects(of: "LaunchTasks").map(\.name), ["maps", "fonts"])
    composite.send(DidFinishLaunching())
    expectEqual(
      composite.journal.released.map { "\($0.kind) \($0.name) \($0.reason)" },
      [
        "launch maps finished", "launch fonts finished",
      ])
    try expectEqual(composite.ownedObjects(of: "LaunchTasks"), [])
  }

  @Test func capturesAreReleasedAsSoonAsATaskHasRun() throws {
    try registerRunner()
    var captured: Log? = Log()
    weak let probe = captured
    try tasks.register("first") { [captured] _ in captured?.add("ran") }
    captured = nil
    var wasAlive: Bool?
    try tasks.register("second") { _ in wasAlive = probe != nil }
    #expect(probe != nil)
    composite.send(DidFinishLaunching())
    expectEqual(wasAlive, false)
    #expect(probe == nil)
  }

  @Test func aTaskThatThrowsDoesNotPreventOthersFromRunning() throws {
    try registerRunner()
    try tasks.register("maps") { _ in throw Refusal("offline") }
    try register("fonts")
    try tasks.register("audio") { _ in throw Refusal("no device") }
    expectEqual(composite.send(DidFinishLaunching()), true)
    expectEqual(log.lines, ["fonts"])
    let handlers = try #require(composite.journal.dispatches.last).handlers
    expectEqual(handlers.map(\.outcome), [.threw, .threw, .returned, .threw])
    expectEqual(
      handlers.map(\.error), ["2 of 3 failed: maps (offline), audio (no device)", "offline", nil, "no device"])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "LaunchTasks threw in didFinishLaunching: \"2 of 3 failed: maps (offline), audio (no device)\". "
          + "The other modules continued."
      ])
    expectEqual(composite.journal.released.map(\.reason), [.finished, .finished, .finished])
  }

  @Test func tasksRunOnce() throws {
    try registerRunner()
    try register("maps")
    composite.send(DidFinishLaunching())
    composite.send(DidFinishLaunching())
    try composite.recreateModules()
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["maps"])
  }

  @Test func aTaskRegisteredWhileOthersRunComesAfterThem() throws {
    try registerRunner()
    try tasks.register("maps") { [tasks, log] _ in
      log.add("maps")
      let standing = try tasks.register("tiles") { _ in log.add("tiles") }
      expectEqual(standing, .waiting)
      expectEqual(tasks.waiting, ["fonts", "tiles"])
    }
    try register("fonts")
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["maps", "fonts", "tiles"])
    expectEqual(composite.journal.dispatches.last?.handlers.map(\.part), [nil, "maps", "fonts", "tiles"])
    expectEqual(composite.journal.released.map(\.name), ["maps", "fonts", "tiles"])
    expectEqual(composite.journal.warnings, [])
  }

  @Test func aLaunchSentFromATaskRunsNothingTwice() throws {
    try registerRunner()
    try tasks.register("maps") { [unowned composite, log] _ in
      log.add("maps")
      composite.send(DidFinishLaunching())
    }
    try register("fonts")
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["maps", "fonts"])
  }

  @Test func aLateTaskIsReported() throws {
    try registerRunner()
    composite.send(DidFinishLaunching())
    let standing = try tasks.register("maps") { [log] _ in log.add("maps") }
    expectEqual(standing, .late)
    expectEqual(log.lines, [])
    let warning = try #require(composite.journal.warnings.first)
    expectEqual(warning.kind, .registeredLate)
    expectEqual(warning.sentence, "The launch task 'maps' was registered after launch and did not run.")
    expectEqual(warning.module, "LaunchTasks")
    #expect(warning.dispatch == nil)
  }

  @Test func aLateTaskCanRunAtOnce() throws {
    try registerRunner()
    try composite.register("Maps") { [tasks, log] in
      Probe("Maps", log: log) { handlers in
        handlers.on(Tick.self) { probe, _ in
          try tasks.register("maps", ifLate: .runNow) { probe.log.add("maps \($0["region"] ?? "")") }
        }
      }
    }
    composite.send(DidFinishLaunching(options: ["region": "eu"]))
    composite.send(Tick())
    expectEqual(log.lines, ["maps eu"])
    let dispatch = try #require(composite.journal.dispatches.last)
    expectEqual(dispatch.handlers.map(\.part), [nil, "maps"])
    let warning = try #require(composite.journal.warnings.first)
    expectEqual(warning.sentence, "The launch task 'maps' was registered after launch and ran at once.")
    expectEqual(warning.dispatch, dispatch.id)
    #expect(throws: Refusal.self) { try tasks.register("fonts", ifLate: .runNow) { _ in throw Refusal("none") } }
    try expectEqual(tasks.register("audio", ifLate: .runNow) { _ in }, .ranLate)
  }

  @Test func aNameIsUsedForOneTask() throws {
    try register("maps")
    #expect(throws: LaunchTaskError.duplicateName("maps")) { try register("maps") }
    try registerRunner()
    composite.send(DidFinishLaunching())
    #expect(throws: LaunchTaskError.duplicateName("maps")) { try register("maps") }
    expectEqual(log.lines, ["maps"])
    expectEqual(
      LaunchTaskError.duplicateName("maps").description, "A launch task named 'maps' is registered already.")
  }

  @Test func whenTheRunnersModuleIsRemovedTasksWaitForTheNext() throws {
    try registerRunner()
    try register("maps")
    try composite.remove("LaunchTasks")
    #expect(composite.modulesStillAlive.isEmpty)
    expectEqual(composite.journal.released.map(\.reason), [.ownerReleased])
    expectEqual(tasks.waiting, ["maps"])
    try register("fonts")
    try composite.restore("LaunchTasks")
    try expectEqual(composite.ownedObjects(of: "LaunchTasks").map(\.name), ["maps", "fonts"])
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["maps", "fonts"])
  }

  @Test func theLaterOfTwoRunnersOwnsTheTasksAndTheFirstCalledRunsThem() throws {
    try registerRunner()
    try register("maps")
    try composite.register("Second") { [tasks] in LaunchTaskRunner(tasks) }
    expectEqual(composite.ownedObjects.map(\.owner), ["Second"])
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["maps"])
    expectEqual(composite.journal.dispatches.last?.handlers.map(\.part), [nil, "maps", nil])
    expectEqual(
      composite.journal.released.map { "\($0.owner) \($0.reason)" }, ["LaunchTasks cancelled", "Second finished"])
  }

  @Test func aModulesOwnListRunsAgainWhenTheModulesAreRebuilt() throws {
    try composite.register("LaunchTasks") { [log] in
      let tasks = LaunchTasks()
      try tasks.register("maps") { _ in log.add("maps") }
      return LaunchTaskRunner(tasks)
    }
    composite.send(DidFinishLaunching())
    try composite.recreateModules()
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["maps", "maps"])
  }

  @Test func aRunnerOutsideOfACompositeSendsNoWarnings() throws {
    let runner = LaunchTaskRunner(tasks)
    try tasks.run(options: [:], module: nil)
    try expectEqual(tasks.register("maps") { _ in }, .late)
    withExtendedLifetime(runner) {}
  }

  @Test func theSharedListIsOneForAll() throws {
    #expect(LaunchTasks.shared === LaunchTasks.shared)
    #expect(LaunchTasks.shared !== tasks)
  }

  @Test func aLateRunnerReportsTheTasksThatWaitForIt() throws {
    try register("maps")
    composite.send(DidFinishLaunching())
    try registerRunner()
    let standing = try tasks.register("fonts", ifLate: .runNow) { [log] _ in log.add("fonts") }
    expectEqual(standing, .waiting)
    expectEqual(log.lines, [])
    expectEqual(composite.journal.warnings.map(\.kind), [.registeredLate, .registeredLate])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "The launch task 'maps' missed launch and waits until LaunchTasks catches up.",
        "The launch task 'fonts' missed launch and waits until LaunchTasks catches up.",
      ])
    expectEqual(composite.journal.warnings.map(\.module), ["LaunchTasks", "LaunchTasks"])
    try composite.sendMissedEvents(to: "LaunchTasks")
    expectEqual(log.lines, ["maps", "fonts"])
    expectEqual(composite.journal.warnings.count, 2)
  }

  @Test func aRunnerBroughtBackAfterItsTasksHaveRunSendsNoWarning() throws {
    try registerRunner()
    try register("maps")
    composite.send(DidFinishLaunching())
    try composite.remove("LaunchTasks")
    try composite.restore("LaunchTasks")
    expectEqual(composite.journal.warnings, [])
    try composite.recreateModules()
    expectEqual(composite.journal.warnings, [])
  }

  @Test func tasksRegisteredBeforeTheRunnersTurnAreNotLate() throws {
    try composite.register("Maps") { [tasks, log] in
      Probe("Maps", log: log) { handlers in
        handlers.on(DidFinishLaunching.self) { probe, _ in try tasks.register("maps") { _ in probe.log.add("maps") } }
      }
    }
    try registerRunner()
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, ["maps"])
    expectEqual(composite.journal.warnings, [])
  }
}
