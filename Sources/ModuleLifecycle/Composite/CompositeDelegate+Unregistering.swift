extension CompositeDelegate {
  /// Removes a module along with its factory and its position. Its name becomes free, and the modules after it move up
  /// by one.
  ///
  /// A module that is present is released first, as in `remove(_:)`: what it owns is cleaned when it is deinitialised.
  /// Unregistering a nested composite releases all its modules. Costs a journal entry for each module after it.
  ///
  /// - Throws: `CompositeError` when there is no such module, when it is the main module, when others must come after
  ///   it, or while a module is being created. Nothing changes then.
  public func unregister(_ name: String) throws(CompositeError) { try unregister(slot(named: name).id) }

  /// Removes a module along with its factory and its position. See `unregister(_:)` with a name.
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
      // Release the module after it has lost its position. Code that runs as it is released then finds a consistent
      // order.
      let followers = slots[(slot.order - 1)...]
      if slot.module != nil { letGo(of: slot, because: .unregistered) } else { noteChange() }
      note(.unregistered, slot, owner: 0, at: now)
      for follower in followers { note(.moved, follower, owner: follower.owner?.id ?? 0, at: now) }
      checkExpectations()
    }
  }
}
