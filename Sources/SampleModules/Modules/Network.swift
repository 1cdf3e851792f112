import Foundation
import FoundationAdapters
import ModuleLifecycle

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Watches whether the network can be reached.
///
/// **It leaks when it is removed, on purpose.** It is its own session's delegate, and a session keeps its delegate until
/// it has been invalidated. The bag would invalidate it, but the bag runs when the module dies, which it can't: removed,
/// it stays alive with everything that it owns, until somebody invalidates the session. That is the mistake which
/// Rollcall is there to show. The remedy is a small delegate object beside the module, or `disconnect()` before the end.
final class Network: NSObject, Module, URLSessionDelegate {
  private let owned = OwnedObjects()
  private let center: NotificationCenter
  private var session: URLSession?
  private(set) var api: OwnedObject?
  private(set) var changes = 0

  init(center: NotificationCenter) {
    self.center = center
    super.init()
    owned.observe(.reachabilityDidChange, center: center) { [weak self] in self?.changes += 1 }
    let session = URLSession(configuration: .cancellable, delegate: self, delegateQueue: nil)
    self.session = session
    api = owned.own(session: session, named: "api")
  }

  static func handlers(_ handlers: inout Handlers<Network>) {
    handlers.answer(DidFinishLaunching.self) { network, _ in network.session != nil }
    handlers.on(WillEnterForeground.self) { network, _ in
      network.center.post(name: .reachabilityDidChange, object: nil)
    }
    handlers.on(WillTerminate.self) { network, _ in network.disconnect() }
  }

  /// Invalidates the session, which then lets go of this module.
  func disconnect() {
    api?.cancel()
    session = nil
  }
}
