#if CommandLine
import Foundation
import FoundationAdapters
import ModuleLifecycle

/// **Leaks when it is removed, on purpose:** the closure of its observation captures the module, and the notification
/// center keeps the closure.
///
/// The remedy is `[weak self]`.
final class LeakyObserver: Module {
  private let owned = OwnedObjects()
  private(set) var logouts = 0

  init(center: NotificationCenter) throws {
    owned.own(file: try ScratchFile.open("logouts.log"), named: "log")
    owned.observe(.userDidLogOut, center: center) { self.logouts += 1 }
  }
}
#endif
