#if Maps
public import ModuleLifecycle

/// The context of a module that is created from a map: its name, its settings and a way to send events.
@MainActor public struct ModuleContext {
  /// The module's name in the map.
  public let name: String
  /// The settings that the map gives the module.
  public let settings: SettingValues
  /// The events that can be created from their names.
  public let catalog: EventCatalog
  private weak var composite: CompositeDelegate?

  /// Creates a context. The registry does this for you; in tests, use it to create a module without a map.
  ///
  /// - Parameters:
  ///   - name: The module's name.
  ///   - settings: The module's settings.
  ///   - catalog: The events that can be created from their names.
  ///   - composite: The composite that receives the module's events and marks. It is not retained. If `nil`, they are
  ///     dropped.
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
  /// A module can keep its context, which does not retain the composite.
  ///
  /// - Returns: The response; `nil` when the composite is gone.
  @discardableResult
  public func send<Event: LifecycleEvent>(_ event: Event) -> Event.Response? { composite?.send(event) }

  /// Sends an event whose static type is unknown; see `send(_:)`.
  ///
  /// - Returns: The response; `nil` when the composite is gone.
  @discardableResult
  public func send(any event: any LifecycleEvent) -> (any Sendable)? { composite?.send(any: event) }

  /// Marks this moment in the composite's journal; see `CompositeDelegate.mark(_:)`.
  ///
  /// - Parameter name: The name of the mark.
  public func mark(_ name: String) { composite?.mark(name) }
}
#endif
