import Dispatch
import Foundation
import ModuleLifecycle

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Whether an owned session still takes tasks.
///
/// A task that is asked of an invalidated session ends the program, and a session does not tell whether it has been
/// invalidated. So those that are owned are remembered, without being kept alive.
final class SessionGate: Sendable {
  /// Set once, before anybody else knows of this gate.
  private nonisolated(unsafe) weak var session: URLSession?
  /// Held while a task is made, and while the session is marked as closed. Darwin calls the session's delegate while a task is
  /// made, and the delegate may make another one.
  private let lock = NSRecursiveLock()
  /// Guarded by the lock.
  private nonisolated(unsafe) var isClosed = false

  private static let gates = Locked<[ObjectIdentifier: SessionGate]>([:])

  private init(_ session: URLSession) { unsafe self.session = session }

  /// The gate of a session that is about to be owned.
  static func open(_ session: URLSession) -> SessionGate {
    forgetTheDead()
    let gate = SessionGate(session)
    return gates.withLock { gates in
      // Somebody else may own it, too; then both close the same one. But it may be that of one that died at this address.
      if let shared = gates[ObjectIdentifier(session)], unsafe shared.session === session { return shared }
      gates[ObjectIdentifier(session)] = gate
      return gate
    }
  }

  /// Makes a task of the session, unless it was owned and has been invalidated.
  static func makeTask<Made: URLSessionTask>(in session: URLSession, _ make: (URLSession) -> Made) -> Made? {
    let gate = gates.withLock { $0[ObjectIdentifier(session)] }
    guard let gate, unsafe gate.session === session else { return make(session) }
    // Making a task waits for the session's own queue. Nothing there ever waits for this lock: gates are closed
    // elsewhere.
    return gate.lock.withLock { unsafe gate.isClosed ? nil : make(session) }
  }

  /// Invalidates the session; from now on no task is made of it. Not to be called on the session's own queue. The shared
  /// session can't be invalidated and goes on.
  func invalidate(_ session: URLSession) {
    guard session !== URLSession.shared else { return }
    lock.withLock { unsafe isClosed = true }
    session.invalidateAndCancel()
  }

  private static func forgetTheDead() {
    // A weak reference may turn out to be the last one when it is read, so they are read outside the lock.
    let dead = gates.withLock { $0 }.filter { unsafe $0.value.session == nil }
    guard !dead.isEmpty else { return }
    gates.withLock { gates in
      for (key, gate) in dead where gates[key] === gate { gates[key] = nil }
    }
  }
}

/// Where sessions and their tasks are cancelled.
///
/// An owner that a completion block holds dies on the session's own queue, and cancelling there ends the program. The
/// main queue is never a session's own, so there it is done at once; from any other queue it is left to one that
/// belongs to this gate alone.
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
