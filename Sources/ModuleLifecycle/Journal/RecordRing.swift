/// A queue of records that forgets the oldest when their estimated size passes a bound.
struct RecordRing: Sendable {
  /// A record of any kind. Those of objects stand in the ring itself, so that writing one allocates nothing.
  enum Content: Sendable {
    case object(ObjectRecord)
    case other(Box)
    case none

    var entry: JournalEntry? {
      switch self {
      case .object(let record): record.entry
      case .other(let box): box.record.entry
      case .none: nil
      }
    }
  }

  /// A record that may keep values of the application's own alive: it must not die under the journal's lock.
  final class Box: Sendable {
    let record: JournalRecord
    init(_ record: JournalRecord) { self.record = record }
  }

  private struct Slot: Sendable {
    var content = Content.none
    var cost = 0
  }

  private(set) var firstSequence: UInt64 = 0
  private(set) var bytes = 0
  private let capacity: Int
  private var slots: ContiguousArray<Slot>
  private var head = 0
  private var count = 0

  /// - Parameter capacity: The bound in bytes. The newest record is kept whatever its size.
  init(capacity: Int) {
    self.capacity = capacity
    slots = ContiguousArray(repeating: Slot(), count: 64)
  }

  /// The sequence number that the next record will get.
  var endSequence: UInt64 { firstSequence + UInt64(count) }

  /// Adds an object's record.
  ///
  /// - Parameter evicted: Gets the records that had to go and that must die outside the lock.
  mutating func append(_ record: ObjectRecord, evicting evicted: inout [Box]) {
    let cost = record.cost
    slots[end()].content = .object(record)
    finish(cost, evicting: &evicted)
  }

  /// Adds any other record; see `append(_:evicting:)`.
  mutating func append(_ box: Box, cost: Int, evicting evicted: inout [Box]) {
    slots[end()].content = .other(box)
    finish(cost, evicting: &evicted)
  }

  /// The slot for one more record.
  private mutating func end() -> Int {
    if count == slots.count { grow() }
    return (head + count) & (slots.count - 1)
  }

  private mutating func finish(_ cost: Int, evicting evicted: inout [Box]) {
    slots[(head + count) & (slots.count - 1)].cost = cost
    count += 1
    bytes += cost
    while bytes > capacity, count > 1 {
      if case .other(let box) = slots[head].content { evicted.append(box) }
      slots[head].content = .none
      bytes -= slots[head].cost
      head = (head + 1) & (slots.count - 1)
      count -= 1
      firstSequence += 1
    }
  }

  /// At most `limit` records from a sequence number on.
  func records(from sequence: UInt64, limit: Int) -> [Content] {
    guard sequence < endSequence else { return [] }
    let skipped = Int(max(sequence, firstSequence) - firstSequence)
    return (skipped..<min(count, skipped + limit)).map { slots[(head + $0) & (slots.count - 1)].content }
  }

  private mutating func grow() {
    var larger = ContiguousArray<Slot>(repeating: Slot(), count: slots.count * 2)
    for index in 0..<count { larger[index] = slots[(head + index) & (slots.count - 1)] }
    slots = larger
    head = 0
  }
}
