import ModuleLifecycle
import ServiceLifecycle

/// The background job: every ten seconds it deletes all but the thousand latest notes.
struct Jobs: Service {
  let composite: CompositeDelegate

  func run() async throws {
    do {
      try await cancelWhenGracefulShutdown {
        while true {
          try await Task.sleep(for: .seconds(10))
          _ = try await composite.store().keep(1_000)
        }
      }
    } catch is CancellationError {
      // A normal end. A group treats an error that a service throws during the shutdown as a failure.
    }
  }
}
