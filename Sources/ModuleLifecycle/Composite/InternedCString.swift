/// A name that is never freed. Any thread and any signal handler can read it at any time.
struct InternedCString: Sendable, Equatable {
  /// The address of the name's bytes, which end with a zero.
  let address: UInt

  private static let known = Locked<[String: InternedCString]>([:])

  /// Returns the name's only copy. Allocates memory once for each different name.
  static func of(_ name: String) -> InternedCString {
    known.withLock { known in
      if let name = known[name] { return name }
      let bytes = Array(name.utf8)
      let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: bytes.count + 1)
      _ = unsafe copy.initialize(from: bytes + [0])
      let immortal = InternedCString(address: UInt(bitPattern: copy.baseAddress))
      known[name] = immortal
      return immortal
    }
  }

  var text: String? { Self.text(at: address) }

  static func text(at address: UInt) -> String? {
    guard let bytes = unsafe UnsafePointer<UInt8>(bitPattern: address) else { return nil }
    return unsafe String(cString: bytes)
  }
}
