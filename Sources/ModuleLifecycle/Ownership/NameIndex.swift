/// Finds the objects of a large bag by the hash of their kind and name: a table of hashes and places with open addressing.
///
/// An object that goes is not taken out of the table: its entry then points at a place that is vacant, or has another
/// one, and is passed over. So cleaning costs the index nothing. A table that gets crowded is made anew.
struct NameIndex: Sendable {
  /// A hash above a place counted from one; zero is free. Empty until something is looked for.
  private var table: [UInt64] = []
  private var used = 0

  /// Throws the table away, because places have changed; the next look-up makes it anew.
  mutating func forget() {
    if !table.isEmpty { self = NameIndex() }
  }

  /// Enters an object.
  mutating func add(_ hash: UInt32, at place: Int, of rows: borrowing RowStack) {
    guard !table.isEmpty else { return }
    if used >= table.count / 2 {
      if rows.count >= used / 4 * 3 { double() } else { return rebuild(rows) }
    }
    enter(hash, place)
  }

  /// The place of the object of that name and kind.
  mutating func find(_ name: String, _ kind: UInt16, hash: UInt32, in rows: borrowing RowStack) -> Int? {
    if table.isEmpty { rebuild(rows) }
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while table[slot] != 0 {
      let entry = table[slot]
      let place = Int(entry & 0xFFFF_FFFF) - 1
      if entry >> 32 == UInt64(hash), place < rows.count, rows.bears(name, kind, at: place) { return place }
      slot = (slot + 1) & mask
    }
    return nil
  }

  private mutating func rebuild(_ rows: borrowing RowStack) {
    var capacity = 64
    while capacity < rows.count * 3 { capacity *= 2 }
    table = [UInt64](repeating: 0, count: capacity)
    used = 0
    for place in 0..<rows.count {
      let hash = rows.look(at: place) { $0.isNamed ? NameHash.of($0.name, $0.kind) : nil }
      if let hash { enter(hash, place) }
    }
  }

  /// Makes room, mostly in the order of memory: what stood together stands in two places then.
  private mutating func double() {
    let entries = table
    table = [UInt64](repeating: 0, count: entries.count * 2)
    used = 0
    for entry in entries where entry != 0 {
      enter(UInt32(truncatingIfNeeded: entry >> 32), Int(entry & 0xFFFF_FFFF) - 1)
    }
  }

  private mutating func enter(_ hash: UInt32, _ place: Int) {
    let mask = table.count - 1
    var slot = Int(hash) & mask
    while table[slot] != 0 { slot = (slot + 1) & mask }
    table[slot] = UInt64(hash) << 32 | UInt64(place + 1)
    used += 1
  }
}

/// The hash of an object's name and kind.
///
/// Names that differ in their last letter only, such as numbered ones, get neighbouring hashes, which keeps them together
/// in the index and in the processor's cache.
enum NameHash {
  private static let prime: UInt32 = 0x0100_0193

  static func of(_ name: String, _ kind: UInt16 = 0) -> UInt32 {
    // Beyond ASCII one text has several spellings, which only the standard hash knows to be equal.
    let ascii = unsafe name.utf8.withContiguousStorageIfAvailable { unsafe ofASCII($0) }
    let hash = (ascii ?? nil) ?? UInt32(truncatingIfNeeded: name.hashValue)
    return hash &+ UInt32(kind) &* 0x9E37_79B9
  }

  private static func ofASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
    var hash: UInt32 = 0x811C_9DC5
    var seen: UInt8 = 0
    var index = 0
    // Four at a time, because each multiplication by the last hash waits for the one before.
    while index + 4 <= bytes.count {
      let (first, second) = unsafe (bytes[index], bytes[index + 1])
      let (third, fourth) = unsafe (bytes[index + 2], bytes[index + 3])
      seen |= first | second | third | fourth
      let front = UInt32(first) &* (prime &* prime &* prime) &+ UInt32(second) &* (prime &* prime)
      hash = hash &* (prime &* prime &* prime &* prime) &+ (front &+ (UInt32(third) &* prime &+ UInt32(fourth)))
      index += 4
    }
    while index < bytes.count {
      seen |= unsafe bytes[index]
      hash = unsafe hash &* prime &+ UInt32(bytes[index])
      index += 1
    }
    return seen < 0x80 ? hash : nil
  }
}
