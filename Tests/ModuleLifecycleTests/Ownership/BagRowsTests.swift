import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Random operations on a bag's rows, compared with a model that is too simple to be wrong.
@Suite(.inTurn, .serialized) struct BagRowsTests {
  private let owner = Owner(name: "Owner", journal: nil)

  private func row(_ id: UInt64, _ kind: OwnedKind, _ name: String) -> OwnedRow {
    let facts = OwnedObjectFacts(
      id: id, owner: owner.name, ownerID: owner.id, number: Int(id), kind: kind.rawValue, name: name)
    return OwnedRow(
      facts: facts, owner: owner, declaration: nil, cleanup: .anywhere {}, isNamed: !name.isEmpty)
  }

  @Test(arguments: 0..<20) func theRowsAgreeWithAPlainList(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    var rows = BagRows()
    var model: [(name: String, kind: OwnedKind, id: UInt64)] = []
    for step in 1...3_000 {
      // Grows for a while, then shrinks for a while, to cover small and large bags.
      let isGrowing = step / 500 % 2 == 0
      switch random.next() % (isGrowing ? 6 : 12) {
      case 0...3:
        let name = random.next() % 8 == 0 ? "" : "name \(random.next() % 400)"
        let kind = OwnedKind("kind \(random.next() % 3)")
        let twin = model.firstIndex { !name.isEmpty && $0.name == name && $0.kind == kind }
        let replaced =
          name.isEmpty
          ? nil
          : rows.reserve(
            kind, name, of: owner, hash: BagRows.hash(of: kind, owner.id), for: UInt64(step))
        expectEqual(replaced, twin.map { model[$0].id })
        if let twin { model.remove(at: twin) }
        if let replaced { _ = rows.take(replaced) }
        rows.add(row(UInt64(step), kind, name))
        model.append((name, kind, UInt64(step)))
      case 4, 5, 6, 7:
        guard !model.isEmpty else { continue }
        let object = model.remove(at: Int(random.next() % UInt64(model.count)))
        expectEqual(rows[object.id]?.id, object.id)
        expectEqual(rows.take(object.id)?.id, object.id)
        #expect(rows.take(object.id) == nil && rows[object.id] == nil)
      case 8, 9, 10:
        expectEqual(rows.takeLast()?.id, model.popLast()?.id)
      default:
        let name = "name \(random.next() % 400)"
        let kind = OwnedKind("kind \(random.next() % 3)")
        expectEqual(rows.find(kind, name, of: owner)?.id, model.first { $0.name == name && $0.kind == kind }?.id)
      }
      expectEqual(rows.count, model.count)
    }
    expectEqual(rows.live.map(\.id), model.map(\.id))
    expectEqual(rows.live.map(\.name), model.map(\.name))
    while let last = model.popLast() { expectEqual(rows.takeLast()?.id, last.id) }
    #expect(rows.takeLast() == nil)
  }

  @Test(arguments: [1, 100]) func namesThatAreEqualButHaveOtherBytesAreTwins(others: Int) {
    var rows = BagRows()
    rows.add(row(1, "file", "caf\u{E9}"))
    for other in 0..<others { rows.add(row(UInt64(2 + other), "file", "\(other)")) }
    expectEqual(rows.twin("file", "cafe\u{301}", of: owner), 1)
    #expect(rows.twin("timer", "cafe\u{301}", of: owner) == nil)
    #expect(rows.twin("file", "caf\u{E9}", of: Owner(name: "Other", journal: nil)) == nil)
  }
}
