extension CompositeDelegate {
  /// Creates a module and adds it at the end of the order.
  ///
  /// The module is called from the next event on. Objects that it acquires while it is created are already recorded as
  /// its own. The cost doesn't depend on the number of modules.
  ///
  /// - Parameters:
  ///   - name: The module's name, unique in this composite.
  ///   - role: `.main` for the module that owns the window.
  ///   - after: The modules that must be called before this one. They must already be registered. `move(_:to:)`
  ///     preserves this.
  ///   - isRequired: Whether the application can't run without the module. When it throws at launch, even after its
  ///     handler has returned, no further module is called, and those already called are released in reverse order.
  ///   - isOn: Whether the module is switched on. A module that is switched off is not created until `switchOn(_:)` is
  ///     called. The main module is always on.
  ///   - make: Creates the module, now and each time it is brought back. It must not return an instance that other code
  ///     keeps: the composite could then not tell whether removal frees the module. The composite keeps `make` as long
  ///     as it lives, so `make` must capture the composite `weak` or `unowned`.
  /// - Returns: The id of the registration.
  /// - Throws: `CompositeError` for a duplicate name, a second main module, an unknown module in `after`, a module with
  ///   two handlers for one event, a composite that the factory did not create, or while another module is being
  ///   created. Rethrows the errors of `make`. The composite is unchanged after an error.
  @discardableResult
  public func register<Registered: Module>(
    _ name: String, role: ModuleRole = .ordinary, after: [String] = [], isRequired: Bool = false, isOn: Bool = true,
    make: @escaping @MainActor () throws -> Registered
  ) throws -> ModuleID {
    try refuseDuringCreation(of: name)
    guard slotIndex[name] == nil else { throw CompositeError.duplicateName(name) }
    if role == .main, let existing = slotIndex.main {
      throw CompositeError.secondMain(name: name, existing: existing.name)
    }
    for other in after where slotIndex[other] == nil {
      throw CompositeError.order(.unknown(other, in: name, known: slots.map(\.name)))
    }
    let slot = ModuleSlot(
      id: Identifiers.nextModule(), name: name, isMain: role == .main, order: slots.count + 1, after: after,
      isRequired: isRequired, isOn: isOn || role == .main
    ) {
      let module = try make()
      var handlers = Handlers<Registered>()
      Registered.handlers(&handlers)
      module.instanceHandlers(&handlers)
      return (module, handlers.table)
    }
    if slot.isOn {
      try fill(slot, as: .registered)
    } else {
      note(.registered, slot, owner: 0, at: journal.now)
    }
    slots.append(slot)
    slotIndex.add(slot)
    // `fill` can't do this for a new slot, which has no position yet.
    if let composite = slot.nested { nested.append(composite) }
    noteChange()
    startLate(slot)
    return slot.id
  }

  /// Creates the slot's module, switches it on, and records the result.
  func fill(_ slot: ModuleSlot, as change: ModuleEntry.Change) throws {
    try refuseDuringCreation(of: slot.name)
    // Creating a module after a teardown starts the application again. After its termination, only a launch does.
    if state != .terminated { scope.restart() }
    moduleUnderConstruction = slot.name
    let owner = Owner(
      module: slot.id, name: slot.name, order: slot.order, isMain: slot.isMain, totals: slot.totals, scope: scope,
      within: ownerAsModule ?? Owner.underConstruction)
    let enclosing = Self.enclosing
    Self.enclosing = Enclosing(composite: self, slot: slot.id, owner: owner)
    defer {
      moduleUnderConstruction = nil
      Self.enclosing = enclosing
    }
    let start = journal.now
    let creation: ModuleSlot.Creation
    do {
      creation = try slot.fill(for: owner, journal, measuring: stack.meter)
    } catch {
      scope.abandon(owner)
      note(.failed, slot, owner: owner.id, at: start, error: String(describing: error))
      throw error
    }
    slot.isOn = true
    for event in slot.events { learn(event) }
    if slot.nested != nil, slotIndex[slot.id] != nil { collectNested() }
    noteChange()
    note(change, slot, owner: owner.id, at: creation.start, took: creation.took, times: creation.times)
    warnIfMadeElsewhere(slot, owner)
  }

  /// Throws while a factory is running, because it must not change the order that its module is about to enter.
  func refuseDuringCreation(of name: String) throws(CompositeError) {
    if let other = moduleUnderConstruction { throw .creatingAnother(name: name, while: other) }
  }

  func note(
    _ change: ModuleEntry.Change, _ slot: ModuleSlot, owner: UInt64, at time: UInt64, took: UInt64? = nil,
    times: ThreadTimes = .notMeasured, because cause: ModuleEntry.Cause? = nil, error: String? = nil
  ) {
    guard journal.isEnabled else { return }
    let (computing, waiting) = times.fields
    journal.append(
      .module(
        ModuleEntry(
          change: change, id: slot.id, name: slot.name, order: slot.order, isMain: slot.isMain,
          isOn: slot.isOn, owner: owner, parent: parentModule, atNanoseconds: time, tookNanoseconds: took,
          computingNanoseconds: computing, waitingNanoseconds: waiting, handles: slot.events.map { $0.name },
          cause: cause, error: error)))
  }
}
