extension CompositeDelegate {
  /// Moves a module to another position in the order, from the next event on. The modules in between move up or down by
  /// one.
  ///
  /// - Parameters:
  ///   - name: The module's name.
  ///   - place: The new position, starting at 1. Values beyond either end are clamped.
  /// - Throws: `CompositeError` when there is no such module, or when a module would come before one that it must come
  ///   after. Nothing changes then.
  public func move(_ name: String, to place: Int) throws(CompositeError) { try move(slot(named: name).id, to: place) }

  /// Moves a module to another position in the order. See `move(_:to:)` with a name.
  public func move(_ id: ModuleID, to place: Int) throws(CompositeError) {
    let (composite, slot) = try find(id)
    guard composite === self else { return try composite.move(id, to: place) }
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
