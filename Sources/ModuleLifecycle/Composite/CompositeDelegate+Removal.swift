extension CompositeDelegate {
  /// Removes a module by releasing it.
  ///
  /// The composite drops its references and doesn't touch anything that the module owns. The owned objects are cleaned
  /// when the module is deinitialised. If other code still holds the module, they stay open, and after `releaseGrace`
  /// the module is reported as overdue. (The release of a module without an `OwnedObjects` is detected at the next
  /// event or removal, or after the grace period.)
  ///
  /// If a handler of the module is running, it returns first. Handlers that a running dispatch has not reached are
  /// skipped.
  ///
  /// - Throws: `CompositeError` when there is no such module, when it was already removed, or when it is the main
  ///   module.
  public func remove(_ name: String) throws(CompositeError) { try remove(slot(named: name).id) }

  /// Removes a module by releasing it. See `remove(_:)` with a name.
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

  /// Creates a removed module again, in its old position and switched on.
  ///
  /// - Throws: `CompositeError` when there is no such module, it is present, or it was never created. Rethrows
  ///   the errors of its factory.
  public func bringBack(_ name: String) throws { try bringBack(slot(named: name).id) }

  /// Creates a removed module again. See `bringBack(_:)` with a name.
  public func bringBack(_ id: ModuleID) throws {
    if let holder = nestedHolder(of: id) { return try holder.bringBack(id) }
    let slot = try slot(with: id)
    guard slot.module == nil else { throw CompositeError.notRemoved(slot.name) }
    guard slot.isOn else { throw CompositeError.neverCreated(slot.name) }
    try fill(slot, as: .broughtBack)
    startLate(slot)
  }

  /// Releases all modules in reverse order, including the main module, then cleans what lives as long as the
  /// application.
  ///
  /// Asynchronous cleanups have begun, but may not have ended, when this returns; `shutDown(within:)` waits for them.
  /// Unless this composite is nested, a `shutDown(within:)` that is in progress stops waiting.
  public func tearDown() {
    asyncLaunch?.problem = .interrupted
    stack.deferringQueuedEvents {
      if outer == nil { scope.shutDowns.endAll() }
      for slot in slots.reversed() where slot.module != nil { tearDown(slot) }
      checkExpectations()
      if outer == nil { scope.endApplication() }
    }
  }

  /// Releases a module as part of a teardown.
  func tearDown(_ slot: ModuleSlot, because cause: ModuleEntry.Cause = .teardown) {
    stack.deferringQueuedEvents {
      letGo(of: slot, because: cause)
      checkExpectations(.atLatest)
    }
  }

  /// Releases all modules, creates them again in the old order, and returns the application to before its launch.
  ///
  /// A nested composite doesn't change the application's state. A module that a cleanup brings back meanwhile is kept.
  ///
  /// - Throws: The first error that a factory throws. The modules after it are not created and can be brought back.
  ///   `CompositeError` when a factory calls this; nothing has changed then.
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
      // A cleanup may already have brought one back.
      for slot in slots where slot.isOn && slot.module == nil { try fill(slot, as: .broughtBack) }
    }
  }

  func letGo(of slot: ModuleSlot, because cause: ModuleEntry.Cause? = nil) {
    guard let owner = slot.owner else { return }
    let now = journal.now
    owner.noteRemoved(at: now)
    note(.removed, slot, owner: owner.id, at: now, because: cause)
    // A module is switched on when it comes back, even if it was off before its removal.
    slot.isOn = true
    let composite = slot.nested
    guard let departed = slot.empty() else { return }
    // A teardown removes the last one first.
    if let composite, let place = nested.lastIndex(where: { $0 === composite }) { nested.remove(at: place) }
    stack.keepIfRunning(slot, departed.module)
    noteChange()
    expect(.module(slot.id, departed.owner), object: departed.module, within: releaseGrace, at: now)
    // Objects released now may send events. Everything must be consistent by then.
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
