/// A queue of records that forgets the oldest when their estimated size passes a bound.
struct RecordRing: Sendable {
  /// Records that had to go: most often one, which then costs no array.
  struct Evicted: Sendable {
    var first: JournalRecord?
    var others: [JournalRecord] = []
  }

  private(set) var firstSequence: UInt64 = 0
  private(set) var bytes = 0
  private let capacity: Int
  private var slots: [JournalRecord?]
  private var head = 0
  private var count = 0

  /// - Parameter capacity: The bound in bytes. The newest record is kept whatever its size.
  init(capacity: Int) {
    self.capacity = capacity
    slots = Array(repeating: nil, count: 64)
  }

  /// The sequence number that the next record will get.
  var endSequence: UInt64 { firstSequence + UInt64(count) }

  /// Adds a record, and hands back those that had to go, so that they can die outside the lock.
  mutating func append(_ record: JournalRecord) -> Evicted {
    if count == slots.count { grow() }
    slots[(head + count) & (slots.count - 1)] = record
    count += 1
    bytes += record.cost
    var evicted = Evicted()
    while bytes > capacity, count > 1, let oldest = takeOldest() {
      bytes -= oldest.cost
      if evicted.first == nil { evicted.first = oldest } else { evicted.others.append(oldest) }
    }
    return evicted
  }

  private mutating func takeOldest() -> JournalRecord? {
    var oldest: JournalRecord?
    swap(&oldest, &slots[head])
    head = (head + 1) & (slots.count - 1)
    count -= 1
    firstSequence += 1
    return oldest
  }

  /// At most `limit` records from a sequence number on.
  func records(from sequence: UInt64, limit: Int) -> [JournalRecord] {
    guard sequence < endSequence else { return [] }
    let skipped = Int(max(sequence, firstSequence) - firstSequence)
    return (skipped..<min(count, skipped + limit)).compactMap { slots[(head + $0) & (slots.count - 1)] }
  }

  private mutating func grow() {
    var larger = [JournalRecord?](repeating: nil, count: slots.count * 2)
    for index in 0..<count { larger[index] = slots[(head + index) & (slots.count - 1)] }
    slots = larger
    head = 0
  }
}
