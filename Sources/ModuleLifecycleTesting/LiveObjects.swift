public import ModuleLifecycle

/// An error that lists what is alive although a test expects otherwise.
public struct LiveObjectsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The objects that are still owned.
  public let objects: [OwnedObjectStatus]
  /// The names of the released modules, and of other objects expected to be released, that are still held.
  public let owners: [String]

  /// One line for each owner and each object.
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
  /// Throws if anything is still owned, or if a released module or an object passed to `expectRelease` is alive.
  ///
  /// ```swift
  /// composite.tearDown()
  /// try composite.expectNoLiveObjects()
  /// ```
  ///
  /// This checks once and does not wait. If a module ends on another thread, first await its end with
  /// `JournalCollector.first(where:)`.
  ///
  /// - Parameter name: The module whose instances and owned objects are checked; by default everything in the
  ///   composite.
  /// - Throws: `LiveObjectsError` with everything that is alive; `CompositeError` when there is no module with that name.
  public func expectNoLiveObjects(of name: String? = nil) throws {
    let objects = try name.map { try ownedObjects(of: $0) } ?? ownedObjects
    let owners = name.map { name in modulesStillAlive.filter { $0 == name } } ?? ownersStillAlive
    guard objects.isEmpty, owners.isEmpty else { throw LiveObjectsError(objects: objects, owners: owners) }
  }
}
