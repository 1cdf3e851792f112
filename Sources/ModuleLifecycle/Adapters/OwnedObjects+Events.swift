extension OwnedObjectRegistering where Self: ~Copyable {
  /// Observes every event that a composite delivers, whether or not a module handles it, until the owner dies.
  ///
  /// ```swift
  /// owned.observeEvents(of: composite) { event in print(type(of: event).name) }
  /// ```
  ///
  /// Each event is reported once, starting with the next one, in the order of sending. Reports come when the handlers
  /// of the outermost event have returned, and don't wait for later answers. Events of composites nested in this one,
  /// or around it, are reported too. An event is not reported if it was refused for being sent too deep, or if it is
  /// replayed for a late module.
  ///
  /// The observer can send events, which are reported in turn. If such events keep repeating each other, they end
  /// after `CompositeDelegate.maximumCycleLength`: the next one is not delivered, and a warning names them.
  ///
  /// - Parameters:
  ///   - composite: The composite to observe. It is not kept alive.
  ///   - name: The object's name. Without a name, it is `events` in the journal and replaces no other object.
  ///   - body: Called on the main actor with the event. It must not keep the owner alive.
  /// - Returns: A handle that can end the observation sooner.
  @discardableResult
  @MainActor public borrowing func observeEvents(
    of composite: CompositeDelegate, named name: String? = nil,
    _ body: @escaping @MainActor @Sendable (any LifecycleEvent) -> Void
  ) -> OwnedObject {
    let (observer, observers) = (EventObserver(body), composite.application.eventObservers)
    let end: @Sendable () -> Void = { [weak observers] in
      observer.end()
      MainQueue.run { [weak observers] in observers?.removeEnded() }
    }
    let owned =
      if let name {
        registrar.own(name, as: .observer, cleanup: end)
      } else {
        own(titled: "events", as: .observer, cleanup: end)
      }
    observers.add(observer)
    return owned
  }
}
