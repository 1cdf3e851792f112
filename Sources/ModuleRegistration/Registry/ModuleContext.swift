#if Maps
public import ModuleLifecycle

/// What a module is told when it is created from a map.
@MainActor public struct ModuleContext {
  /// The module's name in the map.
  public let name: String
  /// The settings that the map gives it.
  public let settings: SettingValues
  /// The events that can be made from their names.
  public let catalog: EventCatalog
  private weak var composite: CompositeDelegate?

  /// A context; the registry makes them, and so does a test that creates a module on its own.
  ///
  /// - Parameters:
  ///   - name: The module's name.
  ///   - settings: Its settings.
  ///   - catalog: The events that can be made from their names.
  ///   - composite: Where its events go; not kept alive.
  public init(
    name: String, settings: SettingValues = SettingValues(), catalog: EventCatalog = .standard,
    composite: CompositeDelegate? = nil
  ) {
    self.name = name
    self.settings = settings
    self.catalog = catalog
    self.composite = composite
  }

  /// Sends an event to all modules of the composite that the module belongs to.
  ///
  /// A module may keep its context: it does not keep the composite alive.
  ///
  /// - Returns: The response; `nil` when the composite has gone.
  @discardableResult
  public func send<Event: LifecycleEvent>(_ event: Event) -> Event.Response? { composite?.send(event) }

  /// Sends an event whose static type is not known; see `send(_:)`.
  @discardableResult
  public func send(any event: any LifecycleEvent) -> (any Sendable)? { composite?.send(any: event) }

  /// Names this moment in the composite's journal; see `CompositeDelegate.mark(_:)`.
  public func mark(_ name: String) { composite?.mark(name) }
}
#endif
