/// The order in which a thread takes locks: one lock under another only if it comes later here.
///
/// A build with `-DROLLCALL_LOCK_ORDER` stops where that is not so. The builds of both sanitizers are such builds; the debug
/// build of an app is not, because the check slows each lock.
///
/// No code of the application runs under any of them: no handler, cleanup or observer, no property of an event, no journal's clock, and
/// no `deinit` of an object that is not ours.
package enum LockOrder: Int, Sendable {
  /// What one side of a connection knows of the other.
  case session
  /// The state of a recording, and a reader's place in the journal.
  case reader
  /// What waits for an event or a notification.
  case subscribers
  /// An owner's life, which is recorded under it; then a bag's rows.
  case owner, bag
  /// Any other lock.
  case last

  #if ROLLCALL_LOCK_ORDER
  /// The locks that each thread holds, in the order in which it has taken them.
  private static let held = UnorderedLock<[(thread: UInt, order: LockOrder)]>([])

  /// Notes that this thread takes a lock.
  static func enter(_ order: LockOrder) {
    let thread = SystemThread.current
    let last = held.withLock { held in
      defer { held.append((thread, order)) }
      return held.last { $0.thread == thread }?.order
    }
    guard let last, last.rawValue >= order.rawValue else { return }
    preconditionFailure("A lock (\(order)) is taken under another one (\(last)).")
  }

  /// Notes that this thread has released a lock.
  static func leave(_ order: LockOrder) {
    let thread = SystemThread.current
    held.withLock { held in
      if let place = held.lastIndex(where: { $0 == (thread, order) }) { held.remove(at: place) }
    }
  }
  #endif

  /// Stops such a build where code of the application is about to run under a lock.
  package static func expectNone() {
    #if ROLLCALL_LOCK_ORDER
    let thread = SystemThread.current
    guard let last = held.withLock({ held in held.last { $0.thread == thread }?.order }) else { return }
    preconditionFailure("Code of the application is called under a lock (\(last)).")
    #endif
  }
}
