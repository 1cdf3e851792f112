/// Finds what may hold an object that should have been released.
enum HolderHints {
  /// The most hints to return.
  private static let limit = 5

  /// Returns the hints about an object, the most reliable first: owned objects that were declared to hold it, delegate
  /// references that are known to hold it, and its own objects whose closures may have captured it.
  static func find(
    about object: AnyObject, owner: OwnerID, among bags: [Bag], references: [String]
  ) -> [HolderHint] {
    var declared: [HolderHint] = []
    var possible: [HolderHint] = []
    for bag in bags {
      for item in bag.live {
        let isOwn = item.owner.id == owner
        let holder = item.kind.title(of: item.name)
        if let hold = item.declaration?.hold, hold.holds(object) {
          declared.append(
            HolderHint(
              holder: holder, holderOwner: isOwn ? nil : item.owner.name, hold: hold.sentence, trust: .declared,
              object: item.objectID, remedy: hold.remedy))
        } else if isOwn, item.declaration?.hold == nil, item.kind.mayCaptureItsOwner {
          possible.append(HolderHint(holder: holder, trust: .possible, object: item.objectID, remedy: "cancel"))
        }
      }
    }
    let found = references.map { HolderHint(holder: $0, trust: .found) }
    return Array((declared + found + possible.reversed()).prefix(limit))
  }
}

extension OwnedKind {
  /// Whether objects of this kind may call a closure or a method of their owner, and keep it alive for that: all that an
  /// app names itself, too.
  fileprivate var mayCaptureItsOwner: Bool {
    ![.session, .file, .descriptor, .server, .window, .dialog, .delegate, .registration].contains(self)
  }
}

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
