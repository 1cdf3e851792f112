extension CompositeDelegate {
  /// Gives a module another place in the order, from the next event on; those between move up or down by one.
  ///
  /// - Parameters:
  ///   - name: The module's name.
  ///   - place: Its new place, from one; the ends are kept to.
  /// - Throws: `CompositeError` when there is no such module, and when one of the modules would then come before one
  ///   that it must come after. Nothing has changed then.
  public func move(_ name: String, to place: Int) throws(CompositeError) { try move(slot(named: name).id, to: place) }

  /// Gives a module another place in the order; see `move(_:to:)`.
  public func move(_ id: ModuleID, to place: Int) throws(CompositeError) {
    if let holder = nestedHolder(of: id) { return try holder.move(id, to: place) }
    let slot = try slot(with: id)
    let old = slot.order - 1
    let new = min(max(place, 1), slots.count) - 1
    guard new != old else { return }
    try check(slot, to: new)
    slots.remove(at: old)
    slots.insert(slot, at: new)
    let now = journal.now
    for index in min(old, new)...max(old, new) {
      slots[index].order = index + 1
      note(.moved, slots[index], owner: slots[index].owner?.id ?? 0, at: now)
    }
    if !nested.isEmpty { collectNested() }
    noteChange()
  }

  /// Refuses a place at which a module comes before one that it must come after, or after one that must come after it.
  private func check(_ moved: ModuleSlot, to new: Int) throws(CompositeError) {
    let old = moved.order - 1
    if new < old {
      for other in moved.after {
        if let before = slotIndex[other], before.order - 1 >= new { throw .mustComeAfter(moved.name, other) }
      }
    } else {
      for slot in slots[old...new] where slot !== moved && slot.after.contains(moved.name) {
        throw .mustComeAfter(slot.name, moved.name)
      }
    }
  }
}
