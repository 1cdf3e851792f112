#if Services
public import ModuleLifecycle
public import ServiceLifecycle

/// A service whose stages are written down; made by `Service.observed(by:as:isReady:)`.
public struct ObservedService<Observed: Service>: Service {
  /// The service itself.
  public let service: Observed
  fileprivate let progress: ServiceProgress
  fileprivate let isReady: (@Sendable (Observed) async throws -> Void)?

  /// Runs the service, as a service group would without this.
  ///
  /// - Throws: What the service throws.
  public func run() async throws {
    progress.noteStarted()
    do {
      try await withTaskCancellationHandler {
        try await withGracefulShutdownHandler {
          try await runNotingReadiness()
        } onGracefulShutdown: {
          progress.noteAskedToEnd(byCancelling: false)
        }
      } onCancel: {
        progress.noteAskedToEnd(byCancelling: true)
      }
      progress.noteEnded(nil)
    } catch {
      progress.noteEnded(error)
      throw error
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
  /// Makes the service a row among a composite's modules: the journal says when it has started, is ready, was asked to shut
  /// down, has returned or has thrown.
  ///
  /// The group stays in charge: give it what this returns. A warning says when the service throws, when it returns although
  /// it was not asked to, and, while that lasts, that it has not returned five seconds after it was asked to.
  ///
  /// - Parameters:
  ///   - composite: The composite whose modules it joins, at the end of the order.
  ///   - name: The row's name, once in the composite.
  ///   - isReady: Returns when the service can be used. It is cancelled when the service ends. Without it the service has
  ///     started and is not called ready.
  /// - Returns: The service for the group.
  /// - Throws: `CompositeError` for a second module of that name.
  @MainActor public func observed(
    by composite: CompositeDelegate, as name: String, isReady: (@Sendable (Self) async throws -> Void)? = nil
  ) throws -> ObservedService<Self> {
    let id = try composite.register(name) { ServiceRow() }
    guard let progress = composite.serviceProgress(of: id) else { throw CompositeError.removed(name) }
    return ObservedService(service: self, progress: progress, isReady: isReady)
  }
}

/// The module that a service is, as the composite sees it. Removing it takes the row away and not the service.
private final class ServiceRow: Module {
  let owned = OwnedObjects()
}
#endif
