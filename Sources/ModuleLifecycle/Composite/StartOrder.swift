/// Which modules can start side by side: those that come after no other that has yet to start.
@MainActor struct StartOrder {
  /// The modules that wait for another one to start, by that one.
  private var waiting: [ModuleID: [StartSearch.Found]] = [:]
  /// Those that may no longer have to wait.
  private var released: [StartSearch.Found] = []
  /// Those that no longer wait for another one, whatever it does.
  private var freed: [StartSearch.Found] = []
  /// Modules that have started, with all that they come after.
  private var settled: Set<ModuleID> = []

  /// The next module that can start now.
  ///
  /// - Parameter search: Finds the next one that was not looked at before.
  mutating func next(_ search: @autoclosure () -> StartSearch.Found?) -> StartSearch.Found? {
    while let found = freed.popLast() { if found.isOn { return found } }
    while let found = released.popLast() ?? search() {
      // It may have been switched off while it waited.
      guard found.isOn else { continue }
      guard let composite = found.composite, let other = obstacle(to: found.slot, in: composite) else { return found }
      waiting[other, default: []].append(found)
    }
    return nil
  }

  /// Notes that a start has ended, in whichever way.
  mutating func noteEnd(of module: ModuleID) { released += (waiting.removeValue(forKey: module) ?? []).reversed() }

  /// Frees everything that waits, because what it waits for was removed, or is started by other code.
  ///
  /// - Returns: Whether there is anything.
  mutating func freeAll() -> Bool {
    freed = waiting.values.flatMap(\.self).sorted { $0.slot.id > $1.slot.id }
    waiting = [:]
    return !freed.isEmpty
  }

  /// A module that another one, or what that is part of, comes after and that has yet to start.
  private mutating func obstacle(to slot: ModuleSlot, in composite: CompositeDelegate) -> ModuleID? {
    for other in slot.after.lazy.compactMap({ composite.slotIndex[$0] }) where !settled.contains(other.id) {
      if let module = Self.unstarted(in: other) ?? obstacle(to: other, in: composite) { return module }
      settled.insert(other.id)
    }
    guard let outer = composite.outer, let around = composite.parentModule.flatMap({ outer.slotIndex[$0] }) else {
      return nil
    }
    return obstacle(to: around, in: outer)
  }

  /// A module that has yet to start: the slot's own, or one inside it.
  private static func unstarted(in slot: ModuleSlot) -> ModuleID? {
    guard slot.isOn else { return nil }
    if slot.hasYetToStart { return slot.id }
    var found: ModuleID?
    for composite in slot.composites {
      composite.forEachSlot { _, slot in
        if found == nil, slot.isOn, slot.hasYetToStart { found = slot.id }
        return found == nil && slot.isOn
      }
    }
    return found
  }
}
