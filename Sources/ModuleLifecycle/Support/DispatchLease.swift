package import Dispatch
import Synchronization

/// A Dispatch source that is cancelled with this object.
package final class DispatchLease: Sendable {
  private let source: Mutex<any DispatchSourceProtocol>

  /// Creates and activates a source.
  ///
  /// - Parameters:
  ///   - make: Returns a new source.
  ///   - ended: Called when the source has ended, and uses its descriptor no more.
  ///   - event: Called for each event.
  package init(
    _ make: @Sendable () -> any DispatchSourceProtocol, ended: @escaping @Sendable () -> Void = {},
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
