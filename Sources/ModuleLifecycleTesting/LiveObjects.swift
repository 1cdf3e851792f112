public import ModuleLifecycle

/// What is alive although a test expects that it is not.
public struct LiveObjectsError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The objects that are owned still.
  public let objects: [OwnedObjectStatus]
  /// The modules that were let go of and that somebody holds.
  public let modules: [String]

  /// One line for each.
  public var description: String {
    let modules = modules.map { "\($0) was let go of and is still alive." }
    let objects = objects.map { object in
      let detail = object.detail.map { " (\($0))" } ?? ""
      let name = object.name.isEmpty ? "" : " \(object.name)"
      return "\(object.owner) owns \(object.kind)\(name)\(detail), \(object.state)."
    }
    return (modules + objects).joined(separator: "\n")
  }
}

extension CompositeDelegate {
  /// Expects that nothing is owned any more, and that every module that was let go of is dead.
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
    let modules = modulesStillAlive.filter { name == nil || $0 == name }
    guard objects.isEmpty, modules.isEmpty else { throw LiveObjectsError(objects: objects, modules: modules) }
  }
}
