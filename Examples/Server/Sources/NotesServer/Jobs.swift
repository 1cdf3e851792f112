import ModuleLifecycle
import ServiceLifecycle

/// The background job: keeps the thousand latest notes, and looks every ten seconds.
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
      // That is how it ends. A group takes it for a failure when a service throws while it shuts down.
    }
  }
}
