#if Services
public import ModuleLifecycle
public import ServiceLifecycle

/// A composite as a service: it launches, waits for the graceful shutdown, and shuts down.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [CompositeService(composite), try server.observed(by: composite, as: "HTTP")],
///   gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// ```
///
/// Put it first: a group shuts its services down in reverse order, so the modules end when no service uses them any
/// more. `ServiceGroup` starts all services at once: a service that needs a module must wait for the launch.
public struct CompositeService: Service {
  private let composite: CompositeDelegate
  private let limit: Duration

  /// Creates a service that launches and shuts down a composite.
  ///
  /// - Parameters:
  ///   - composite: The composite.
  ///   - limit: How long all asynchronous cleanups together may take; see `CompositeDelegate.shutDown(within:)`.
  public init(_ composite: CompositeDelegate, shutDownWithin limit: Duration = .seconds(10)) {
    self.composite = composite
    self.limit = limit
  }

  /// Launches the composite and waits until the service group shuts it down or cancels it. Then sends `willTerminate`
  /// and releases the modules in reverse order.
  ///
  /// - Throws: `LaunchError` when a required module can't start.
  public func run() async throws {
    do {
      try await cancelWhenGracefulShutdown { try await composite.launch(cleaningUpWithin: limit) }
    } catch is CancellationError {
      return
    }
    // This throws when the task is cancelled, which also ends the service.
    try? await gracefulShutdown()
    await composite.send(WillTerminate())
    await composite.shutDown(within: limit)
  }
}
#endif
