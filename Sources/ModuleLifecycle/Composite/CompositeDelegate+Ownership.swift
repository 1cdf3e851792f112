extension CompositeDelegate {
  /// The objects that a module owns now, including those that are still being cleaned asynchronously.
  ///
  /// They are the objects of the present instance, and those that earlier instances still own because the instance is
  /// alive or the object lives as long as the application. The objects of each bag are in the order of acquisition.
  ///
  /// - Throws: `CompositeError` when there is no such module.
  public func ownedObjects(of name: String) throws(CompositeError) -> [OwnedObjectStatus] {
    let slot = try slot(named: name)
    return owners(of: slot).flatMap(\.ledgers).flatMap(\.liveObjects) + releasing(of: slot).map(\.status)
  }

  /// All objects that are owned in this composite now, in the order of acquisition. Includes those that are still being
  /// cleaned asynchronously.
  public var ownedObjects: [OwnedObjectStatus] { scope.unreleasedObjects }

  /// Counts the objects that a module owns and has owned, over all its instances, by kind and by reason of release.
  ///
  /// - Throws: `CompositeError` when there is no such module.
  public func ownedCounts(of name: String) throws(CompositeError) -> OwnedCounts {
    let slot = try slot(named: name)
    return slot.totals.counts(with: owners(of: slot).flatMap(\.ledgers).map(\.counts))
      .noting(releasing(of: slot))
  }

  /// Cleans one owned object, with the reason `cancelled`. Lets a user act on an overdue object without a handle.
  ///
  /// - Returns: Whether the object was live.
  @discardableResult
  public func cancel(_ object: OwnedObjectID) -> Bool {
    guard let number = UInt32(exactly: object.number), let owner = scope.owner(object.owner) else { return false }
    let wasLive = owner.ledgers.contains { $0.release(number, .cancelled) }
    if wasLive { checkExpectations() }
    return wasLive
  }

  /// Records what is still alive when the application ends: overdue objects, and objects that were not expected to be
  /// released and therefore can't be called leaks.
  ///
  /// - Returns: The entries added to the journal.
  @discardableResult
  public func noteAliveAtExit() -> [AliveEntry] {
    checkExpectations()
    let now = journal.now
    let waiting = expectations.filter(\.isAlive).map { expectation in
      AliveEntry(
        owner: expectation.name, ownerID: expectation.ownerID, number: 0, kind: "", name: "",
        state: expectation.isOverdue ? "overdue" : "alive at exit", atNanoseconds: now)
    }
    let objects = scope.unreleasedObjects.map { object in
      AliveEntry(
        owner: object.owner, ownerID: object.id.owner, number: object.id.number, kind: object.kind.rawValue,
        name: object.name, state: object.state == .live ? "alive at exit" : object.state.rawValue, atNanoseconds: now)
    }
    for entry in waiting + objects { journal.append(.alive(entry)) }
    return waiting + objects
  }

  /// The objects of any instance that are being cleaned asynchronously.
  private func releasing(of slot: ModuleSlot) -> [ReleasingObject] {
    scope.releasing.filter { $0.owner.totals === slot.totals }
  }

  /// All instances that own anything, including released ones: objects that live as long as the application outlive
  /// them.
  private func owners(of slot: ModuleSlot) -> [Owner] { scope.owners.filter { $0.totals === slot.totals } }
}
