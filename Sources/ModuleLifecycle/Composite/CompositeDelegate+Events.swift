extension CompositeDelegate {
  /// Adds an event of your own, so that it can be fired by name before any module handles it.
  ///
  /// - Returns: Whether the name now stands for this type; `false` when another event has it, which then keeps it.
  @discardableResult
  public func registerEvent(_ type: any LifecycleEvent.Type) -> Bool { catalog.add(type) }

  /// The types of the events that modules handle, those of nested composites included: each once, in the order of the
  /// modules.
  package var handledEvents: [any LifecycleEvent.Type] {
    let all = slots.flatMap { slot in
      slot.handlers.entries.map(\.event) + (slot.nested?.handledEvents ?? [])
    }
    var seen: Set<ObjectIdentifier> = []
    return all.filter { seen.insert(ObjectIdentifier($0)).inserted }
  }
}
