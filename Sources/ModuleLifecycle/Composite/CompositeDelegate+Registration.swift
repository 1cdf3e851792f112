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
    let record = ModuleRecord(
      name: name, isMain: role == .main, parent: parentModule, order: slots.count + 1, isOn: isOn || role == .main)
    let slot = ModuleSlot(record, after: after, isRequired: isRequired) {
      let module = try make()
      var handlers = Handlers<Registered>()
      Registered.handlers(&handlers)
      module.instanceHandlers(&handlers)
      return (module, handlers.table)
    }
    if slot.isOn {
      try fill(slot, as: .registered)
    } else {
      application.note(.registered, slot, owner: nil, at: journal.now)
    }
    slots.append(slot)
    slotIndex.add(slot)
    noteChange()
    application.startLate(slot)
    return slot.id
  }

  /// Creates the slot's module, switches it on, and records the result.
  func fill(_ slot: ModuleSlot, as change: ModuleEntry.Change) throws {
    try refuseDuringCreation(of: slot.name)
    // Creating a module after a teardown starts the application again. After its termination, only a launch does.
    if state != .terminated { ownership.restart() }
    moduleUnderConstruction = slot.name
    let owner = Owner(making: slot.record, in: ownership, within: ownerAsModule ?? Owner.underConstruction)
    let enclosing = Self.enclosing
    Self.enclosing = Enclosing(composite: self, slot: slot, owner: owner)
    defer {
      moduleUnderConstruction = nil
      Self.enclosing = enclosing
    }
    let start = journal.now
    let creation: ModuleSlot.Creation
    do {
      creation = try slot.fill(for: owner, journal, measuring: stack.meter)
    } catch {
      ownership.abandon(owner)
      application.note(.failed, slot, owner: owner, at: start, error: String(describing: error))
      throw error
    }
    slot.record.isOn = true
    for event in slot.handlers.entries.map(\.event) { application.catalog.add(event) }
    noteChange()
    application.note(change, slot, owner: owner, at: creation.start, took: creation.took, times: creation.times)
    warnIfMadeElsewhere(slot, owner)
  }

  /// Throws while a factory is running, because it must not change the order that its module is about to enter.
  func refuseDuringCreation(of name: String) throws(CompositeError) {
    if let other = moduleUnderConstruction { throw .creatingAnother(name: name, while: other) }
  }

  /// Warns of a module that was probably not created in its factory. The signs are: it has no bag from the factory,
  /// something else holds it, and there are bags without a journal, one of which is probably its own.
  private func warnIfMadeElsewhere(_ slot: ModuleSlot, _ owner: Owner) {
    guard Owner.hasUnwrittenBags, owner.bags.isEmpty, slot.isHeldElsewhere else { return }
    journal.warn(.madeElsewhere) { ($0.module, $0.moduleID, $0.ownerID) = (slot.name, slot.id, owner.id) }
  }
}
