extension CompositeDelegate {
  /// Takes a module's place away, and its factory with it: the name is free again, and the modules after it move up by one.
  ///
  /// A module that is there is let go of first, as `remove(_:)` does: what it owns is cleaned when it is deinitialised. With
  /// a nested composite all modules in it go. Costs a journal entry for each module after it.
  ///
  /// - Throws: `CompositeError` when there is no such module, for the main module, for one that others must come after, and
  ///   while a module is being created. Nothing has changed then.
  public func unregister(_ name: String) throws(CompositeError) { try unregister(slot(named: name).id) }

  /// Takes a module's place away; see `unregister(_:)`.
  public func unregister(_ id: ModuleID) throws(CompositeError) {
    if let holder = nestedHolder(of: id) { return try holder.unregister(id) }
    let slot = try slot(with: id)
    if let other = moduleUnderConstruction { throw .unregisteredDuringCreation(slot.name, of: other) }
    guard !slot.isMain else { throw .mainCannotBeRemoved(slot.name) }
    let dependants = slots.filter { $0.after.contains(slot.name) }.map(\.name)
    guard dependants.isEmpty else { throw .neededBy(dependants, slot.name) }
    stack.deferringQueuedEvents {
      let now = journal.now
      slots.remove(at: slot.order - 1)
      slotIndex.remove(slot)
      for index in (slot.order - 1)..<slots.count {
        slots[index].order = index + 1
      }
      // It goes after it has lost its place: whatever its end calls finds everything in order.
      let followers = slots[(slot.order - 1)...]
      if slot.module != nil { letGo(of: slot, because: .unregistered) } else { noteChange() }
      note(.unregistered, slot, owner: 0, at: now)
      for follower in followers { note(.moved, follower, owner: follower.owner?.id ?? 0, at: now) }
      checkExpectations()
    }
  }
}
