/// Finds the objects of a large bag by the hash of their kind and name. It is a table of hashes and positions with open
/// addressing.
///
/// Removing an object does not remove its entry. The entry then refers to a position that is vacant or has another
/// object, and is skipped. Therefore a cleanup costs the index nothing. A table that gets crowded is rebuilt.
struct NameIndex: Sendable {
  /// Each entry is a hash in the high bits and a position, counted from 1, in the low bits. 0 is free. Empty until the
  /// first search.
  private var table: [UInt64] = []
  private var used = 0

  /// Discards the table because positions have changed. The next search rebuilds it.
  mutating func forget() {
    if !table.isEmpty { self = NameIndex() }
  }

  /// Adds an object.
  mutating func add(_ hash: UInt32, at place: Int, of rows: borrowing RowStack) {
    guard !table.isEmpty else { return }
    if used >= table.count / 2 {
      if rows.count >= used / 4 * 3 { double() } else { return rebuild(rows) }
    }
    enter(hash, place)
  }

  /// The position of the object with this name and kind.
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

  /// Doubles the table. Memory is accessed mostly in order: neighbouring entries end up in one of two areas.
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
/// Names that differ only in their last letter, such as numbered ones, get neighbouring hashes. This keeps them
/// together in the index and in the processor's cache.
enum NameHash {
  private static let prime: UInt32 = 0x0100_0193

  static func of(_ name: String, _ kind: UInt16 = 0) -> UInt32 {
    // Beyond ASCII, equal strings can have different bytes. Only the standard hash treats them as equal.
    let ascii = unsafe name.utf8.withContiguousStorageIfAvailable { unsafe ofASCII($0) }
    let hash = (ascii ?? nil) ?? UInt32(truncatingIfNeeded: name.hashValue)
    return hash &+ UInt32(kind) &* 0x9E37_79B9
  }

  private static func ofASCII(_ bytes: UnsafeBufferPointer<UInt8>) -> UInt32? {
    var hash: UInt32 = 0x811C_9DC5
    var seen: UInt8 = 0
    var index = 0
    // Four at a time, because each multiplication of the hash waits for the previous one.
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
