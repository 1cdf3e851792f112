#if CommandLine
import Foundation
import RollcallFoundation
import ModuleLifecycle

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Watches whether the network can be reached, through a session with a delegate.
///
/// A session retains its delegate until it has been invalidated. Here, the delegate is a separate object that holds the
/// module weakly. When the module is released, its bag invalidates the session, and the session releases the delegate.
/// `LeakyClient` shows what happens to a module that is its own session's delegate.
final class Network: Module {
  /// The session's delegate, which the session keeps alive.
  final class Events: NSObject, URLSessionDelegate {
    private let ended: @MainActor @Sendable () -> Void

    init(ended: @escaping @MainActor @Sendable () -> Void) { self.ended = ended }

    func urlSession(_ session: URLSession, didBecomeInvalidWithError error: (any Error)?) {
      Task { @MainActor [ended] in ended() }
    }
  }

  private let owned = OwnedObjects()
  private let center: NotificationCenter
  private(set) var isConnected = false
  private(set) var changes = 0

  init(center: NotificationCenter) {
    self.center = center
    owned.observe(.reachabilityDidChange, owner: self, center: center) { network in network.changes += 1 }
    let events = Events { [weak self] in self?.isConnected = false }
    owned.own(session: URLSession(configuration: .cancellable, delegate: events, delegateQueue: nil), named: "api")
    isConnected = true
  }

  static func handlers(_ handlers: inout ModuleHandlers<Network>) {
    handlers.answer(DidFinishLaunching.self) { network, _ in network.isConnected }
    handlers.on(WillEnterForeground.self) { network, _ in
      network.center.post(name: .reachabilityDidChange, object: nil)
    }
  }

}
#endif
