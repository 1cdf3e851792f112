/// The strong references that the package knows of, so that it can name those that hold an object that should be gone.
package enum StrongReferences {
  private static let known = Locked<[ObjectIdentifier: [UInt64: String]]>([:])

  /// Records that a reference holds an object.
  ///
  /// - Returns: The identifier to pass to `remove` when the reference releases the object.
  package static func add(_ reference: String, to object: AnyObject) -> UInt64 {
    let id = Identifiers.nextReference()
    known.withLock { $0[ObjectIdentifier(object), default: [:]][id] = reference }
    return id
  }

  /// Records that a reference has released its object.
  package static func remove(_ id: UInt64, from object: AnyObject) {
    let key = ObjectIdentifier(object)
    known.withLock { known in
      known[key]?[id] = nil
      if known[key]?.isEmpty == true { known[key] = nil }
    }
  }

  /// Returns the references that hold an object, oldest first.
  static func holders(of object: AnyObject) -> [String] {
    known.withLock { $0[ObjectIdentifier(object)] ?? [:] }.sorted { $0.key < $1.key }.map(\.value)
  }
}
