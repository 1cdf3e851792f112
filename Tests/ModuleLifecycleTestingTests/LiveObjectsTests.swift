import ModuleLifecycle
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@Suite(.inTurn, .serialized) @MainActor struct LiveObjectsTests {
  final class Holder: Module {
    let owned = OwnedObjects()
    var me: Holder?

    init() {
      owned.own("beat", as: .timer, detail: "every second") {}
      owned.own(as: .file) {}
    }
  }

  let composite = CompositeDelegate(sleep: { _ in throw CancellationError() })

  @Test func ownedObjectsAreNamed() throws {
    try composite.register("A") { Holder() }
    try composite.register("B") { Holder() }
    let error = #expect(throws: LiveObjectsError.self) { try self.composite.expectNoLiveObjects(of: "B") }
    expectEqual(error?.description, "B owns timer beat (every second), live.\nB owns file, live.")
    try composite.remove("B")
    try composite.expectNoLiveObjects(of: "B")
    #expect(throws: LiveObjectsError.self) { try self.composite.expectNoLiveObjects() }
    composite.tearDown()
    try composite.expectNoLiveObjects()
  }

  @Test func aModuleThatIsHeldIsNamedFirst() throws {
    try composite.register("A") {
      let holder = Holder()
      holder.me = holder
      return holder
    }
    weak let holder = composite.module(Holder.self, named: "A")
    composite.tearDown()
    let error = #expect(throws: LiveObjectsError.self) { try self.composite.expectNoLiveObjects() }
    expectEqual(
      error?.description,
      "A should be gone and is still alive.\nA owns timer beat (every second), live.\nA owns file, live.")
    holder?.me = nil
    try composite.expectNoLiveObjects()
  }

  @Test func unknownModulesAreNamed() {
    #expect(throws: CompositeError.unknownModule("Z", known: [])) { try self.composite.expectNoLiveObjects(of: "Z") }
  }
}

@Suite(.inTurn, .serialized) struct LifetimeTrackerTests {
  final class Thing: Sendable {}

  @Test func onlyLiveObjectsAreNamed() throws {
    let lifetimes = LifetimeTracker()
    let thing = lifetimes.track(Thing())
    _ = lifetimes.track(Thing(), named: "second")
    expectEqual(lifetimes.alive, ["Thing"])
    let error = #expect(throws: LifetimeTracker.AliveError.self) { try lifetimes.expectAllReleased() }
    expectEqual(error?.description, "Still alive: Thing.")
    withExtendedLifetime(thing) {}
  }

  @Test func aBodyThatReleasesEverythingPasses() throws {
    try withLifetimeTracking { _ = $0.track(Thing()) }
    var kept: Thing?
    #expect(throws: LifetimeTracker.AliveError.self) {
      try withLifetimeTracking { kept = $0.track(Thing()) }
    }
    withExtendedLifetime(kept) {}
  }
}
