import Testing

@testable import ModuleLifecycle

/// Random operations on a bag's rows, compared with a model that is too simple to be wrong.
@Suite struct OwnedRowsTests {
  @Test(arguments: 0..<20) func theRowsAgreeWithAPlainList(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    var rows = OwnedRows()
    var model: [(name: String, kind: OwnedKind, handle: OwnedRows.Handle)] = []
    for step in 1...3_000 {
      // Grows for a while, then shrinks for a while, to cover small and large bags.
      let isGrowing = step / 500 % 2 == 0
      switch random.next() % (isGrowing ? 6 : 12) {
      case 0...3:
        let name = random.next() % 8 == 0 ? "" : "name \(random.next() % 400)"
        let kind = OwnedKind("kind \(random.next() % 3)")
        let twin = model.firstIndex { !name.isEmpty && $0.name == name && $0.kind == kind }
        let key = rows.key(kind, name, isNamed: true)
        let replaced = rows.takeTwin(key).number
        #expect(replaced == twin.map { model[$0].handle.number })
        if let twin { model.remove(at: twin) }
        let handle = rows.add(key, name, id: UInt64(step), number: UInt32(step), nil, cleanup: .anywhere {})
        model.append((name, kind, handle))
      case 4, 5, 6, 7:
        guard !model.isEmpty else { continue }
        let object = model.remove(at: Int(random.next() % UInt64(model.count)))
        let before = (rows.isLive(object.handle), rows.find(object.handle.number)?.number)
        #expect(before == (true, object.handle.number))
        let taken = (rows.take(object.handle, .cancelled).number, rows.take(object.handle, .cancelled).number)
        #expect(taken == (object.handle.number, nil))
        let after = (rows.isLive(object.handle), rows.find(object.handle.number)?.number)
        #expect(after == (false, nil))
      case 8, 9, 10:
        let last = rows.takeLast(.ownerReleased, isOnMain: false).number
        #expect(last == model.popLast()?.handle.number)
      default:
        let name = "name \(random.next() % 400)"
        let kind = OwnedKind("kind \(random.next() % 3)")
        let found = rows.find(kind, name)
        #expect(found?.number == model.first { $0.name == name && $0.kind == kind }?.handle.number)
      }
      let (count, counted) = (rows.count, rows.counts.live)
      #expect(count == model.count && counted == model.count)
    }
    let live = rows.live
    #expect(live.map(\.handle.number) == model.map(\.handle.number))
    #expect(live.map(\.name) == model.map(\.name))
    #expect(live.map(\.kind) == model.map(\.kind))
    while let last = model.popLast() {
      let taken = rows.takeLast(.ownerReleased, isOnMain: false).number
      #expect(taken == last.handle.number)
    }
    let none = rows.takeLast(.ownerReleased, isOnMain: false).number
    #expect(none == nil)
  }

  @Test func equalNamesHaveEqualHashes() {
    #expect(NameHash.of("caf\u{E9}") == NameHash.of("cafe\u{301}"))
    #expect(NameHash.of("page 12") == NameHash.of("page 1") &* 0x0100_0193 &+ 0x32)
    #expect(NameHash.of("object 18") == NameHash.of("object 17") + 1)
    #expect(NameHash.of("object 18", 1) != NameHash.of("object 18", 2))
  }
}

extension OwnedRows.Taken? {
  /// The number of the removed row, if there was one.
  fileprivate var number: UInt32? {
    switch self {
    case .some(let taken): taken.row.number
    case .none: nil
    }
  }
}

/// Numbers that look random and are the same in every run.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
