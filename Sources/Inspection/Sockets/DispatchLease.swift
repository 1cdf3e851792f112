import Dispatch
import Synchronization

/// A Dispatch source that is cancelled with this object.
final class DispatchLease: Sendable {
  private let source: Mutex<any DispatchSourceProtocol>

  /// Creates and activates a source.
  ///
  /// - Parameters:
  ///   - make: Returns a new source.
  ///   - ended: Called when the source no longer uses its descriptor.
  ///   - event: Called for each event.
  init(
    _ make: @Sendable () -> any DispatchSourceProtocol, ended: @escaping @Sendable () -> Void,
    _ event: @escaping @Sendable () -> Void
  ) {
    source = Mutex(make())
    source.withLock { source in
      source.setEventHandler(handler: event)
      source.setCancelHandler(handler: ended)
      source.activate()
    }
  }

  deinit { source.withLock { $0.cancel() } }
}
