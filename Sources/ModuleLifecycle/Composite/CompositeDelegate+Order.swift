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
    var moved = slots
    moved.insert(moved.remove(at: old), at: new)
    try check(moved[min(old, new)...max(old, new)], in: moved)
    slots = moved
    let now = journal.now
    for index in min(old, new)...max(old, new) {
      slots[index].order = index + 1
      note(.moved, slots[index], owner: slots[index].owner?.id ?? 0, at: now)
    }
    noteChange()
  }

  /// Refuses an order in which a module comes before one that it must come after.
  private func check(_ changed: ArraySlice<ModuleSlot>, in order: [ModuleSlot]) throws(CompositeError) {
    let places = Dictionary(uniqueKeysWithValues: order.enumerated().map { ($1.name, $0) })
    for slot in changed {
      for other in slot.after {
        guard let before = places[other], let place = places[slot.name], before > place else { continue }
        throw .mustComeAfter(slot.name, other)
      }
    }
  }
}
