extension CompositeDelegate {
  /// Lets go of a module.
  ///
  /// The composite drops its references and touches nothing that the module owns: its objects are cleaned when the
  /// module is deinitialised. If other code still holds the module, its objects stay open, and after `releaseGrace` it
  /// is reported as overdue. (The death of a module without an `OwnedObjects` is noticed with the next event or removal,
  /// or when that time is up.)
  /// A handler of the module that is running returns first; handlers of a dispatch under way
  /// that were not reached are skipped.
  ///
  /// - Throws: `CompositeError` when there is no such module, when it was removed before, and for the main module.
  public func remove(_ name: String) throws(CompositeError) { try remove(slot(named: name).id) }

  /// Lets go of a module; see `remove(_:)`.
  public func remove(_ id: ModuleID) throws(CompositeError) {
    if let holder = nestedHolder(of: id) { return try holder.remove(id) }
    let slot = try slot(with: id)
    guard !slot.isMain else { throw .mainCannotBeRemoved(slot.name) }
    guard slot.module != nil else { throw slot.isOn ? .alreadyRemoved(slot.name) : .neverCreated(slot.name) }
    stack.deferringQueuedEvents {
      letGo(of: slot)
      checkExpectations()
    }
  }

  /// Creates a removed module anew, in its old place, switched on.
  ///
  /// - Throws: `CompositeError` when there is no such module or it is there already; and whatever its factory throws.
  public func bringBack(_ name: String) throws { try bringBack(slot(named: name).id) }

  /// Creates a removed module anew; see `bringBack(_:)`.
  public func bringBack(_ id: ModuleID) throws {
    if let holder = nestedHolder(of: id) { return try holder.bringBack(id) }
    let slot = try slot(with: id)
    guard slot.module == nil else { throw CompositeError.notRemoved(slot.name) }
    guard slot.isOn else { throw CompositeError.neverCreated(slot.name) }
    try fill(slot, as: .broughtBack)
    startLate(slot)
  }

  /// Lets go of every module, the main one included, in reverse order of registration; then cleans what was to live as
  /// long as the application. Asynchronous cleanups have begun when it returns; `shutDown(within:)` waits for their ends. One
  /// that is under way waits no longer, unless this composite is nested.
  public func tearDown() {
    asyncLaunch?.problem = .interrupted
    stack.deferringQueuedEvents {
      if outer == nil { scope.shutDowns.endAll() }
      for slot in slots.reversed() where slot.module != nil { tearDown(slot) }
      checkExpectations()
      if outer == nil { scope.endApplication() }
    }
  }

  /// Lets go of a module as part of a teardown.
  func tearDown(_ slot: ModuleSlot, because cause: ModuleEntry.Cause = .teardown) {
    stack.deferringQueuedEvents {
      letGo(of: slot, because: cause)
      checkExpectations(.atLatest)
    }
  }

  /// Starts over: lets go of every module, creates them all anew in the old order, and returns to before launch. A
  /// composite that is nested leaves the application where it is.
  ///
  /// A module that a cleanup has brought back meanwhile stays as it is.
  ///
  /// - Throws: What the first factory throws that does; the modules after it stay away and can be brought back.
  ///   `CompositeError`, and nothing has happened, when a factory calls it.
  public func rebuild() throws {
    if let first = slots.first { try refuseDuringCreation(of: first.name) }
    try stack.deferringQueuedEvents {
      let off = slots.filter { !$0.isOn }
      tearDown()
      for slot in off where slot.isOn {
        slot.isOn = false
        note(.switchedOff, slot, owner: 0, at: journal.now)
      }
      if outer == nil {
        returnToBeforeLaunch()
        scope.restart()
      }
      // A cleanup may have brought one back already.
      for slot in slots where slot.isOn && slot.module == nil { try fill(slot, as: .broughtBack) }
    }
  }

  func letGo(of slot: ModuleSlot, because cause: ModuleEntry.Cause? = nil) {
    guard let owner = slot.owner else { return }
    let now = journal.now
    owner.noteRemoved(at: now)
    note(.removed, slot, owner: owner.id, at: now, because: cause)
    // A module that comes back is called; one that was switched off before is as good as new.
    slot.isOn = true
    let composite = slot.nested
    guard let departed = slot.empty() else { return }
    // In a teardown the last one goes first.
    if let composite, let place = nested.lastIndex(where: { $0 === composite }) { nested.remove(at: place) }
    stack.keepIfRunning(slot, departed.module)
    noteChange()
    expect(.module(slot.id, departed.owner), object: departed.module, within: releaseGrace, at: now)
    // What dies now may send events, and find everything in order.
    withExtendedLifetime(departed) {}
  }

  func slot(named name: String) throws(CompositeError) -> ModuleSlot {
    guard let slot = slotIndex[name] else {
      throw .unknownModule(name, known: slots.map(\.name))
    }
    return slot
  }

  func slot(with id: ModuleID) throws(CompositeError) -> ModuleSlot {
    guard let slot = slotIndex[id] else {
      throw .unknownModule("#\(id)", known: slots.map(\.name))
    }
    return slot
  }
}
