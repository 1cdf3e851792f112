extension CompositeDelegate {
  /// The objects that a module owns now, including those that are still being cleaned asynchronously.
  ///
  /// They are the objects of the present instance, and those that earlier instances still own because the instance is
  /// alive or the object lives as long as the application. The objects of each bag are in the order of acquisition.
  ///
  /// - Throws: `CompositeError` when there is no such module.
  public func ownedObjects(of module: some ModuleReference) throws(CompositeError) -> [OwnedObjectStatus] {
    let slot = try find(module).slot
    return owners(of: slot).flatMap(\.openObjects).map { $0.status($0.owner.objectState) }
      + applicationObjects(of: slot).map { $0.status(.live) } + releasing(of: slot).map(\.status)
  }

  /// All objects that are owned in this composite now, in the order of acquisition: those of a nested composite are the
  /// ones of its modules. Includes those that are still being cleaned asynchronously.
  public var ownedObjects: [OwnedObjectStatus] { ownership.unreleasedObjects(within: ownerAsModule) }

  /// Cleans one owned object, with the reason `cancelled`. Lets a user act on an overdue object without a handle.
  ///
  /// - Returns: Whether the object was live.
  @discardableResult
  package func cancel(_ object: OwnedObjectID) -> Bool {
    let wasLive = ownership.cancel(object)
    if wasLive { application.checkExpectations() }
    return wasLive
  }

  /// Records what is still alive when the application ends: overdue objects, and objects that were not expected to be
  /// released and therefore can't be called leaks.
  ///
  /// - Returns: The entries added to the journal.
  @discardableResult
  package func recordLiveObjects() -> [AliveEntry] {
    application.checkExpectations(.all)
    let now = journal.now
    let waiting = application.expectations.alive.map { expectation in
      AliveEntry(
        owner: expectation.owner.name, ownerID: expectation.owner.id, number: 0, kind: "", name: "",
        state: expectation.isOverdue ? "overdue" : "alive at exit", atNanoseconds: now)
    }
    let objects = ownership.unreleasedObjects().map { object in
      AliveEntry(
        owner: object.owner, ownerID: object.id.owner, number: object.id.number, kind: object.kind.rawValue,
        name: object.name, state: object.state == .live ? "alive at exit" : object.state.rawValue, atNanoseconds: now)
    }
    for entry in waiting + objects { journal.append(.alive(entry)) }
    return waiting + objects
  }

  /// The objects of any instance that are being cleaned asynchronously.
  private func releasing(of slot: ModuleSlot) -> [ReleasingObject] {
    ownership.unfinished.cleanups().filter { $0.owner.record === slot.record }
  }

  /// The objects of any instance that live as long as the application.
  private func applicationObjects(of slot: ModuleSlot) -> [OwnedRow] {
    ownership.application.live.filter { $0.owner.record === slot.record }
  }

  /// All instances that have a bag, including released ones.
  private func owners(of slot: ModuleSlot) -> [Owner] { ownership.owners.filter { $0.record === slot.record } }
}
