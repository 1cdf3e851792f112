#if Services
import Foundation
public import ModuleLifecycle
import RollcallShutDown
public import ServiceLifecycle

/// A composite as a service: it launches, waits for the graceful shutdown, and shuts down.
///
/// ```swift
/// let group = ServiceGroup(
///   services: [CompositeService(composite), try server.observed(by: composite, as: "HTTP", startsAfterLaunch: true)],
///   gracefulShutdownSignals: [.sigterm], logger: logger)
/// try await group.run()
/// ```
///
/// Put it first: a group shuts its services down in reverse order, so the modules end when no service uses them any
/// more. `ServiceGroup` starts all services at once: a service that needs a module must wait for the launch.
///
/// The shutdown begins when this service or an observed one is asked to end. If that happens during the launch, the
/// launch is cancelled, and standard error says which module was starting.
public struct CompositeService: Service {
  private let composite: CompositeDelegate
  private let limit: Duration
  private let watch: ShutDownWatch

  /// Creates a service that launches and shuts down a composite.
  ///
  /// - Parameters:
  ///   - composite: The composite. It can be in one service group.
  ///   - limit: How long all asynchronous cleanups together may take; see `CompositeDelegate.shutDown(within:)`. When the
  ///     shutdown, with the services that end before the composite, has taken so long, a report says what it waits for.
  ///   - endsProcess: Whether the process ends then, with exit code 75: sockets of inspectors are removed and recordings
  ///     are completed, but nothing else is cleaned. It also ends at a SIGTERM, SIGINT or SIGHUP later than a second after
  ///     the shutdown has begun. Works while the main actor is blocked.
  ///   - report: Gets the report, the name of a module whose launch is cancelled, and what the shutdown of a launched
  ///     composite has left, on any thread. `nil` for standard error.
  public init(
    _ composite: CompositeDelegate, shutDownWithin limit: Duration = .seconds(10), endsProcess: Bool = false,
    report: (@Sendable (String) -> Void)? = nil
  ) {
    (self.composite, self.limit) = (composite, limit)
    watch = ShutDownWatch(
      composite, within: limit, endsProcess: endsProcess, watchesSignals: endsProcess,
      report: report ?? { try? FileHandle.standardError.write(contentsOf: Data("\($0)\n".utf8)) })
  }

  /// Launches the composite and waits until the service group shuts it down or cancels it. Then sends `willTerminate`
  /// and releases the modules in reverse order.
  ///
  /// - Throws: `LaunchError` when a required module can't start.
  public func run() async throws {
    composite.observers.add(watch)
    defer {
      composite.observers.remove(watch)
      watch.end()
    }
    try await withTaskCancellationHandler {
      try await withGracefulShutdownHandler {
        try await launchAndWait()
      } onGracefulShutdown: {
        watch.begin()
      }
    } onCancel: {
      watch.noteCancelled()
    }
  }

  private func launchAndWait() async throws {
    var isLaunched = true
    do {
      try await cancelWhenGracefulShutdown { try await composite.launch(cleaningUpWithin: limit) }
    } catch is CancellationError {
      isLaunched = false
    }
    // This throws when the task is cancelled, which also ends the service. After a cancelled launch, another service may
    // have been asked to end first: a group treats an earlier return as a failure.
    try? await gracefulShutdown()
    guard isLaunched else { return }
    // A task of its own: if the group is cancelled, the cleanups are waited for all the same.
    await Task {
      await composite.send(WillTerminate())
      watch.noteLeft(await composite.shutDown(within: limit))
    }.value
  }
}
#endif
