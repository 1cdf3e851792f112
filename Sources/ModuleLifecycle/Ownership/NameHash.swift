/// The hash of an object's name; 0 for an object without one.
///
/// Names that differ in their last letter only, such as numbered ones, get neighbouring hashes, which keeps them together
/// in the index and in the processor's cache.
enum NameHash {
  private static let prime: UInt32 = 0x0100_0193

  static func of(_ name: String) -> UInt32 {
    if name.isEmpty { return 0 }
    // Beyond ASCII one text has several spellings, which only the standard hash knows to be equal.
    return unsafe name.utf8.withContiguousStorageIfAvailable { unsafe ofASCII($0) }?.map { max(1, $0) }
      ?? UInt32(truncatingIfNeeded: name.hashValue) | 1
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
