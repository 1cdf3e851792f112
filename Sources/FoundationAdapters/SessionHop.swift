import Dispatch
import ModuleLifecycle

/// Where sessions and their tasks are cancelled.
///
/// An owner that a completion block holds dies on the session's own queue, and cancelling there ends the program. The
/// main queue is never a session's own, so there it is done at once; from any other queue it is left to one that
/// belongs to nobody else.
enum SessionHop {
  private static let queue = DispatchQueue(label: "rollcall.session-cleanup")

  /// - Returns: When it has been done; nothing where it was done at once.
  @discardableResult
  static func run(_ body: @escaping @Sendable () -> Void) -> CleanupEnd? {
    guard !MainQueue.isCurrent else {
      body()
      return nil
    }
    let end = CleanupEnd()
    queue.async {
      body()
      end.reach()
    }
    return end
  }
}
