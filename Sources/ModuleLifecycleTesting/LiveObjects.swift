public import ModuleLifecycle

/// What is alive although a test expects that it is not.
public struct LiveObjectsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The objects that are owned still.
  public let objects: [OwnedObjectStatus]
  /// The modules that were let go of, and whatever else was expected to go, that somebody holds.
  public let owners: [String]

  /// One line for each.
  public var description: String {
    let owners = owners.map { "\($0) should be gone and is still alive." }
    let objects = objects.map { object in
      let detail = object.detail.map { " (\($0))" } ?? ""
      let name = object.name.isEmpty ? "" : " \(object.name)"
      return "\(object.owner) owns \(object.kind)\(name)\(detail), \(object.state)."
    }
    return (owners + objects).joined(separator: "\n")
  }
}

extension CompositeDelegate {
  /// Expects that nothing is owned any more, and that every module that was let go of, and whatever `expectRelease` was
  /// asked about, is dead.
  ///
  /// ```swift
  /// composite.tearDown()
  /// try composite.expectNoLiveObjects()
  /// ```
  ///
  /// It looks once and does not wait: for a module that ends on another thread, await its end first, with
  /// `JournalCollector.first(where:)`.
  ///
  /// - Parameter name: A module, where only what its instances own is meant; by default everything in the composite.
  /// - Throws: `LiveObjectsError` that names whatever is alive; `CompositeError` when there is no module of that name.
  public func expectNoLiveObjects(of name: String? = nil) throws {
    let objects = try name.map { try ownedObjects(of: $0) } ?? ownedObjects
    let owners = name.map { name in modulesStillAlive.filter { $0 == name } } ?? ownersStillAlive
    guard objects.isEmpty, owners.isEmpty else { throw LiveObjectsError(objects: objects, owners: owners) }
  }
}
