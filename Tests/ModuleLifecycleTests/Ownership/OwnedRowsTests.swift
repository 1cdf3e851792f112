import Testing

@testable import ModuleLifecycle

/// Random work on a bag's rows, beside a model that is too simple to be wrong.
@Suite struct OwnedRowsTests {
  @Test(arguments: 0..<20) func theRowsAgreeWithAPlainList(seed: Int) {
    var random = SplitMix(state: UInt64(seed))
    var rows = OwnedRows()
    var model: [OwnedItem] = []
    var kinds: [UInt32: OwnedKind] = [:]
    for step in 1...3_000 {
      // Grows for a while, shrinks for a while, so that small and large bags take turns.
      let isGrowing = step / 500 % 2 == 0
      switch random.next() % (isGrowing ? 6 : 12) {
      case 0...3:
        let name = random.next() % 8 == 0 ? "" : "name \(random.next() % 400)"
        let item = OwnedItem(
          id: UInt64(step), number: UInt32(step), name: name, extras: nil, cleanup: .anywhere {})
        let kind = OwnedKind("kind \(random.next() % 3)")
        let twin = model.firstIndex { !name.isEmpty && $0.name == name && kinds[$0.number] == kind }
        kinds[item.number] = kind
        switch rows.add(item, kind, nameHash: OwnedRows.hash(name), cleanup: .anywhere {}) {
        case .blocked(let other):
          #expect(twin.map { model[$0] } === other.item)
          if let twin { model.remove(at: twin) }
          guard case .added = rows.add(item, kind, nameHash: OwnedRows.hash(name), cleanup: .anywhere {}) else {
            Issue.record("It was blocked again.")
            continue
          }
        case .added: #expect(twin == nil)
        case .closed: Issue.record("It is not closed.")
        }
        model.append(item)
      case 4, 5, 6, 7:
        guard !model.isEmpty else { continue }
        let item = model.remove(at: Int(random.next() % UInt64(model.count)))
        #expect(rows.take(item, .cancelled)?.item === item)
        #expect(rows.take(item, .cancelled) == nil)
      case 8, 9, 10:
        #expect(rows.lastItem() === model.popLast())
      default:
        let name = "name \(random.next() % 400)"
        let kind = OwnedKind("kind \(random.next() % 3)")
        let found = rows.find(kind, name, hash: OwnedRows.hash(name))
        #expect(found === model.first { $0.name == name && kinds[$0.number] == kind })
      }
      #expect(rows.count == model.count)
      #expect(rows.tallies.reduce(0) { $0 + $1.live } == model.count)
    }
    #expect(rows.live.map(\.item.number) == model.map(\.number))
    while let last = model.popLast() { #expect(rows.lastItem() === last) }
    #expect(rows.lastItem() == nil)
  }
}

extension OwnedRows {
  fileprivate mutating func lastItem() -> OwnedItem? {
    if case .taken(let taken) = takeLast(.ownerReleased, isOnMain: false) { taken.item } else { nil }
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
