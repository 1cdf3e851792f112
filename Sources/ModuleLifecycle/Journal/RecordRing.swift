/// A journal's records, oldest first, in raw memory. When their size exceeds a limit, the oldest are dropped.
///
/// Memory comes in segments, which grow in number and never move. A record is in one segment: a header of one word, the
/// record's value, and a dispatch's spans. Writing one copies values and allocates nothing but an occasional new
/// segment. In the journal, only this type, `RingQueue` and `SpanStack` manage raw memory.
@safe struct RecordRing: ~Copyable, @unchecked Sendable {
  /// A record copied out of the ring.
  enum Record: Sendable {
    case dispatch(DispatchRecord, spans: [UInt64])
    case object(ObjectRecord, of: OwnerLabel)
    case entry(JournalEntry)
  }

  /// A record's header: everything that is needed to skip the record or to destroy it.
  private struct Header {
    enum Kind: UInt64 { case dispatch, object, entry, endOfSegment }

    static let size = 8
    let bits: UInt64

    /// - Parameters:
    ///   - size: The number of bytes from this header to the next.
    ///   - cost: The size plus the estimated memory that the record keeps elsewhere.
    @inline(__always) init(_ kind: Kind, size: Int, cost: Int) {
      bits = kind.rawValue | UInt64(size) << 2 | UInt64(min(max(cost, size), Int(UInt32.max >> 2))) << 34
    }

    @inline(__always) init(at place: UnsafeMutableRawPointer) { bits = unsafe place.load(as: UInt64.self) }

    @inline(__always) var kind: Kind {
      switch bits & 3 {
      case 0: .dispatch
      case 1: .object
      case 2: .entry
      default: .endOfSegment
      }
    }
    @inline(__always) var size: Int { Int(bits >> 2 & 0xFFFF_FFFF) }
    @inline(__always) var cost: Int { Int(bits >> 34) }
  }

  /// Not private: a private type as the element of a noncopyable generic type makes the compiler fail in debug builds.
  @safe struct Segment: @unchecked Sendable {
    let memory: UnsafeMutableRawPointer
    let size: Int
    /// The sequence number of its first record.
    let firstSequence: UInt64
  }

  /// An object's record with its owner, as the ring stores it.
  private struct OwnedRecord {
    let record: ObjectRecord
    let owner: OwnerLabel
  }

  private(set) var firstSequence: UInt64 = 0
  /// The sequence number of the next record.
  private(set) var endSequence: UInt64 = 0
  private(set) var bytes = 0
  private let capacity: Int
  private let segmentSize: Int
  private var segments = RingQueue<Segment>(capacity: 4)
  /// An empty segment, kept for reuse.
  private var spare: Segment?
  /// The header of the oldest record.
  private var head: UnsafeMutableRawPointer
  /// Where the next record goes, and the number of free bytes there.
  private var tail: UnsafeMutableRawPointer
  private var room: Int

  /// - Parameter capacity: The size limit in bytes. The newest record is kept whatever its size.
  init(capacity: Int) {
    self.capacity = capacity
    segmentSize = min(max(capacity >> 4, 4 << 10), 64 << 10) & ~7
    let first = Segment(size: segmentSize, firstSequence: 0)
    unsafe (head, tail) = (first.memory, first.memory)
    room = first.size - Header.size
    segments.append(first)
  }

  deinit {
    // Works on copies, because a `deinit` can't call mutating methods.
    var place = unsafe head
    for offset in 0..<segments.count {
      if offset > 0 { unsafe place = segments[offset].memory }
      while unsafe place != tail, case let header = unsafe Header(at: place), header.kind != .endOfSegment {
        unsafe Self.destroy(header, at: place)
        unsafe place += header.size
      }
      unsafe segments[offset].memory.deallocate()
    }
    unsafe spare?.memory.deallocate()
  }

  /// Whether hardly anything more fits without dropping a record.
  var isFull: Bool { bytes > capacity - capacity / 8 }

  private var count: UInt64 { endSequence - firstSequence }
}

// MARK: - Writing

extension RecordRing {
  /// Adds a dispatch.
  ///
  /// - Parameters:
  ///   - spans: Its handlers' calls; see `PackedSpans`.
  ///   - bytes: The estimated size of what it keeps elsewhere.
  ///   - evicted: Receives the values that must be released outside the lock.
  @inline(__always) mutating func append(
    _ record: @autoclosure () -> DispatchRecord, spans: UnsafeBufferPointer<UInt64>, keeping bytes: Int,
    evicting evicted: inout EvictedValues
  ) {
    let size = Header.size + MemoryLayout<DispatchRecord>.stride + spans.count * 8
    let place = unsafe reserve(.dispatch, size, cost: size + bytes)
    unsafe place.initializeMemory(as: DispatchRecord.self, to: record())
    if let first = spans.baseAddress {
      unsafe (place + MemoryLayout<DispatchRecord>.stride).initializeMemory(
        as: UInt64.self, from: first, count: spans.count)
    }
    evict(into: &evicted)
  }

  /// Adds an object's record. Inlined, so that the record is created in place.
  @inline(__always) mutating func append(
    _ record: consuming ObjectRecord, of owner: OwnerLabel, evicting evicted: inout EvictedValues
  ) {
    let size = Header.size + MemoryLayout<OwnedRecord>.stride
    let place = unsafe reserve(.object, size, cost: size + record.cost)
    unsafe place.initializeMemory(as: OwnedRecord.self, to: OwnedRecord(record: record, owner: owner))
    evict(into: &evicted)
  }

  /// Adds an entry that is stored unchanged.
  mutating func append(_ entry: JournalEntry, evicting evicted: inout EvictedValues) {
    let size = Header.size + MemoryLayout<JournalEntry>.stride
    let place = unsafe reserve(.entry, size, cost: size + entry.cost)
    unsafe place.initializeMemory(as: JournalEntry.self, to: entry)
    evict(into: &evicted)
  }

  /// Writes a record's header and returns where the record's value goes.
  @inline(__always) private mutating func reserve(
    _ kind: Header.Kind, _ size: Int, cost: Int
  ) -> UnsafeMutableRawPointer {
    if size > room { addSegment(for: size) }
    let header = Header(kind, size: size, cost: cost)
    unsafe tail.storeBytes(of: header.bits, as: UInt64.self)
    bytes += header.cost
    endSequence += 1
    room -= size
    let place = unsafe tail + Header.size
    unsafe tail += size
    return unsafe place
  }

  @inline(never) private mutating func addSegment(for size: Int) {
    unsafe tail.storeBytes(of: Header(.endOfSegment, size: 0, cost: 0).bits, as: UInt64.self)
    var segment: Segment
    if let spare, spare.size >= size + Header.size {
      segment = Segment(spare, firstSequence: endSequence)
      self.spare = nil
    } else {
      segment = Segment(size: max(segmentSize, size + Header.size), firstSequence: endSequence)
    }
    unsafe tail = segment.memory
    room = segment.size - Header.size
    segments.append(segment)
  }

  @inline(__always) private mutating func evict(into evicted: inout EvictedValues) {
    while bytes > capacity, count > 1 { evictFirst(into: &evicted) }
  }

  private mutating func evictFirst(into evicted: inout EvictedValues) {
    var header = unsafe Header(at: head)
    if header.kind == .endOfSegment {
      let empty = segments.removeFirst()
      // Keep the larger of the two: if records are large, the next one will be large too.
      if let spare, spare.size >= empty.size {
        unsafe empty.memory.deallocate()
      } else {
        unsafe spare?.memory.deallocate()
        spare = empty
      }
      unsafe head = segments[0].memory
      header = unsafe Header(at: head)
    }
    if header.kind == .dispatch {
      evicted.take(unsafe (head + Header.size).assumingMemoryBound(to: DispatchRecord.self).pointee.context)
    }
    unsafe Self.destroy(header, at: head)
    unsafe head += header.size
    bytes -= header.cost
    firstSequence += 1
  }

  @inline(__always) private static func destroy(_ header: Header, at place: UnsafeMutableRawPointer) {
    let value = unsafe place + Header.size
    switch header.kind {
    case .dispatch: unsafe value.assumingMemoryBound(to: DispatchRecord.self).deinitialize(count: 1)
    case .object: unsafe value.assumingMemoryBound(to: OwnedRecord.self).deinitialize(count: 1)
    case .entry: unsafe value.assumingMemoryBound(to: JournalEntry.self).deinitialize(count: 1)
    case .endOfSegment: break
    }
  }
}

// MARK: - Reading

extension RecordRing {
  /// Appends records from a sequence number on to an array that has room for them. Appends `limit` at most, and none
  /// after their estimated size has reached `bytes`.
  ///
  /// - Returns: The estimated size of the appended records.
  func copyRecords(from sequence: UInt64, limit: Int, bytes: Int, to records: inout [Record]) -> Int {
    let wanted = max(sequence, firstSequence)
    guard wanted < endSequence else { return 0 }
    var index = segmentIndex(of: wanted)
    var place = unsafe index == 0 ? head : segments[index].memory
    var next = index == 0 ? firstSequence : segments[index].firstSequence
    var (left, taken) = (limit, 0)
    while next < endSequence, left > 0, taken < bytes {
      let header = unsafe Header(at: place)
      if header.kind == .endOfSegment {
        index += 1
        unsafe place = segments[index].memory
        continue
      }
      if next >= wanted {
        records.append(unsafe Self.copy(header, at: place))
        left -= 1
        taken += header.cost
      }
      next += 1
      unsafe place += header.size
    }
    return taken
  }

  /// The index of the segment that contains the record with this number.
  private func segmentIndex(of sequence: UInt64) -> Int {
    // The segments before `low` begin at or before the record, those from `high` on after it.
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].firstSequence <= sequence { low = middle + 1 } else { high = middle }
    }
    return low - 1
  }

  private static func copy(_ header: Header, at place: UnsafeMutableRawPointer) -> Record {
    let value = unsafe place + Header.size
    switch header.kind {
    case .dispatch:
      let size = MemoryLayout<DispatchRecord>.stride
      let words = unsafe UnsafeBufferPointer(
        start: (value + size).assumingMemoryBound(to: UInt64.self), count: (header.size - Header.size - size) / 8)
      return unsafe .dispatch(value.assumingMemoryBound(to: DispatchRecord.self).pointee, spans: Array(words))
    case .object:
      let owned = unsafe value.assumingMemoryBound(to: OwnedRecord.self).pointee
      return .object(owned.record, of: owned.owner)
    case .entry: return .entry(unsafe value.assumingMemoryBound(to: JournalEntry.self).pointee)
    case .endOfSegment: preconditionFailure("A segment's end is not a record.")
    }
  }
}

extension RecordRing.Segment {
  fileprivate init(size: Int, firstSequence: UInt64) {
    unsafe self.init(
      memory: .allocate(byteCount: size, alignment: 16), size: size, firstSequence: firstSequence)
  }

  fileprivate init(_ empty: Self, firstSequence: UInt64) {
    unsafe self.init(memory: empty.memory, size: empty.size, firstSequence: firstSequence)
  }
}

/// The application's values that a journal has dropped. They are released with this value, outside the journal's lock.
struct EvictedValues {
  /// Nearly always, there is at most one.
  private var first: DispatchContext?
  private var others: [DispatchContext] = []

  @inline(__always) mutating func take(_ context: DispatchContext?) {
    guard let context else { return }
    if first == nil { first = context } else { others.append(context) }
  }
}
