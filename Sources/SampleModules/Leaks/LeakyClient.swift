#if CommandLine
import Foundation
import FoundationAdapters
import ModuleLifecycle

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// **Leaks when it is removed, on purpose:** it is its own session's delegate, and a session keeps its delegate until it
/// has been invalidated.
///
/// The bag would invalidate it, but the bag runs when the module dies, which it can't. The remedy is a small delegate
/// object beside the module, as `Network` has one, or to invalidate the session when its work is done.
final class LeakyClient: NSObject, Module, URLSessionDelegate {
  private let owned = OwnedObjects()
  private var session: URLSession?

  init(center: NotificationCenter) {
    super.init()
    owned.observe(.reachabilityDidChange, center: center) { [weak self] in self?.session?.reset {} }
    let session = URLSession(configuration: .cancellable, delegate: self, delegateQueue: nil)
    self.session = session
    owned.own(session: session, named: "api")
  }
}
#endif
