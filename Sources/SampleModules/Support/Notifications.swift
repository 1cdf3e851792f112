#if CommandLine
import Foundation

extension Notification.Name {
  /// The user has logged out; whatever is theirs must go.
  static let userDidLogOut = Notification.Name("userDidLogOut")
  /// The network can be reached again, or no longer.
  static let reachabilityDidChange = Notification.Name("reachabilityDidChange")
}
#endif
