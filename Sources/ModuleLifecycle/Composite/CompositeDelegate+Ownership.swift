extension CompositeDelegate {
  /// What a module owns now, what is being cleaned asynchronously included: the present instance's objects, and what earlier instances own still, because they live on
  /// or because it is to live as long as the application. The objects of each bag are in the order of acquisition.
  ///
  /// - Throws: `CompositeError` when there is no such module.
  public func ownedObjects(of name: String) throws(CompositeError) -> [OwnedObjectStatus] {
    let slot = try slot(named: name)
    return owners(of: slot).flatMap(\.ledgers).flatMap(\.liveObjects) + releasing(of: slot).map(\.status)
  }

  /// Everything that is owned now in this composite, what is being cleaned asynchronously included, in the order of
  /// acquisition.
  public var ownedObjects: [OwnedObjectStatus] { scope.unreleasedObjects }

  /// How many objects a module owns and has owned, all its instances together, by kind and by the reason of their
  /// release.
  ///
  /// - Throws: `CompositeError` when there is no such module.
  public func ownedCounts(of name: String) throws(CompositeError) -> OwnedCounts {
    let slot = try slot(named: name)
    return slot.totals.counts(with: owners(of: slot).flatMap(\.ledgers).map(\.counts))
      .noting(releasing(of: slot))
  }

  /// Cleans one owned object, whoever owns it, for the reason `cancelled`: for a user who acts on what is overdue, and
  /// has no handle.
  ///
  /// - Returns: Whether it was live.
  @discardableResult
  public func cancel(_ object: OwnedObjectID) -> Bool {
    guard let number = UInt32(exactly: object.number), let owner = scope.owner(object.owner) else { return false }
    let wasLive = owner.ledgers.contains { $0.release(number, .cancelled) }
    if wasLive { checkExpectations() }
    return wasLive
  }

  /// Writes down what is still alive, when the application ends: what is overdue, and what was not expected to go and
  /// which therefore can't be called a leak.
  ///
  /// - Returns: The entries that were written.
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

  /// What any instance has owned and is being cleaned asynchronously.
  private func releasing(of slot: ModuleSlot) -> [ReleasingObject] {
    scope.releasing.filter { $0.owner.totals === slot.totals }
  }

  /// All instances that own anything, dead ones included: what is to live as long as the application outlives them.
  private func owners(of slot: ModuleSlot) -> [Owner] { scope.owners.filter { $0.totals === slot.totals } }
}
