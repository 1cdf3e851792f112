import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// A teardown that waits for asynchronous cleanups.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) @MainActor struct ShutDownTests {
  private let time = Sleepers()
  private let composite: CompositeDelegate
  private let log = Log()

  /// Only the limits of shutdowns sleep: slow cleanups are not reported.
  init() {
    composite = CompositeDelegate { [time] duration in
      if duration == Application.patience { throw CancellationError() }
      try await time.sleep(duration)
    }
  }

  /// Owns a file, then a database that closes when its gate opens, then a socket.
  private func register(_ name: String, until gate: CleanupEnd, lifetime: OwnedLifetime = .module) throws {
    try composite.register(name) { [log] in
      let probe = Probe(name)
      probe.owned.own("file", as: "file", lifetime: lifetime) { log.add("\(name) file") }
      probe.owned.own(closing: gate, name, as: "database", lifetime: lifetime) { gate in
        log.add("\(name) closing")
        await gate.wait()
        log.add("\(name) closed")
      }
      probe.owned.own("socket", as: "socket", lifetime: lifetime) { log.add("\(name) socket") }
      return probe
    }
  }

  @Test func eachCleanupWaitsForThePreviousOne() async throws {
    defer { time.close() }
    let (one, two) = (CleanupEnd(), CleanupEnd())
    try register("One", until: one)
    try register("Two", until: two)
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("Two closing") }
    expectEqual(log.lines, ["Two socket", "Two closing"])
    expectEqual(composite.ownedObjects.filter { $0.owner == "Two" }.map(\.state), [.live, .releasing])
    two.reach()
    await eventually { log.lines.contains("One closing") }
    expectEqual(log.lines, ["Two socket", "Two closing", "Two closed", "Two file", "One socket", "One closing"])
    one.reach()
    #expect(await shutDown.value.isEmpty)
    expectEqual(log.lines.suffix(2), ["One closed", "One file"])
    #expect(composite.ownedObjects.isEmpty && composite.modules.allSatisfy { !$0.isPresent })
    expectEqual(composite.journal.changes.suffix(4), ["Two removed", "Two freed", "One removed", "One freed"])
  }

  @Test func whenTheTimeIsUpTheRestIsCleanedAtOnceAndOpenCleanupsAreNamed() async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try register("One", until: gate)
    try register("Two", until: gate)
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("Two closing") }
    await time.wakeAll()
    await expectEqual(
      shutDown.value.map { "\($0.owner): \($0.kind) \($0.name)" }, ["One: database One", "Two: database Two"])
    expectEqual(log.lines.filter { !$0.hasSuffix("closing") }, ["Two socket", "Two file", "One socket", "One file"])
    gate.reach()
    await eventually { composite.ownedObjects.isEmpty }
  }

  /// Each cleanup ends on another thread while the shutdown looks for what it has to wait for.
  @Test func cleanupsThatEndAtAnyMomentAreWaitedFor() async throws {
    defer { time.close() }
    for number in 1...2_000 {
      try composite.register("\(number)") { [log] in
        let probe = Probe("\(number)")
        probe.owned.own(closing: log, "thing", as: "thing") { $0.add("\(number)") }
        return probe
      }
    }
    #expect(await composite.shutDown(within: .seconds(30)).isEmpty)
    expectEqual(log.lines, (1...2_000).reversed().map { "\($0)" })
  }

  @Test func aCancelledShutdownStopsWaiting() async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try register("One", until: gate)
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("One closing") }
    shutDown.cancel()
    await expectEqual(shutDown.value.map(\.name), ["One"])
    gate.reach()
  }

  @Test func objectsWithTheApplicationsLifetimeAreCleanedLast() async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try register("One", until: gate, lifetime: .application)
    try composite.register("Two") { [log] in
      let probe = Probe("Two")
      probe.owned.own("a", as: "thing") { log.add("Two a") }
      return probe
    }
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("One closing") }
    expectEqual(log.lines, ["Two a", "One socket", "One closing"])
    gate.reach()
    #expect(await shutDown.value.isEmpty)
    expectEqual(log.lines, ["Two a", "One socket", "One closing", "One closed", "One file"])
  }

  @Test func anObjectIsWaitedForNoLongerThanItsLimit() async throws {
    let limits = Timers()
    defer { limits.close() }
    let (composite, gate) = (CompositeDelegate(sleep: limits.sleep), CleanupEnd())
    try composite.register("Database") { [log] in
      let probe = Probe("Database")
      probe.owned.own("file", as: "file") { log.add("file") }
      probe.owned.own(closing: gate, "pool", as: "database", within: .seconds(2)) { await $0.wait() }
      return probe
    }
    let shutDown = Task { await composite.shutDown(within: .seconds(60)) }
    await limits.pass(.seconds(2))
    await expectEqual(
      shutDown.value.map { "\($0.owner) \($0.kind) \($0.name) \($0.state)" },
      [
        "Database database pool releasing"
      ])
    expectEqual(log.lines, ["file"])
    expectEqual(
      composite.journal.warnings.map(\.sentence),
      [
        "The shutdown stopped waiting for Database after 2 s: database pool is still being cleaned."
      ])
    gate.reach()
    await eventually { composite.ownedObjects.isEmpty }
  }

  @Test func aSlowCleanupIsReportedWhileItRuns() async throws {
    let limits = Timers()
    defer { limits.close() }
    let (composite, gate) = (CompositeDelegate(sleep: limits.sleep), CleanupEnd())
    try composite.register("Database") {
      let probe = Probe("Database")
      probe.owned.own(closing: gate, "pool", as: "database") { await $0.wait() }
      return probe
    }
    let shutDown = Task { await composite.shutDown(within: .seconds(60)) }
    await limits.pass(Application.patience)
    await eventually { !composite.journal.warnings.isEmpty }
    let warning = composite.journal.warnings.first
    #expect(warning?.kind == .shutDownHeldUp && warning?.module == "Database" && warning?.isUnderWay == true)
    expectEqual(
      warning?.sentence.hasPrefix("The shutdown waits for Database: database pool is still being cleaned ("), true
    )
    gate.reach()
    #expect(await shutDown.value.isEmpty)
  }

  @Test func tasksEndConcurrently() async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try composite.register("Feed") { [log] in
      let probe = Probe("Feed")
      probe.owned.own("file", as: "file") { log.add("file") }
      for number in 1...2 {
        probe.owned.task("\(number)") {
          await withTaskCancellationHandler {
            await gate.wait()
          } onCancel: {
            log.add("\(number) cancelled")
          }
        }
      }
      return probe
    }
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.count == 2 }
    expectEqual(Set(log.lines), ["1 cancelled", "2 cancelled"])
    gate.reach()
    #expect(await shutDown.value.isEmpty)
    #expect(log.lines.last == "file" && composite.ownedObjects.isEmpty)
  }

  @Test func anOwnerThatACleanupReleasesIsCleanedBeforeTheNextObject() async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try composite.register("Outer") { [log, unowned composite] in
      let probe = Probe("Outer")
      let inner = Bag(OwnedObjects(owner: "Inner", in: composite))
      inner.owned.own("a", as: "thing") { log.add("inner a") }
      inner.owned.own(closing: gate, "b", as: "database") { gate in
        log.add("inner closing")
        await gate.wait()
        log.add("inner closed")
      }
      probe.owned.own("first", as: "thing") { log.add("outer first") }
      probe.owned.own(inner, "inner", as: "helper") { _ in log.add("outer second") }
      return probe
    }
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("inner closing") }
    gate.reach()
    #expect(await shutDown.value.isEmpty)
    expectEqual(log.lines, ["outer second", "inner closing", "inner closed", "inner a", "outer first"])
  }

  @Test func withoutAsynchronousCleanupsAShutdownIsATeardown() async throws {
    defer { time.close() }
    for name in ["A", "B"] {
      try composite.register(name) { [log] in
        let probe = Probe(name)
        for number in 1...2 { probe.owned.own("\(number)", as: "thing") { log.add("\(name)\(number)") } }
        return probe
      }
    }
    #expect(await composite.shutDown(within: .seconds(30)).isEmpty)
    expectEqual(log.lines, ["B2", "B1", "A2", "A1"])
    expectEqual(composite.journal.changes.suffix(4), ["B removed", "B freed", "A removed", "A freed"])
  }

  @Test(arguments: [true, false]) func endingTheApplicationMeanwhileCleansAllAtOnce(isTearDown: Bool) async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try register("One", until: gate)
    try register("Two", until: gate, lifetime: .application)
    try register("Three", until: gate)
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("Three closing") }
    if isTearDown { composite.tearDown() } else { composite.send(WillTerminate()) }
    let (one, two, three) = (["One socket", "One file"], ["Two socket", "Two file"], ["Three socket", "Three file"])
    #expect(cleaned == (isTearDown ? three + one + two : three + two), "modules stay at the application's end")
    await expectEqual(shutDown.value.map(\.name), ["One", "Two", "Three"])
    #expect(cleaned == (isTearDown ? three + one + two : three + two + one))
    gate.reach()
    await eventually { composite.ownedObjects.isEmpty }
  }

  @Test func twoConcurrentShutdownsBothWaitForAll() async throws {
    defer { time.close() }
    let (one, two) = (CleanupEnd(), CleanupEnd())
    try register("One", until: one)
    try register("Two", until: two, lifetime: .application)
    let first = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("One closing") }
    let second = await beginShutDown()
    one.reach()
    await eventually { log.lines.contains("Two closing") }
    two.reach()
    #expect(await [first.value, second.value].allSatisfy(\.isEmpty))
    expectEqual(
      log.lines,
      [
        "One socket", "One closing", "One closed", "One file", "Two socket", "Two closing", "Two closed", "Two file",
      ])
    #expect(composite.ownedObjects.isEmpty)
  }

  @Test func theShorterOfTwoLimitsApplies() async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try register("Log", until: gate, lifetime: .application)
    try register("One", until: gate)
    let first = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("One closing") }
    let second = await beginShutDown()
    second.cancel()
    await expectEqual(second.value.map(\.name), ["Log", "One"])
    expectEqual(cleaned, ["One socket", "One file", "Log socket", "Log file"], "the modules' objects come first")
    await expectEqual(first.value.map(\.name), ["Log", "One"])
    gate.reach()
    await eventually { composite.ownedObjects.isEmpty }
  }

  @Test func modulesRebuiltMeanwhileStay() async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try register("One", until: gate)
    try register("Two", until: gate, lifetime: .application)
    let shutDown = Task { await composite.shutDown(within: .seconds(30)) }
    await eventually { log.lines.contains("One closing") }
    try composite.recreateModules()
    await expectEqual(shutDown.value.map(\.name), ["One", "Two"])
    expectEqual(composite.modules.map(\.isPresent), [true, true])
    expectEqual(composite.ownedObjects.filter { $0.state == .live }.count, 6)
    gate.reach()
    await eventually { composite.ownedObjects.count == 6 }
  }

  @Test func anObjectSeesItselfReleasingFromWithinItsCleanup() async throws {
    defer { time.close() }
    let gate = CleanupEnd()
    try composite.register("Feed") { [log, unowned composite] in
      let probe = Probe("Feed")
      probe.owned.task("poll") {
        await withTaskCancellationHandler {
          log.add("started")
          await gate.wait()
        } onCancel: { [unowned composite] in
          MainActor.assumeIsolated { log.add("\(composite.ownedObjects.map(\.state))") }
        }
      }
      return probe
    }
    await eventually { log.lines == ["started"] }
    expectEqual(composite.ownedObjects.map(\.state), [.live])
    try composite.remove("Feed")
    gate.reach()
    await eventually { composite.ownedObjects.isEmpty }
    expectEqual(log.lines, ["started", "[releasing]"])
  }

  /// Starts a shutdown and returns once it has begun.
  private func beginShutDown() async -> Task<[OwnedObjectStatus], Never> {
    var hasBegun = false
    let shutDown = Task {
      hasBegun = true
      return await composite.shutDown(within: .seconds(30))
    }
    await eventually { hasBegun }
    return shutDown
  }

  /// The objects that were cleaned synchronously.
  private var cleaned: [String] { log.lines.filter { $0.hasSuffix("socket") || $0.hasSuffix("file") } }

  private final class Bag: Sendable {
    let owned: OwnedObjects
    init(_ owned: consuming OwnedObjects) { self.owned = owned }
  }
}

/// Sleepers that a test wakes by their requested duration.
private final class Timers: Sendable {
  private let ends = Locked<[Duration: CleanupEnd]>([:])

  private func end(of duration: Duration) -> CleanupEnd {
    ends.withLock { ends in
      let end = ends[duration] ?? CleanupEnd()
      ends[duration] = end
      return end
    }
  }

  var sleep: @Sendable (Duration) async throws -> Void { { await self.end(of: $0).wait() } }

  /// Waits until something sleeps for this duration, and wakes it.
  func pass(_ duration: Duration) async {
    await eventually { self.ends.withLock { $0[duration] != nil } }
    end(of: duration).reach()
  }

  func close() { for end in ends.withLock({ $0.values }) { end.reach() } }
}
