extension CompositeDelegate {
  /// Adds your own event to the catalog, so that it can be fired by name before any module handles it.
  ///
  /// - Returns: Whether the name now refers to this type. `false` when another event already has the name and keeps it.
  @discardableResult
  public func registerEvent(_ type: any LifecycleEvent.Type) -> Bool { application.catalog.add(type) }

  /// The types of the events that modules handle, including those of nested composites. Each appears once, in the order
  /// of the modules.
  package var handledEvents: [any LifecycleEvent.Type] {
    var all: [any LifecycleEvent.Type] = []
    forEachSlot { _, slot in
      all += slot.handlers.entries.map(\.event)
      return true
    }
    var seen: Set<ObjectIdentifier> = []
    return all.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
