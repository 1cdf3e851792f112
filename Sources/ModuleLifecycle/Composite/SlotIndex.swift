/// Finds a module's slot by name or id in constant time.
struct SlotIndex {
  private var byName: [String: ModuleSlot] = [:]
  private var byID: [ModuleID: ModuleSlot] = [:]
  private(set) var main: ModuleSlot?

  subscript(name: String) -> ModuleSlot? { byName[name] }

  subscript(id: ModuleID) -> ModuleSlot? { byID[id] }

  /// Adds a slot. Its name must not be in use.
  mutating func add(_ slot: ModuleSlot) {
    byName[slot.name] = slot
    byID[slot.id] = slot
    if slot.isMain { main = slot }
  }

  /// Removes a slot, which must not be the main module's.
  mutating func remove(_ slot: ModuleSlot) {
    byName[slot.name] = nil
    byID[slot.id] = nil
  }
}
