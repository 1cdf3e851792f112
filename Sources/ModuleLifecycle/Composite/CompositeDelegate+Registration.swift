extension CompositeDelegate {
  /// Creates a module and adds it at the end of the order.
  ///
  /// The module is called from the next event on. Objects that it acquires while it is created are already recorded as
  /// its own. The cost doesn't depend on the number of modules.
  ///
  /// - Parameters:
  ///   - name: The module's name, unique in this composite. By default, the name of its type.
  ///   - role: `.main` for the module that owns the window.
  ///   - after: The names of the modules that must be called before this one. They must already be registered.
  ///     `move(_:to:)` preserves this.
  ///   - isRequired: Whether the application can't run without the module. When a handler throws at launch, even after its
  ///     handler has returned, no further module is called, and those already called are released in reverse order.
  ///   - isOn: Whether the module is switched on. A module that is switched off is not created until it is switched on by
  ///     `set(_:isOn:)`. The main module is always on.
  ///   - make: Creates the module, now and each time it is brought back. It must not return an instance that other code
  ///     keeps: the composite could then not tell whether removal frees the module. It gets the composite, and must not
  ///     capture it: the composite keeps `make` as long as it lives. A module that keeps its composite keeps it `weak` or
  ///     `unowned`.
  /// - Returns: The id of the registration.
  /// - Throws: `CompositeError` for a duplicate name, a second main module, an unknown module in `after`, a module with
  ///   two handlers for one event, an event with the name of another, a composite that the factory did not create, while another module is being created, or
  ///   while the application is ending. Rethrows the errors of `make`. The composite is unchanged after an error.
  @discardableResult
  public func register<Registered: Module>(
    _ name: String? = nil, role: ModuleRole = .ordinary, after: [String] = [], isRequired: Bool = false,
    isOn: Bool = true, make: @escaping @MainActor (CompositeDelegate) throws -> Registered
  ) throws -> ModuleID {
    let isNamedAfterType = name == nil
    let name = name ?? String(describing: Registered.self)
    try refuseDuringCreation(of: name)
    if application.life.isEnding { throw CompositeError.ending(name) }
    if let existing = slotIndex[name] {
      let isTypeTwice = isNamedAfterType && existing.isNamedAfterType && existing.type == Registered.self
      throw isTypeTwice ? CompositeError.unnamedTwice(name) : CompositeError.duplicateName(name)
    }
    if role == .main, let existing = slotIndex.main {
      throw CompositeError.secondMain(name: name, existing: existing.name)
    }
    for other in after where slotIndex[other] == nil {
      throw CompositeError.unknownPredecessor(other, of: name, known: slots.map(\.name))
    }
    let record = ModuleRecord(
      name: name, isMain: role == .main, parent: parentModule, order: slots.count + 1, isOn: isOn || role == .main)
    let slot = ModuleSlot(
      record, type: Registered.self, isNamedAfterType: isNamedAfterType, after: after, isRequired: isRequired
    ) { [unowned self] in
      let module = try make(self)
      var handlers = ModuleHandlers<Registered>()
      Registered.handlers(&handlers)
      module.instanceHandlers(&handlers)
      return (module, handlers.table)
    }
    let admitted = isRoot ? try application.conductor?.admit(status(of: slot), to: self) : nil
    if let experiment = admitted?.experiment { (slot.record.isOn, slot.experiment) = (false, experiment) }
    if slot.isOn {
      try createModule(in: slot, as: .registered)
    } else {
      application.note(.registered, slot, owner: nil, at: journal.now, because: slot.experiment)
    }
    slots.append(slot)
    slotIndex.add(slot)
    noteChange()
    application.startLate(slot, in: self)
    for earlier in admitted?.created ?? [] { try? sendMissedEvents(to: earlier) }
    return slot.id
  }

  /// Creates a module that needs nothing of its composite, and adds it at the end of the order. See
  /// `register(_:role:after:isRequired:isOn:make:)` with a factory that gets the composite.
  @discardableResult
  public func register<Registered: Module>(
    _ name: String? = nil, role: ModuleRole = .ordinary, after: [String] = [], isRequired: Bool = false,
    isOn: Bool = true, make: @escaping @MainActor () throws -> Registered
  ) throws -> ModuleID {
    try register(name, role: role, after: after, isRequired: isRequired, isOn: isOn) { _ in try make() }
  }

  /// Creates a module and adds it at the end of the order, after modules that are given by their types:
  /// `register(after: Flags.self, Session.self) { Cart(in: $0) }`.
  ///
  /// - Throws: `CompositeError.ambiguousPredecessor` if several modules have one of the types. Otherwise see
  ///   `register(_:role:after:isRequired:isOn:make:)` with names.
  @discardableResult
  public func register<Registered: Module>(
    _ name: String? = nil, role: ModuleRole = .ordinary, after type: any Module.Type, _ others: any Module.Type...,
    isRequired: Bool = false, isOn: Bool = true, make: @escaping @MainActor (CompositeDelegate) throws -> Registered
  ) throws -> ModuleID {
    let after = try ([type] + others).map { type in
      try predecessor(of: type, for: name ?? String(describing: Registered.self))
    }
    return try register(name, role: role, after: after, isRequired: isRequired, isOn: isOn, make: make)
  }

  /// Creates a module that needs nothing of its composite, and adds it at the end of the order, after modules that are given
  /// by their types.
  @discardableResult
  public func register<Registered: Module>(
    _ name: String? = nil, role: ModuleRole = .ordinary, after type: any Module.Type, _ others: any Module.Type...,
    isRequired: Bool = false, isOn: Bool = true, make: @escaping @MainActor () throws -> Registered
  ) throws -> ModuleID {
    let after = try ([type] + others).map { type in
      try predecessor(of: type, for: name ?? String(describing: Registered.self))
    }
    return try register(name, role: role, after: after, isRequired: isRequired, isOn: isOn) { _ in try make() }
  }

  /// The name of the one module that has the type.
  private func predecessor(of type: any Module.Type, for name: String) throws(CompositeError) -> String {
    let found = slotIndex[type]
    guard let only = found.first?.value.name else {
      throw .unknownPredecessor(String(describing: type), of: name, known: slots.map(\.name))
    }
    guard found.count == 1 else {
      let candidates = found.sorted { $0.key < $1.key }.map(\.value.name)
      throw .ambiguousPredecessor(String(describing: type), of: name, candidates: candidates)
    }
    return only
  }

  /// Adds a module that consists of handlers, without a class of its own, at the end of the order.
  ///
  /// ```swift
  /// try composite.register("Sentry", handlers: { $0.on(DidFinishLaunching.self) { _ in SentrySDK.start() } })
  /// ```
  ///
  /// - Parameters:
  ///   - name: The module's name, unique in this composite.
  ///   - after: The names of the modules that must be called before this one.
  ///   - isRequired: Whether the application can't run without the module.
  ///   - isOn: Whether the module is switched on.
  ///   - handlers: Registers a handler for each event that the module handles, now and each time the module is brought back.
  ///     Neither it nor a handler must capture the composite, which keeps both: `HandlerModule.composite` is there for that.
  /// - Throws: See `register(_:role:after:isRequired:isOn:make:)`.
  @discardableResult
  public func register(
    _ name: String, after: [String] = [], isRequired: Bool = false, isOn: Bool = true,
    handlers: @escaping @MainActor (inout ModuleHandlers<HandlerModule>) -> Void
  ) throws -> ModuleID {
    try register(name, after: after, isRequired: isRequired, isOn: isOn) { HandlerModule(in: $0, handlers) }
  }

  /// Adds a module that consists of handlers at the end of the order, after modules that are given by their types.
  @discardableResult
  public func register(
    _ name: String, after type: any Module.Type, _ others: any Module.Type..., isRequired: Bool = false,
    isOn: Bool = true, handlers: @escaping @MainActor (inout ModuleHandlers<HandlerModule>) -> Void
  ) throws -> ModuleID {
    let after = try ([type] + others).map { type in try predecessor(of: type, for: name) }
    return try register(name, after: after, isRequired: isRequired, isOn: isOn, handlers: handlers)
  }

  /// Creates the slot's module, switches it on, and records the result.
  func createModule(
    in slot: ModuleSlot, as change: ModuleEntry.Change, because cause: ModuleEntry.Cause? = nil
  ) throws {
    try refuseDuringCreation(of: slot.name)
    if application.life.isEnding { throw CompositeError.ending(slot.name) }
    // A module that is created after the application's end begins its next life.
    let end = application.beginLife()
    let life = application.life.number
    moduleUnderConstruction = slot.name
    let owner = Owner(making: slot.record, in: ownership, within: ownerAsModule ?? Owner.underConstruction)
    let enclosing = Self.enclosing
    Self.enclosing = Enclosing(composite: self, slot: slot, owner: owner)
    defer {
      moduleUnderConstruction = nil
      Self.enclosing = enclosing
    }
    let start = journal.now
    // Modules inside it add theirs.
    let known = application.catalog.types.count
    let creation: ModuleSlot.Creation
    do {
      creation = try slot.createModule(
        for: owner, journal, catalog: { [application] in application.catalog }, measuring: stack.meter)
      if application.life.number != life || application.life.isOver {
        // Its factory has torn down the application.
        withExtendedLifetime(slot.takeInstance()) {}
        throw CompositeError.ending(slot.name)
      }
    } catch {
      ownership.abandon(owner)
      application.catalog.keep(known)
      application.note(.failed, slot, owner: owner, at: start, error: String(describing: error))
      if let end { application.endAgain(end, life) }
      throw error
    }
    if end != nil { application.returnToNotRunning() }
    slot.record.isOn = true
    for event in slot.handlers.entries.map(\.event) { application.catalog.add(event) }
    noteChange()
    application.note(
      change, slot, owner: owner, at: creation.start, took: creation.took, times: creation.times, because: cause)
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

extension CompositeDelegate {
  /// Switches a module on or off, from the next event on.
  ///
  /// A module that is switched on is called even if a handler of the current event switched it off. If it was registered
  /// switched off, it is created now. A `StartingModule` that was off at launch is started now.
  ///
  /// A module that is switched off receives no events, but keeps what it owns. If one of its handlers is running, it returns
  /// first. Handlers that a running dispatch has not reached are skipped.
  ///
  /// - Throws: `CompositeError` when there is no such module, it is on or off already, it was removed, it is the main module
  ///   and would be switched off, or it has to be created while the application is ending. Switching it on rethrows
  ///   the errors of its factory.
  public func set(_ module: some ModuleReference, isOn: Bool) throws {
    let (composite, slot) = try find(module)
    if isOn { try composite.switchOn(slot) } else { try composite.switchOff(slot) }
  }

  private func switchOn(_ slot: ModuleSlot) throws {
    guard !slot.isOn else {
      throw slot.module == nil ? CompositeError.removed(slot.name) : CompositeError.alreadyOn(slot.name)
    }
    if let owner = slot.owner {
      slot.record.isOn = true
      noteChange()
      slot.onSince = stack.changes
      application.note(.switchedOn, slot, owner: owner, at: journal.now)
      // It starts in its turn, if the starts of the launch are under way.
      if let launch = application.life.launch, !launch.isAwaited, launch.problem == nil { return }
    } else {
      try createModule(in: slot, as: .switchedOn)
    }
    application.startLate(slot, in: self)
  }

  private func switchOff(_ slot: ModuleSlot) throws(CompositeError) {
    guard slot.isOn else { throw .alreadyOff(slot.name) }
    guard !slot.isMain else { throw .mainCannotBeSwitchedOff(slot.name) }
    guard let owner = slot.owner else { throw .removed(slot.name) }
    (slot.record.isOn, slot.experiment) = (false, nil)
    noteChange()
    application.note(.switchedOff, slot, owner: owner, at: journal.now)
    application.drop(application.held.take(for: owner), .switchedOff)
    application.noteProgress()
  }
}

extension CompositeDelegate {
  /// Moves a module to another position in the order, from the next event on. The modules in between move up or down by
  /// one.
  ///
  /// - Parameters:
  ///   - module: The module's name or registration.
  ///   - place: The new position, starting at 1. Values beyond either end are clamped.
  /// - Throws: `CompositeError` when there is no such module, or when a module would come before one that it must come
  ///   after. Nothing changes then.
  public func move(_ module: some ModuleReference, to place: Int) throws(CompositeError) {
    let (composite, slot) = try find(module)
    guard composite === self else { return try composite.move(slot.id, to: place) }
    let old = slot.record.order - 1
    let new = min(max(place, 1), slots.count) - 1
    guard new != old else { return }
    try check(slot, to: new)
    slots.remove(at: old)
    slots.insert(slot, at: new)
    let now = journal.now
    for index in min(old, new)...max(old, new) {
      slots[index].record.order = index + 1
      application.note(.moved, slots[index], owner: slots[index].owner, at: now)
    }
    noteChange()
  }

  /// Throws if a module would come before one that it must come after.
  private func check(_ moved: ModuleSlot, to new: Int) throws(CompositeError) {
    let old = moved.record.order - 1
    if new < old {
      for other in moved.after {
        if let before = slotIndex[other], before.record.order - 1 >= new { throw .mustComeAfter(moved.name, other) }
      }
    } else {
      for slot in slots[old...new] where slot !== moved && slot.after.contains(moved.name) {
        throw .mustComeAfter(slot.name, moved.name)
      }
    }
  }
}

extension CompositeDelegate {
  /// Adds your own event to the catalog, so that it can be fired by name before any module handles it.
  ///
  /// The name stays taken, also when the modules that handle the event have been forgotten.
  ///
  /// - Throws: `CompositeError.duplicateEvent` if another event has its name.
  public func registerEvent(_ type: any LifecycleEvent.Type) throws(CompositeError) {
    try application.catalog.check([type])
    application.catalog.add(type)
  }

  /// The types of the events that modules handle, including those of nested composites. Each appears once, in the order
  /// of the modules.
  package var handledEvents: [any LifecycleEvent.Type] {
    var all: [any LifecycleEvent.Type] = []
    forEachSlot { _, slot in
      all += slot.handlers.entries.map(\.event)
      return true
    }
    var seen: Set<ObjectIdentifier> = []
    return all.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
