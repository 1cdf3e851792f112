import Foundation
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Objects whose cleanup is asynchronous.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) @MainActor struct ReleasingTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate
  private let log = Log()
  /// The cleanups run until it is reached.
  private let gate = CleanupEnd()

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  private var journal: Journal { composite.journal }

  private var rows: [String] {
    journal.entries.compactMap { entry in
      switch entry {
      case .owned(let entry): "\(entry.name) owned"
      case .releasing(let entry): "\(entry.name) releasing, \(entry.reason)"
      case .released(let entry): "\(entry.name) released, \(entry.reason)"
      case .module(let entry) where entry.change == .freed: "\(entry.name) freed"
      default: nil
      }
    }
  }

  private func register(_ own: @escaping (borrowing OwnedObjects) -> Void) throws {
    try composite.register("Store") {
      let probe = Probe("Store")
      own(probe.owned)
      return probe
    }
  }

  /// Owns objects whose cleanups run until the gate opens. A factory that captured the tests would keep their
  /// composite.
  private struct Databases {
    let log: Log
    let gate: CleanupEnd

    func own(_ name: String, _ owned: borrowing OwnedObjects) -> OwnedObject {
      owned.own(closing: name, name, as: "database") { [log, gate] name in
        log.add("closing \(name)")
        await gate.wait()
        log.add("closed \(name)")
      }
    }
  }

  private var databases: Databases { Databases(log: log, gate: gate) }

  @Test func aRowEndsWhenItsCleanupEnds() async throws {
    var database: OwnedObject?
    try register { [databases] in database = databases.own("main", $0) }
    let object = try #require(database)
    expectEqual(object.state, .live)
    clock.advance(by: .seconds(1))
    try composite.remove("Store")
    #expect(object.state == .releasing && !object.isLive)
    expectEqual(composite.ownedObjects.map(\.state), [.releasing])
    try expectEqual(composite.ownedObjects(of: "Store").map(\.name), ["main"])
    expectEqual(rows, ["main owned", "main releasing, ownerReleased", "Store freed"])
    clock.advance(by: .milliseconds(40))
    gate.reach()
    await object.waitUntilReleased()
    expectEqual(object.state, .released)
    expectEqual(log.lines, ["closing main", "closed main"])
    let released = try #require(journal.released.first)
    #expect(released.cleanupNanoseconds == 40_000_000 && released.atNanoseconds == 1_000_000_000)
    #expect(released.reason == .ownerReleased && released.thread == "background")
    #expect(composite.ownedObjects.isEmpty)
    // No owner is left to check.
    #expect(composite.ownership.owners.isEmpty && journal.warnings.isEmpty)
  }

  @Test func inADeinitialisationTheNextObjectIsCleanedAtOnce() async throws {
    try register { [log, databases] owned in
      owned.own("log", as: "file") { log.add("log closed") }
      _ = databases.own("main", owned)
    }
    composite.tearDown()
    #expect(log.lines.contains("log closed") && !log.lines.contains("closed main"))
    expectEqual(rows.dropFirst(2), ["main releasing, ownerReleased", "log released, ownerReleased", "Store freed"])
    gate.reach()
    await eventually { log.lines.last == "closed main" }
  }

  @Test func aReplacementFromAnotherThreadDoesNotWaitForTheMainActorCleanup() async throws {
    let owned = OwnedObjects(owner: "Owner", in: composite)
    let registrar = owned.registrar
    registrar.own("main", as: "view", onMainActor: {})
    // The main actor is blocked until the other thread is done.
    let isDone = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      _ = registrar.own("main", as: "view") {}
      isDone.signal()
    }
    func wait() { isDone.wait() }
    wait()
    await eventually { journal.released.count == 1 }
    expectEqual(rows, ["main owned", "main releasing, replaced", "main owned", "main released, replaced"])
    expectEqual(owned.count, 1)
  }

  @Test func aReplacementDoesNotWaitForTheObjectItReplaces() async throws {
    let owned = OwnedObjects(owner: "Owner", in: composite)
    let first = databases.own("main", owned)
    let second = databases.own("main", owned)
    #expect(first.state == .releasing && second.state == .live)
    expectEqual(owned.object("database", named: "main")?.id, second.id)
    expectEqual(owned.count, 1)
    expectEqual(rows, ["main owned", "main releasing, replaced", "main owned"])
    // Its cleanup has begun and can't run twice.
    first.cancel()
    gate.reach()
    await first.waitUntilReleased()
    expectEqual(second.state, .live)
    second.finish()
    await second.waitUntilReleased()
    expectEqual(journal.released.map(\.reason), [.replaced, .finished])
    expectEqual(log.lines, ["closing main", "closed main", "closing main", "closed main"])
  }

  @Test func lateObjectsAreReleasedToo() async {
    var registrar: OwnedObjectRegistrar?
    do { registrar = OwnedObjects(owner: "Owner", in: composite).registrar }
    let object = registrar?.own(closing: 1, "late", as: "database") { [log] _ in log.add("closed") }
    await object?.waitUntilReleased()
    expectEqual(log.lines, ["closed"])
    expectEqual(rows, ["late owned", "late releasing, late", "late released, late"])
  }

  @Test func anObjectIsReleasedWithoutAJournalToo() async {
    journal.isEnabled = false
    let object = OwnedObjects(owner: "Owner", in: composite)
      .own(closing: 1, "main", as: "database") { [log] _ in log.add("closed") }
    await object.waitUntilReleased()
    #expect(log.lines == ["closed"] && rows.isEmpty && composite.ownedObjects.isEmpty)
  }

  @Test func aCleanupStillRunningAtExitIsReported() throws {
    defer { gate.reach() }
    try register { [databases] in _ = databases.own("main", $0) }
    composite.tearDown()
    expectEqual(composite.recordLiveObjects().map { "\($0.name), \($0.state)" }, ["main, releasing"])
  }

  @Test func aRecordingThatBeginsDuringACleanupIncludesIt() throws {
    defer { gate.reach() }
    try register { [databases] in _ = databases.own("main", $0) }
    composite.tearDown()
    func prologue(before sequence: UInt64) -> [String] {
      journal.standings(before: sequence).standings.flatMap { $0.prologue(at: 0) }.map(\.type)
    }
    expectEqual(prologue(before: journal.reader(from: .next).next), ["owned", "releasing"])
    // The prologue does not repeat entries that the recording has.
    #expect(prologue(before: 0).isEmpty)
  }

  @Test func anEndThatIsReleasedUnreachedCountsAsReached() async {
    let owned = OwnedObjects(owner: "Owner", in: composite)
    let object = owned.registrar.own("api", as: "session", cancelling: { CleanupEnd() })
    object.cancel()
    expectEqual(object.state, .released)
  }
}
