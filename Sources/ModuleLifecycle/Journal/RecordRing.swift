/// A queue of records that forgets the oldest when their estimated size passes a bound.
struct RecordRing: ~Copyable, Sendable {
  /// A record with all that its readers need.
  enum Record: Sendable {
    case object(ObjectRecord, of: OwnerLabel)
    case other(any JournalRecord)

    var entry: JournalEntry {
      switch self {
      case .object(let record, let owner): record.entry(of: owner)
      case .other(let record): record.entry
      }
    }
  }

  /// A record as it is kept. Those of objects stand in the ring itself, so that writing one allocates nothing.
  ///
  /// Not private: as the element of a noncopyable generic type it would make the compiler fail in debug builds.
  enum Content: Sendable {
    case object(ObjectRecord)
    case other(any JournalRecord)
  }

  private(set) var firstSequence: UInt64 = 0
  private(set) var bytes = 0
  private let capacity: Int
  private var contents = RingQueue<Content>(capacity: 64)
  private var owners = OwnerRuns()

  /// - Parameter capacity: The bound in bytes. The newest record is kept whatever its size.
  init(capacity: Int) { self.capacity = capacity }

  /// The sequence number that the next record will get.
  var endSequence: UInt64 { firstSequence + UInt64(contents.count) }

  /// Whether hardly anything fits in any more without something having to go.
  var isFull: Bool { bytes > capacity - capacity / 8 }

  /// Adds an object's record. Inlined, as what it calls is, so that the record is made where it stays.
  ///
  /// - Parameter evicted: Gets the records that had to go and that must die outside the lock.
  @inline(__always) mutating func append(
    _ record: consuming ObjectRecord, of owner: Owner, evicting evicted: inout EvictedRecords
  ) {
    owners.note(owner, at: endSequence)
    bytes += record.cost
    contents.append(.object(record))
    evict(into: &evicted)
  }

  /// Adds any other record; see `append(_:of:evicting:)`.
  mutating func append(_ record: any JournalRecord, evicting evicted: inout EvictedRecords) {
    bytes += record.cost
    contents.append(.other(record))
    evict(into: &evicted)
  }

  private mutating func evict(into evicted: inout EvictedRecords) {
    guard bytes > capacity else { return }
    while bytes > capacity, contents.count > 1 {
      firstSequence += 1
      switch contents.removeFirst() {
      case .object(let record): bytes -= record.cost
      case .other(let record):
        bytes -= record.cost
        evicted.take(record)
      }
    }
    owners.forget(before: firstSequence)
  }

  /// Adds records from a sequence number on to an array that has room for them: at most `limit`, and none once they are
  /// estimated at `bytes`.
  ///
  /// - Returns: What the records that it added are estimated at.
  func copyRecords(from sequence: UInt64, limit: Int, bytes: Int, to records: inout [Record]) -> Int {
    guard sequence < endSequence else { return 0 }
    let skipped = Int(max(sequence, firstSequence) - firstSequence)
    var taken = 0
    for offset in skipped..<min(contents.count, skipped + limit) where taken < bytes {
      switch contents[offset] {
      case .other(let record):
        taken += record.cost
        records.append(.other(record))
      case .object(let record):
        taken += record.cost
        records.append(.object(record, of: owners.label(at: firstSequence + UInt64(offset))))
      }
    }
    return taken
  }
}
