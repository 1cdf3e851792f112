import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) @MainActor struct FindingObjectsTests {
  let composite = CompositeDelegate()

  @Test func anObjectThatOutlivesItsInstanceIsNamed() throws {
    try composite.register("A") {
      let probe = Probe("A")
      probe.owned.own("photo", as: "upload", lifetime: .application) {}
      return probe
    }
    try composite.remove("A")
    try expectEqual(composite.ownedObjects(of: "A").map(\.name), ["photo"])
    #expect(throws: LiveObjectsError.self) { try composite.expectNoLiveObjects(of: "A") }
    composite.send(WillTerminate())
    try expectEqual(composite.ownedObjects(of: "A").map(\.name), [])
    expectEqual(composite.journal.released.map(\.reason), [.applicationEnd])
    try composite.expectNoLiveObjects(of: "A")
  }

  @Test func aLateObjectIsReleasedAtOnce() throws {
    try composite.register("Gone") { Probe("Gone") }
    let door = composite.module(Probe.self, named: "Gone")?.owned.registrar
    let registrar = try #require(door)
    try composite.remove("Gone")
    let object = registrar.own("log", as: .file) {}
    expectEqual(object.state, .released)
    try expectEqual(composite.ownedObjects(of: "Gone").map(\.name), [])
    expectEqual(composite.journal.released.map(\.reason), [.late])
  }

  @Test func unknownModulesAreNamed() {
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

  @Test func whatObjectsHaveInCommonIsKeptForALimitedNumberOfKinds() {
    var shared = SharedFacts()
    let owner = Owner(name: "Player", journal: nil)
    for number in 0..<5_000 {
      let line = shared.line(of: OwnedKind("kind \(number)"), nil, owner)
      expectEqual(shared.box(of: line).common.kind, "kind \(number)")
      expectEqual(shared.line(of: OwnedKind("kind \(number)"), nil, owner), line)
      #expect(shared.count <= SharedFacts.most)
    }
  }

  @Test func objectsOfManyKindsKeepTheirs() {
    let owned = OwnedObjects(owner: "Player", in: composite)
    let kinds = (0..<2_500).map { OwnedKind("kind \($0)") }
    for kind in kinds { owned.own("object", as: kind) {} }
    expectEqual(composite.ownedObjects.map(\.kind), kinds)
    for kind in kinds { owned.own("object", as: kind) {} }
    expectEqual(owned.count, kinds.count)
    expectEqual(composite.journal.released.map(\.kind), kinds.map(\.rawValue))
    expectEqual(Set(composite.journal.released.map(\.reason)), [.replaced])
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
