#if CommandLine
import Foundation

/// How the program takes signals from outside.
enum SignalHandling {
  /// Has a signal handled, unless the process was started to survive it, as by nohup: then it goes on doing so.
  ///
  /// - Parameter handler: Must neither allocate nor take a lock.
  /// - Returns: Whether it is handled from now on.
  @discardableResult
  static func handle(_ number: Int32, by handler: @escaping @convention(c) (Int32) -> Void) -> Bool {
    let previous = signal(number, handler)
    guard unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
    signal(number, SIG_IGN)
    return false
  }
}
#endif
