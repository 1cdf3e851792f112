extension CompositeDelegate {
  /// Switches a module on.
  ///
  /// It is called from the next event on, even if a handler of the current event switched it off. A module that was
  /// registered switched off is created now. A `StartingModule` that was off at launch is started now.
  ///
  /// - Throws: `CompositeError` when there is no such module, it is already on, or it was removed. Rethrows the errors
  ///   of its factory.
  public func switchOn(_ name: String) throws { try switchOn(slot(named: name).id) }

  /// Switches a module on. See `switchOn(_:)` with a name.
  public func switchOn(_ id: ModuleID) throws {
    let (composite, slot) = try find(id)
    guard !slot.isOn else {
      throw slot.module == nil ? CompositeError.removed(slot.name) : CompositeError.alreadyOn(slot.name)
    }
    if let owner = slot.owner {
      slot.record.isOn = true
      composite.noteChange()
      slot.onSince = stack.changes
      application.note(.switchedOn, slot, owner: owner, at: journal.now)
    } else {
      try composite.fill(slot, as: .switchedOn)
    }
    application.startLate(slot)
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
    let (composite, slot) = try find(id)
    guard slot.isOn else { throw .alreadyOff(slot.name) }
    guard !slot.isMain else { throw .mainCannotBeSwitchedOff(slot.name) }
    guard let owner = slot.owner else { throw .removed(slot.name) }
    slot.record.isOn = false
    composite.noteChange()
    application.note(.switchedOff, slot, owner: owner, at: journal.now)
  }
}
