#if Services
public import ModuleLifecycle
public import ServiceLifecycle

/// A service whose stages are recorded in a journal. Created by `Service.observed(by:as:startsAfterLaunch:isReady:)`.
public struct ObservedService<Observed: Service>: Service {
  /// The service that is observed.
  public let service: Observed
  fileprivate let progress: ServiceProgress
  /// The composite whose launch it waits for; `nil` if it starts at once.
  fileprivate let launched: CompositeDelegate?
  fileprivate let isReady: (@Sendable (Observed) async throws -> Void)?

  /// Runs the service, as a service group would without this wrapper. If it waits for the launch, and the application is
  /// shut down before that, the service does not run.
  ///
  /// - Throws: The service's error, or `LaunchError` when it waits for a launch that fails.
  public func run() async throws {
    do {
      try await withTaskCancellationHandler {
        try await withGracefulShutdownHandler {
          guard try await isLaunched() else { return }
          progress.noteStarted()
          try await runNotingReadiness()
        } onGracefulShutdown: {
          progress.noteAskedToEnd(byCancelling: false)
        }
      } onCancel: {
        progress.noteAskedToEnd(byCancelling: true)
      }
      progress.noteEnded(nil)
    } catch let error as LaunchError where launched != nil {
      // The journal says so already.
      progress.noteEnded(nil, warns: false)
      throw error
    } catch {
      progress.noteEnded(error)
      throw error
    }
  }

  /// Waits for the launch.
  ///
  /// - Returns: Whether the service can start.
  private func isLaunched() async throws -> Bool {
    guard let launched else { return true }
    do {
      try await cancelWhenGracefulShutdown { try await launched.waitUntilLaunched() }
      return true
    } catch is CancellationError {
      // Another service may have been asked to end first. A group treats an earlier return as a failure.
      try? await gracefulShutdown()
      return false
    }
  }

  private func runNotingReadiness() async throws {
    guard let isReady else { return try await service.run() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask {
        if (try? await isReady(service)) != nil { progress.noteReady() }
      }
      defer { group.cancelAll() }
      try await service.run()
    }
  }
}

extension Service {
  /// Makes the service a row among a composite's modules. The journal records when it has started, is ready, was asked
  /// to shut down, and has returned or thrown.
  ///
  /// The group stays in charge of the service: pass it the returned value. The journal gets a warning when the service
  /// throws, when it returns without having been asked to, and while it has not returned five seconds after it was
  /// asked to. Observe only services that end with the application: when one is asked to end, the shutdown has begun.
  ///
  /// - Parameters:
  ///   - composite: The composite whose modules the service joins, at the end of the order.
  ///   - name: The row's name, unique in the composite.
  ///   - startsAfterLaunch: Whether the service runs only when the composite is launched, because it needs the modules. A
  ///     service that a module needs for its start must run at once.
  ///   - isReady: Returns when the service can be used. It is cancelled when the service ends. Without it, the service
  ///     counts as started but never as ready.
  /// - Returns: The service to pass to the group.
  /// - Throws: `CompositeError` for a second module with that name.
  @MainActor public func observed(
    by composite: CompositeDelegate, as name: String, startsAfterLaunch: Bool = false,
    isReady: (@Sendable (Self) async throws -> Void)? = nil
  ) throws -> ObservedService<Self> {
    let id = try composite.register(name) { ServiceRow() }
    guard let progress = composite.serviceProgress(of: id) else { throw CompositeError.removed(name) }
    return ObservedService(
      service: self, progress: progress, launched: startsAfterLaunch ? composite : nil, isReady: isReady)
  }
}

/// The module that represents a service in the composite. Removing it removes the row, not the service.
private final class ServiceRow: Module {
  let owned = OwnedObjects()
}
#endif
