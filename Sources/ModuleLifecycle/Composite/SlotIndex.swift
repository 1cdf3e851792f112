/// Finds a module's place by its name or its id, however many there are.
struct SlotIndex {
  private var byName: [String: ModuleSlot] = [:]
  private var byID: [ModuleID: ModuleSlot] = [:]
  /// The main module's place.
  private(set) var main: ModuleSlot?

  subscript(name: String) -> ModuleSlot? { byName[name] }

  subscript(id: ModuleID) -> ModuleSlot? { byID[id] }

  /// Adds a place, whose name must not be in use.
  mutating func add(_ slot: ModuleSlot) {
    byName[slot.name] = slot
    byID[slot.id] = slot
    if slot.isMain { main = slot }
  }

  /// Removes a place, which is not that of the main module.
  mutating func remove(_ slot: ModuleSlot) {
    byName[slot.name] = nil
    byID[slot.id] = nil
  }
}
