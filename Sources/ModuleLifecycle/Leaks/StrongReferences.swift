/// The strong references that the package knows of, so that it can name them when what they hold should be gone.
package enum StrongReferences {
  private static let known = Locked<[ObjectIdentifier: [UInt64: String]]>([:])

  /// Notes that a reference holds an object.
  ///
  /// - Returns: What to call `remove` with when it lets go.
  package static func add(_ reference: String, to object: AnyObject) -> UInt64 {
    let id = Identifiers.nextReference()
    known.withLock { $0[ObjectIdentifier(object), default: [:]][id] = reference }
    return id
  }

  /// Notes that a reference has let go.
  package static func remove(_ id: UInt64, from object: AnyObject) {
    let key = ObjectIdentifier(object)
    known.withLock { known in
      known[key]?[id] = nil
      if known[key]?.isEmpty == true { known[key] = nil }
    }
  }

  /// The references that hold an object, the oldest first.
  static func holders(of object: AnyObject) -> [String] {
    known.withLock { $0[ObjectIdentifier(object)] ?? [:] }.sorted { $0.key < $1.key }.map(\.value)
  }
}
