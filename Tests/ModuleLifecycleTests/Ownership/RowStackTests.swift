import Synchronization
import Testing

@testable import ModuleLifecycle

@Suite struct RowStackTests {
  private final class Resource: Sendable {
    let live: LiveCount

    init(_ live: LiveCount) {
      self.live = live
      live.count.add(1, ordering: .relaxed)
    }

    deinit { live.count.subtract(1, ordering: .relaxed) }
  }

  private final class LiveCount: Sendable {
    let count = Atomic<Int>(0)
    var value: Int { count.load(ordering: .relaxed) }
  }

  private let live = LiveCount()

  private func row(_ number: Int) -> OwnedRow {
    let resource = Resource(live)
    return OwnedRow(
      name: "a name that is longer than a string keeps in itself \(number)", id: UInt64(number),
      declaration: nil, cleanup: .anywhere { withExtendedLifetime(resource) {} }, number: UInt32(number), kind: 0,
      isNamed: true)
  }

  @Test func rowsKeepTheirPositionsWhileTheStackGrowsAndShrinks() {
    var rows = RowStack()
    // Crosses the boundaries of small and large pieces in both directions.
    for (up, down) in [(3, 1), (14, 1), (40, 49), (1_500, 0), (700, 2_206)] {
      for _ in 0..<up { rows.append(row(rows.count)) }
      for _ in 0..<down {
        let number = rows.removeLast().number
        let count = rows.count
        #expect(Int(number) == count)
      }
      let numbers = (0..<rows.count).map { Int(rows.number(at: $0)) }
      #expect(numbers == Array(numbers.indices))
      #expect(live.value == numbers.count)
    }
    #expect(live.value == 0)
  }

  @Test func aRowTakesNoMoreMemoryThanDocumented() { #expect(MemoryLayout<OwnedRow>.stride == 56) }

  @Test func exchangingReturnsTheOldRow() {
    var rows = RowStack()
    for number in 0..<100 { rows.append(row(number)) }
    do {
      let old = rows.exchange(at: 50, with: OwnedRow(vacatedBy: 50))
      let (number, isVacant) = (old.number, old.manner == .gone)
      #expect(number == 50 && !isVacant)
      #expect(live.value == 100, "the caller holds the last reference")
    }
    #expect(live.value == 99)
    let (number, isVacant) = (rows.number(at: 50), rows.isVacant(at: 50))
    #expect(number == 50 && isVacant)
  }

  @Test(arguments: [0, 1, 4, 5, 12, 13, 16, 17, 32, 33, 511, 512, 513, 1_024, 1_025, 3_000])
  func theRemainingRowsDieWithTheStack(count: Int) {
    do {
      var rows = RowStack()
      for number in 0..<count { rows.append(row(number)) }
      #expect(live.value == count)
    }
    #expect(live.value == 0)
  }
}
