import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct DeclaredHoldTests {
  private final class Thing {}

  @Test func aHoldNamesItsObjectAndNoOther() {
    let (one, two) = (Thing(), Thing())
    let hold = DeclaredHold(one, "keeps it", endedBy: "end")
    #expect(hold.holds(one) && !hold.holds(two))
    expectEqual(hold, DeclaredHold(one, "keeps it", endedBy: "end"))
    #expect(hold != DeclaredHold(two, "keeps it", endedBy: "end"))
    expectEqual(Set([hold, DeclaredHold(one, "keeps it", endedBy: "end")]).count, 1)
  }

  @Test func aHoldDoesNotNameAnotherObjectAtADeadOnesAddress() throws {
    // The allocator reuses the address at once, or, as under a sanitizer, does not. Then no mix-up is possible.
    var others: [Thing] = []
    func dead() -> (hold: DeclaredHold, address: ObjectIdentifier) {
      let thing = Thing()
      return (DeclaredHold(thing, "keeps it", endedBy: "end"), ObjectIdentifier(thing))
    }
    let (hold, address) = dead()
    for _ in 0..<1_000 where others.last.map({ ObjectIdentifier($0) }) != address { others.append(Thing()) }
    #expect(others.allSatisfy { !hold.holds($0) })
  }
}
