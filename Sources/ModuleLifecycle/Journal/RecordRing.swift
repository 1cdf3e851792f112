/// A queue of records that forgets the oldest when their estimated size passes a bound.
struct RecordRing: Sendable {
  /// Records that had to go: most often one, which then costs no array.
  struct Evicted: Sendable {
    var first: JournalRecord?
    var others: [JournalRecord?] = []
  }

  private(set) var firstSequence: UInt64 = 0
  private(set) var bytes = 0
  private let capacity: Int
  private struct Slot: Sendable {
    var record: JournalRecord?
    var cost = 0
  }

  private var slots: [Slot]
  private var head = 0
  private var count = 0

  /// - Parameter capacity: The bound in bytes. The newest record is kept whatever its size.
  init(capacity: Int) {
    self.capacity = capacity
    slots = Array(repeating: Slot(), count: 64)
  }

  /// The sequence number that the next record will get.
  var endSequence: UInt64 { firstSequence + UInt64(count) }

  /// Adds a record, and hands back those that had to go, so that they can die outside the lock.
  mutating func append(_ record: consuming JournalRecord, cost: Int, evicting evicted: inout Evicted) {
    if count == slots.count { grow() }
    let end = (head + count) & (slots.count - 1)
    slots[end].record = record
    slots[end].cost = cost
    count += 1
    bytes += cost
    while bytes > capacity, count > 1 {
      guard evicted.first != nil else {
        takeOldest(into: &evicted.first)
        continue
      }
      evicted.others.append(nil)
      takeOldest(into: &evicted.others[evicted.others.count - 1])
    }
  }

  private mutating func takeOldest(into record: inout JournalRecord?) {
    swap(&record, &slots[head].record)
    bytes -= slots[head].cost
    head = (head + 1) & (slots.count - 1)
    count -= 1
    firstSequence += 1
  }

  /// At most `limit` records from a sequence number on.
  func records(from sequence: UInt64, limit: Int) -> [JournalRecord] {
    guard sequence < endSequence else { return [] }
    let skipped = Int(max(sequence, firstSequence) - firstSequence)
    return (skipped..<min(count, skipped + limit)).compactMap { slots[(head + $0) & (slots.count - 1)].record }
  }

  private mutating func grow() {
    var larger = [Slot](repeating: Slot(), count: slots.count * 2)
    for index in 0..<count { larger[index] = slots[(head + index) & (slots.count - 1)] }
    slots = larger
    head = 0
  }
}
