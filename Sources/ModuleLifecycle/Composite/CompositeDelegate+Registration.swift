extension CompositeDelegate {
  /// Creates a module and puts it at the end of the order.
  ///
  /// The module takes part from the next event on. Objects that it acquires while it is created are its own in the
  /// journal already. The cost does not depend on how many modules there are.
  ///
  /// - Parameters:
  ///   - name: What it is called, once in this composite.
  ///   - role: `.main` for the one that owns the window.
  ///   - after: The modules, registered already, that must be called before this one; `move(_:to:)` keeps to it.
  ///   - isRequired: Whether the application can't do without it: when it throws at launch, no other module is launched,
  ///     and those that were go, the last one first. So they do when it throws after its handler has returned.
  ///   - isOn: Whether it is switched on. One that is not is not even created before `switchOn(_:)`; the main module
  ///     is always on.
  ///   - make: Creates it, now and again each time it is brought back. It must not return an instance that
  ///     other code keeps: then it can't be told whether removing the module frees it. The composite keeps `make` for as
  ///     long as it lives, so what it captures of the composite it must capture `weak` or `unowned`.
  /// - Returns: The registration's id.
  /// - Throws: `CompositeError` for a second module of that name, a second main module, a module with two handlers
  ///   for one event, or a composite that its factory did not make, or while another module is being created; and whatever `make` throws. The composite is then as it was.
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
    // Once more, now that it has its place: until then it can't be seen that it is a composite.
    if let composite = slot.nested { nested.append(composite) }
    noteChange()
    startLate(slot)
    return slot.id
  }

  /// Creates the slot's module, which is on then, and writes down how that went.
  func fill(_ slot: ModuleSlot, as change: ModuleEntry.Change) throws {
    try refuseDuringCreation(of: slot.name)
    // After a teardown a module that is created begins the application anew; after its termination, a launch does.
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

  /// A module's factory must not change the order that its module is about to enter.
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
