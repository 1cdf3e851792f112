extension CompositeDelegate {
  /// Adds an event of your own, so that it can be fired by name before any module handles it.
  ///
  /// - Returns: Whether the name now stands for this type; `false` when another event has it, which then keeps it.
  @discardableResult
  public func registerEvent(_ type: any LifecycleEvent.Type) -> Bool { catalog.add(type) }
}
