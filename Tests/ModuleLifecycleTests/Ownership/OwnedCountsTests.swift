import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) @MainActor struct OwnedCountsTests {
  let composite = CompositeDelegate()

  @Test func countsAreByKindAndReasonOverAllInstances() throws {
    try composite.register("A") {
      let probe = Probe("A")
      probe.owned.own("1", as: .request) {}
      probe.owned.own("1", as: .request) {}
      probe.owned.own("2", as: .request) {}.finish()
      probe.owned.own("beat", as: .timer) {}
      return probe
    }
    let before = try composite.ownedCounts(of: "A")
    expectEqual(before.kinds.map(\.kind), [.request, .timer])
    expectEqual(before[.request].live, 1)
    expectEqual(before[.request].released, [.replaced: 1, .finished: 1])
    expectEqual(before[.timer].live, 1)
    expectEqual(before[.file], OwnedCounts.Kind(kind: .file))

    try composite.remove("A")
    try composite.restore("A")
    let after = try composite.ownedCounts(of: "A")
    expectEqual(after.live, 2)
    expectEqual(after.released, 6)
    expectEqual(after[.request].released, [.replaced: 2, .finished: 2, .ownerReleased: 1])
    expectEqual(after[.timer].released, [.ownerReleased: 1])
  }

  @Test func anObjectThatOutlivesItsInstanceIsCountedAndNamed() throws {
    try composite.register("A") {
      let probe = Probe("A")
      probe.owned.own("photo", as: "upload", lifetime: .application) {}
      return probe
    }
    try composite.remove("A")
    try expectEqual(composite.ownedCounts(of: "A").live, 1)
    try expectEqual(composite.ownedObjects(of: "A").map(\.name), ["photo"])
    #expect(throws: LiveObjectsError.self) { try composite.expectNoLiveObjects(of: "A") }
    composite.send(WillTerminate())
    let counts = try composite.ownedCounts(of: "A")
    expectEqual(counts.live, 0)
    expectEqual(counts["upload"].released, [.applicationEnd: 1])
    try composite.expectNoLiveObjects(of: "A")
  }

  @Test func lateObjectsAreCountedToo() throws {
    try composite.register("Gone") { Probe("Gone") }
    let door = composite.module(Probe.self, named: "Gone")?.owned.registrar
    let registrar = try #require(door)
    try composite.remove("Gone")
    let object = registrar.own("log", as: .file) {}
    expectEqual(object.state, .released)
    let counts = try composite.ownedCounts(of: "Gone")
    expectEqual(counts.live, 0)
    expectEqual(counts[.file].released, [.late: 1])
  }

  @Test func unknownModulesAreNamed() {
    #expect(throws: CompositeError.unknownModule("B", known: [])) { try composite.ownedCounts(of: "B") }
    #expect(throws: CompositeError.unknownModule("B", known: [])) { try composite.ownedObjects(of: "B") }
  }

  @Test func anObjectIsFoundByKindAndNameAndCancelledByItsID() throws {
    let log = Log()
    let owned = OwnedObjects(owner: "Player", in: composite)
    for index in 0..<100 { owned.own("\(index)", as: .file, detail: "file \(index)") { log.add("\(index)") } }
    let found = owned.object(.file, named: "42")
    let (other, none) = (owned.object(.timer, named: "42"), owned.object(.file, named: "100"))
    let object = try #require(found)
    #expect(other == nil)
    #expect(none == nil)
    expectEqual(composite.ownedObjects.first { $0.id == object.id }?.detail, "file 42")
    #expect(composite.cancel(object.id))
    #expect(!composite.cancel(object.id))
    #expect(!composite.cancel(OwnedObjectID(owner: object.id.owner, number: 4_000_000_000_000)))
    #expect(!composite.cancel(OwnedObjectID(owner: OwnerID(rawValue: .max), number: 1)))
    expectEqual(log.lines, ["42"])
    let again = owned.object(.file, named: "42")
    #expect(again == nil)
  }

  @Test func objectsWithoutANameReplaceNoOthers() {
    let log = Log()
    do {
      let owned = OwnedObjects(owner: "Player", in: composite)
      for index in 0..<20 { owned.own(as: .file) { log.add("\(index)") } }
      let (count, unnamed) = (owned.count, owned.object(.file, named: ""))
      expectEqual(count, 20)
      #expect(unnamed == nil)
    }
    expectEqual(log.lines, (0..<20).reversed().map { "\($0)" })
  }

  @Test func manyKindsAreCountedEachAndThoseWithoutLiveObjectsForgotten() {
    let owned = OwnedObjects(owner: "Player", in: composite)
    let kept = (0..<700).map { owned.own("object", as: OwnedKind("kept \($0)")) {} }
    for number in 0..<5_000 {
      owned.own("object", as: OwnedKind("short \(number)")) {}.cancel()
      if number % 100 == 0 { owned.own("a timer", as: .timer) {} }
      if number == 0 { owned.own("another", as: .timer, lifetime: .event(Tick.self)) {}.finish() }
    }
    let counts = owned.counts
    #expect(kept.indices.allSatisfy { counts[OwnedKind("kept \($0)")].live == 1 })
    expectEqual(counts[.timer].live, 1)
    expectEqual(counts[.timer].released, [.replaced: 49, .finished: 1])
    expectEqual(counts.live, 701)
    #expect(counts.kinds.count < 2_500, "\(counts.kinds.count) kinds")
    expectEqual(counts["short 4999"].released, [.cancelled: 1])
    expectEqual(counts["short 0"].released, [:])
  }

  /// A bag finds a name among few objects by looking at each, and among many in a table.
  @Test(arguments: [OwnedLifetime.module, .application])
  func aNameIsReplacedOnceHoweverManyObjectsThereAre(lifetime: OwnedLifetime) {
    let owners = ["First", "Second"].map { Holder(OwnedObjects(owner: $0, in: composite)) }
    var replaced: [String] = []
    for count in [3, 40, 3, 40] {
      for round in 0..<2 {
        for number in 0..<count {
          for (place, owner) in owners.enumerated() {
            for kind in [OwnedKind.timer, .file] {
              owner.owned.own(
                "\(number)", as: kind, lifetime: lifetime,
                onMainActor: { replaced.append("\(place) \(kind) \(number)") })
            }
          }
        }
        expectEqual(replaced.count, round * 4 * count)
      }
      expectEqual(Set(replaced).count, replaced.count)
      for owner in owners {
        for number in 0..<count {
          for kind in [OwnedKind.timer, .file] { owner.owned.object(kind, named: "\(number)")?.finish() }
        }
      }
      replaced = []
    }
  }

  private final class Holder {
    let owned: OwnedObjects
    init(_ owned: consuming OwnedObjects) { self.owned = owned }
  }
}
