extension CompositeDelegate {
  /// Has a module called again from the next event on, also where it was switched off by a handler of the present one. One
  /// that was registered switched off is created now.
  ///
  /// - Throws: `CompositeError` when there is no such module, it is on already, or it was removed; and whatever its
  ///   factory throws.
  public func switchOn(_ name: String) throws { try switchOn(slot(named: name).id) }

  /// Switches a module on; see `switchOn(_:)`.
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

  /// Leaves a module out of every event from the next one on. It keeps what it owns.
  ///
  /// A handler of the module that is running returns first; of a dispatch under way, handlers that were not reached are
  /// skipped.
  ///
  /// - Throws: `CompositeError` when there is no such module, it is off already, it was removed, or it is the main one.
  public func switchOff(_ name: String) throws(CompositeError) { try switchOff(slot(named: name).id) }

  /// Switches a module off; see `switchOff(_:)`.
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
