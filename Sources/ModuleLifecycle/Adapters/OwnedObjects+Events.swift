extension OwnedObjectRegistering where Self: ~Copyable {
  /// Hears of every event that a composite delivers, whatever handles it, until the owner dies.
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
  /// The observer may send events, and hears of them in turn. Events that come of each other that way and repeat each other
  /// end after `CompositeDelegate.longestCycle`: the next one is not delivered, and a warning names them.
  ///
  /// - Parameters:
  ///   - composite: Whose events; not kept alive.
  ///   - name: The object's name. Without one it is `events` in the journal, and replaces none.
  ///   - body: Called on the main actor with the event. It must not keep the owner alive.
  /// - Returns: A handle with which to end it sooner.
  @discardableResult
  @MainActor public borrowing func observeEvents(
    of composite: CompositeDelegate, named name: String? = nil,
    _ body: @escaping @MainActor @Sendable (any LifecycleEvent) -> Void
  ) -> OwnedObject {
    let (observer, observers) = (EventObserver(body), composite.stack.observers)
    let end: @Sendable () -> Void = { [weak observers] in
      observer.end()
      MainQueue.run { [weak observers] in observers?.removeEnded() }
    }
    let owned =
      if let name {
        registrar.own(.observer, name, cleanup: end)
      } else {
        own(.observer, titled: "events", cleanup: end)
      }
    observers.add(observer)
    return owned
  }
}
