extension CompositeDelegate {
  /// Switches a module on.
  ///
  /// It is called from the next event on, even if a handler of the current event switched it off. A module that was
  /// registered switched off is created now.
  ///
  /// - Throws: `CompositeError` when there is no such module, it is already on, or it was removed. Rethrows the errors
  ///   of its factory.
  public func switchOn(_ name: String) throws { try switchOn(slot(named: name).id) }

  /// Switches a module on. See `switchOn(_:)` with a name.
  public func switchOn(_ id: ModuleID) throws {
    if let holder = nestedHolder(of: id) { return try holder.switchOn(id) }
    let slot = try slot(with: id)
    guard !slot.isOn else {
      throw slot.module == nil ? CompositeError.removed(slot.name) : CompositeError.alreadyOn(slot.name)
    }
    guard let owner = slot.owner else {
      try fill(slot, as: .switchedOn)
      return startLate(slot)
    }
    slot.isOn = true
    noteChange()
    slot.onSince = stack.changes
    note(.switchedOn, slot, owner: owner.id, at: journal.now)
  }

  /// Switches a module off. It receives no events, from the next one on, but keeps what it owns.
  ///
  /// If a handler of the module is running, it returns first. Handlers that a running dispatch has not reached are
  /// skipped.
  ///
  /// - Throws: `CompositeError` when there is no such module, it is already off, it was removed, or it is the main
  ///   module.
  public func switchOff(_ name: String) throws(CompositeError) { try switchOff(slot(named: name).id) }

  /// Switches a module off. See `switchOff(_:)` with a name.
  public func switchOff(_ id: ModuleID) throws(CompositeError) {
    if let holder = nestedHolder(of: id) { return try holder.switchOff(id) }
    let slot = try slot(with: id)
    guard slot.isOn else { throw .alreadyOff(slot.name) }
    guard !slot.isMain else { throw .mainCannotBeSwitchedOff(slot.name) }
    guard let owner = slot.owner else { throw .removed(slot.name) }
    slot.isOn = false
    noteChange()
    note(.switchedOff, slot, owner: owner.id, at: journal.now)
  }
}
