extension CompositeDelegate {
  /// Removes a module by releasing it.
  ///
  /// The composite drops its references and doesn't touch anything that the module owns. The owned objects are cleaned
  /// when the module is deinitialised. If other code still holds the module, they stay open, and after `releaseGrace`
  /// the module is reported as overdue. (The release of a module without an `OwnedObjects` is detected at one of the
  /// next events or removals, or after the grace period.)
  ///
  /// If a handler of the module is running, it returns first. Handlers that a running dispatch has not reached are
  /// skipped.
  ///
  /// A module that is forgotten can't be brought back: its factory and its position go, too, its name becomes free, and
  /// the modules after it move up by one. It can have been removed before. Forgetting a nested composite releases all its
  /// modules. It costs a journal entry for each module that moves up.
  ///
  /// - Parameters:
  ///   - module: The module's name or registration.
  ///   - isForgotten: Whether the composite forgets it, as for a module that is registered for each login.
  /// - Throws: `CompositeError` when there is no such module, or it is the main module. Unless it is forgotten, also when it
  ///   was already removed, or never created. If it is forgotten, also when others must come after it, or while a module is
  ///   being created. Nothing changes then.
  public func remove(_ module: some ModuleReference, forgetting isForgotten: Bool = false) throws(CompositeError) {
    let (composite, slot) = try find(module)
    if isForgotten { return try composite.forget(slot) }
    guard !slot.isMain else { throw .mainCannotBeRemoved(slot.name) }
    guard slot.module != nil else { throw slot.isOn ? .alreadyRemoved(slot.name) : .neverCreated(slot.name) }
    stack.deferringQueuedEvents {
      composite.release(slot)
      application.checkExpectations()
    }
  }

  /// Creates a removed module again, in its old position and switched on.
  ///
  /// - Throws: `CompositeError` when there is no such module, it is present, it was never created, or the application is
  ///   ending. Rethrows the errors of its factory.
  public func restore(_ module: some ModuleReference) throws {
    let (composite, slot) = try find(module)
    guard slot.module == nil else { throw CompositeError.notRemoved(slot.name) }
    guard slot.isOn else { throw CompositeError.neverCreated(slot.name) }
    try composite.createModule(in: slot, as: .broughtBack)
    application.startLate(slot, in: composite)
  }

  private func forget(_ slot: ModuleSlot) throws(CompositeError) {
    if let other = moduleUnderConstruction { throw .forgottenDuringCreation(slot.name, of: other) }
    guard !slot.isMain else { throw .mainCannotBeRemoved(slot.name) }
    let dependants = slots.filter { $0.after.contains(slot.name) }.map(\.name)
    guard dependants.isEmpty else { throw .neededBy(dependants, slot.name) }
    stack.deferringQueuedEvents {
      let (now, place) = (journal.now, slot.record.order - 1)
      slots.remove(at: place)
      slotIndex.remove(slot)
      let followers = slots[place...]
      for follower in followers { follower.record.order -= 1 }
      // Release the module after it has lost its position. Code that runs as it is released then finds a consistent
      // order.
      if slot.module != nil { release(slot, because: .unregistered) } else { noteChange() }
      application.note(.unregistered, slot, owner: nil, at: now)
      for follower in followers { application.note(.moved, follower, owner: follower.owner, at: now) }
      application.checkExpectations()
    }
  }

  /// Releases all modules in reverse order, including the main module, then cleans what lives as long as the
  /// application.
  ///
  /// Asynchronous cleanups have begun, but may not have ended, when this returns; `shutDown(within:)` waits for them.
  /// Unless this composite is nested, the application ends: a launch that is in progress is interrupted, and a
  /// `shutDown(within:)` stops waiting. Until this has returned, no module can be created.
  ///
  /// If a handler of one of the modules calls this, the handlers that have not been reached are skipped, and no module is
  /// found any more. But all modules are kept until that handler has returned, so that their objects are cleaned in order.
  public func tearDown() {
    if isRoot { application.beginEnd() }
    let life = application.life.number
    stack.deferringQueuedEvents {
      if isRoot { ownership.unfinished.endShutDowns(of: nil) }
      let running = stack.dispatch(running: slots)
      for slot in slots.reversed() where slot.module != nil { tearDown(slot, in: running) }
      application.checkExpectations(.all)
      guard isRoot else { return }
      if let running { running.details.endingLife = life } else { application.end(life) }
    }
  }

  /// Releases a module as part of a teardown.
  ///
  /// - Parameter running: The dispatch whose handler has to return first.
  func tearDown(_ slot: ModuleSlot, because cause: ModuleEntry.Cause = .teardown, in running: Dispatch? = nil) {
    stack.deferringQueuedEvents {
      application.release(slot, of: self, because: cause, in: running)
      application.checkExpectations(.fresh)
    }
  }

  /// Releases all modules, creates them again in the old order, and returns the application to before its launch.
  ///
  /// A nested composite doesn't change the application's state.
  ///
  /// - Throws: The first error that a factory throws. The modules after it are not created and can be brought back.
  ///   `CompositeError.recreatingInside` while an event is delivered, a module is created or released, or the composite is
  ///   torn down: a handler, an observer, a factory or a cleanup calls it, and the old modules would not be gone when the
  ///   new ones come. Nothing has changed then.
  public func recreateModules() throws {
    guard stack.isQuiet, !stack.holdsQueue, !ClosingThread.isCleaning,
      Self.enclosing?.composite.application !== application
    else {
      throw CompositeError.recreatingInside
    }
    if !isRoot, application.life.isEnding, let first = slots.first(where: \.isOn) {
      throw CompositeError.ending(first.name)
    }
    try stack.deferringQueuedEvents {
      let off = slots.filter { !$0.isOn || $0.experiment == .deferred }
      tearDown()
      for slot in off where slot.isOn {
        slot.record.isOn = false
        application.note(.switchedOff, slot, owner: nil, at: journal.now, because: slot.experiment)
      }
      if isRoot, application.beginLife() != nil { application.returnToNotRunning() }
      for slot in slots where slot.isOn && slot.module == nil {
        try createModule(in: slot, as: .broughtBack)
        application.startLate(slot, in: self)
      }
    }
  }

  func release(_ slot: ModuleSlot, because cause: ModuleEntry.Cause? = nil) {
    application.release(slot, of: self, because: cause)
  }

  /// Whether this is the outermost composite.
  package var isRoot: Bool { ownerAsModule == nil }

  /// A module's slot, and the composite that holds it.
  func find(
    _ module: some ModuleReference
  ) throws(CompositeError) -> (composite: CompositeDelegate, slot: ModuleSlot) {
    let id = module as? ModuleID
    let composite = id.map(holder) ?? self
    guard let composite, let slot = id.map({ composite.slotIndex[$0] }) ?? slotIndex[module as? String ?? ""] else {
      throw .unknownModule(id.map { "#\($0)" } ?? String(describing: module), known: slots.map(\.name))
    }
    return (composite, slot)
  }
}

extension Application {
  /// Releases a module, and expects it to die.
  ///
  /// - Parameters:
  ///   - composite: The composite that holds it. `nil` if that one has died.
  ///   - running: The dispatch that keeps it until its running handler has returned. By default, the one that runs a
  ///     handler of this module, if any.
  func release(
    _ slot: ModuleSlot, of composite: CompositeDelegate? = nil, because cause: ModuleEntry.Cause? = nil,
    in running: Dispatch? = nil
  ) {
    guard let owner = slot.owner else { return }
    let now = journal.now
    note(.removed, slot, owner: owner, at: now, because: cause)
    owner.noteLeaving(at: now)
    let undelivered = held.take(for: owner)
    // A module is switched on when it comes back, even if it was off before its removal.
    slot.record.isOn = true
    guard let departed = slot.takeInstance() else { return }
    (running ?? stack.dispatch(running: [slot]))?.details.departing.append(departed.module)
    ownership.unfinished.start(of: owner)?.giveUp()
    if let composite { composite.noteChange() } else { stack.noteChange() }
    expectations.add(ReleaseExpectation(owner, object: departed.module, within: releaseGrace, at: now))
    // Objects released now may send events, and so can senders that have waited. Everything must be consistent by then.
    withExtendedLifetime(departed) {}
    drop(undelivered, .removed)
    noteProgress()
  }
}
