extension OwnedObjects {
  /// Hears of every event that a composite delivers, whoever handles it, until the owner dies.
  ///
  /// ```swift
  /// owned.observeEvents(of: composite) { event in print(type(of: event).name) }
  /// ```
  ///
  /// Each event is told once, from the next one on, in the order in which they were sent, when the handlers of the
  /// outermost event under way have returned; answers that come later are not waited for. An event that is refused for
  /// being sent too deep was not delivered, and what is replayed for a late module is not told again. Events of composites
  /// nested in this one, or around it, are told too.
  ///
  /// - Parameters:
  ///   - composite: Whose events; not kept alive.
  ///   - name: The object's name.
  ///   - body: Called on the main actor with the event. It must not keep the owner alive.
  /// - Returns: A handle with which to end it sooner.
  @discardableResult
  @MainActor public borrowing func observeEvents(
    of composite: CompositeDelegate, named name: String = "events",
    _ body: @escaping @MainActor @Sendable (any LifecycleEvent) -> Void
  ) -> OwnedObject {
    let (observer, observers) = (EventObserver(body), composite.stack.observers)
    let owned = own(.observer, name) { [weak observers] in
      observer.end()
      MainQueue.run { [weak observers] in observers?.removeEnded() }
    }
    observers.add(observer)
    return owned
  }
}
