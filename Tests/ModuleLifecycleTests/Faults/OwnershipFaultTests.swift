import Foundation
import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

/// Owned objects in unusual moments.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct OwnershipFaultTests {
  /// An owner whose bag belongs to the module in the making, if there is one.
  private final class Bag: Sendable {
    let owned: OwnedObjects
    init(_ owned: consuming OwnedObjects = OwnedObjects()) { self.owned = owned }
  }

  /// Calls a closure when it dies.
  private final class Mourned: Sendable {
    private let body: @Sendable () -> Void
    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
    deinit { body() }
  }

  private let clock = ManualClock()
  private let journal: Journal
  private let composite: CompositeDelegate
  private let log = Log()

  init() {
    journal = Journal(clock: clock.monotonic)
    composite = CompositeDelegate(journal: journal) { _ in try await Task.sleep(for: .seconds(3_600)) }
  }

  @Test func aBagThatAnObserverMakesIsNotTheModulesInTheMaking() throws {
    let observer = Bag(OwnedObjects(owner: "Observer", in: composite))
    var made: [Bag] = []
    observer.owned.observeEvents(of: composite) { [log] _ in
      MainActor.assumeIsolated {
        let bag = Bag()
        bag.owned.own("observer's", as: "thing") { log.add("cleaned") }
        made.append(bag)
      }
    }
    try composite.register("Module") { [unowned composite] in
      composite.send(Tick())
      return Probe("Module")
    }
    expectEqual(made.count, 1)
    let objects = try composite.ownedObjects(of: "Module")
    #expect(objects.isEmpty)
  }

  @Test func theTimeInWhichAnObjectDiesIsNotPartOfTheNextCleanup() throws {
    do {
      let bag = Bag(OwnedObjects(owner: "Owner", in: composite))
      bag.owned.own("first", as: "thing") {}
      bag.owned.own(Mourned { [clock] in clock.advance(by: .milliseconds(50)) }, "second", as: "thing") { _ in }
    }
    expectEqual(journal.released.map(\.name), ["second", "first"])
    expectEqual(journal.released.last?.cleanupNanoseconds, 0)
  }

  @Test func whatWaitsForAnEventKeepsNothingWhenItsCompositeIsGone() {
    weak var journal: Journal?
    do {
      let composite = CompositeDelegate()
      journal = composite.journal
      let owner = Bag(OwnedObjects(owner: "Owner", in: composite))
      owner.owned.own(as: "thing", lifetime: .event(WillTerminate.self)) {}
      owner.owned.own(as: "thing", lifetime: .event(WillTerminate.self)) {}.cancel()
    }
    #expect(journal == nil)
  }

  @Test func aHelperThatSharesItsModulesBagGoesWithoutTheModule() throws {
    try composite.register("Module") { Probe("Module") }
    let module = try #require(composite.module(Probe.self))
    var helper: Mourned? = Mourned {}
    if let helper { composite.expectRelease(of: helper, named: "Helper", owning: module.owned.ownerID) }
    helper = nil
    composite.send(Tick())
    let freed = journal.entries.compactMap { if case .owner(let entry) = $0 { entry } else { nil } }
    #expect(freed.map(\.name) == ["Helper", "Helper"] && freed.last?.change == .freed)
    #expect(!journal.entries.compactMap(\.module).contains { $0.change == .freed })
    try composite.remove("Module")
    #expect(module.owned.count == 0 && composite.ownersStillAlive == ["Module"])
  }

  // MARK: Off the main actor

  /// Cancels an object on another thread, and returns the state in which that thread then finds it. The main actor
  /// waits meanwhile and can't clean.
  private func stateAfterCancelling(_ object: OwnedObject) -> OwnedObjectState {
    let state = Locked(OwnedObjectState.live)
    let ended = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      object.cancel()
      let seen = object.state
      state.withLock { $0 = seen }
      ended.signal()
    }
    ended.wait()
    return state.withLock { $0 }
  }

  private func ownOnMainActor(_ owner: Bag) -> OwnedObject {
    owner.owned.own(as: "thing", onMainActor: { [log] in log.add("cleaned") })
  }

  @Test func anObjectThatTheMainActorHasToCleanIsReleasingUntilThen() async {
    let owner = Bag(OwnedObjects(owner: "Owner", in: composite))
    let object = ownOnMainActor(owner)
    let state = stateAfterCancelling(object)
    #expect(log.lines.isEmpty)
    #expect(state == .releasing && composite.ownedObjects.map(\.id) == [object.id])
    await eventually { log.lines == ["cleaned"] && object.state == .released }
  }

  @Test func waitingForAReleaseWaitsForTheMainActorsCleanup() async {
    let owner = Bag(OwnedObjects(owner: "Owner", in: composite))
    let object = ownOnMainActor(owner)
    _ = stateAfterCancelling(object)
    await object.waitUntilReleased()
    expectEqual(log.lines, ["cleaned"])
  }

  @Test func aShutdownWaitsForTheMainActorsCleanup() async {
    let owner = Bag(OwnedObjects(owner: "Owner", in: composite))
    _ = stateAfterCancelling(ownOnMainActor(owner))
    await composite.shutDown(within: .seconds(60))
    expectEqual(log.lines, ["cleaned"])
  }

  // MARK: Names

  @Test(arguments: [4, 40]) func namesThatAreEqualReplaceEachOther(among others: Int) {
    let owner = Bag(OwnedObjects(owner: "Owner", in: composite))
    func count(_ kind: OwnedKind) -> Int { composite.ownedObjects.count { $0.kind == kind } }
    for number in 0..<others { owner.owned.own("\(number)", as: "thing") {} }
    owner.owned.own("caf\u{E9}", as: "cafe") {}
    owner.owned.own("cafe\u{301}", as: "cafe") {}
    expectEqual(count("cafe"), 1, "composed and decomposed")
    owner.owned.own("K", as: "unit") {}
    owner.owned.own("\u{212A}", as: "unit") {}
    expectEqual(count("unit"), 1, "the letter and the sign for kelvin")
  }

  // MARK: Rows

  @Test func aLateObjectHasARowForItsAcquisitionToo() {
    var owner = Optional(Bag(OwnedObjects(owner: "Owner", in: composite)))
    let registrar = owner?.owned.registrar
    owner = nil
    registrar?.own("late", as: "thing") { [log] in log.add("cleaned") }
    #expect(log.lines == ["cleaned"] && journal.released.map(\.reason) == [.late])
    let acquired = journal.entries.compactMap(\.owned)
    expectEqual(acquired.map(\.id), journal.released.map(\.id))
  }

  @Test func aCleanupThatBeganWithoutAJournalHasItsOwnTime() async throws {
    let owner = Bag(OwnedObjects(owner: "Owner", in: composite))
    let gate = NetGate()
    let object = owner.owned.own(closing: gate, "", as: "pool") { await $0.wait() }
    clock.advance(by: .seconds(1))
    journal.isEnabled = false
    let start = journal.now
    object.cancel()
    await eventually { gate.isAwaited }
    clock.advance(by: .milliseconds(5))
    journal.isEnabled = true
    gate.open()
    await object.waitUntilReleased()
    let released = try #require(journal.released.first)
    #expect(released.atNanoseconds == start && released.cleanupNanoseconds == 5_000_000)
  }
}
