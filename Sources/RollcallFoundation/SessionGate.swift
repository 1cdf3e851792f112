import Dispatch
import Foundation
import ModuleLifecycle
import Synchronization

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Whether an owned session still accepts tasks.
///
/// Creating a task in an invalidated session crashes the program, and a session does not report whether it was
/// invalidated. Owned sessions are therefore remembered here, without being kept alive.
final class SessionGate: Sendable {
  private weak let session: URLSession?
  /// Held while a task is created, and while the session is marked as closed. It is recursive because Darwin calls the
  /// session's delegate while it creates a task, and the delegate may create another.
  private let lock = NSRecursiveLock()
  /// Changed and used while `lock` is held.
  private let isClosed = Atomic(false)

  private static let gates = Locked<[ObjectIdentifier: SessionGate]>([:])

  private init(_ session: URLSession) { self.session = session }

  /// The gate of a session that is about to be owned.
  static func open(_ session: URLSession) -> SessionGate {
    forgetTheDead()
    let gate = SessionGate(session)
    return gates.withLock { gates in
      // Another owner may have the session too; then both share one gate. The known gate may also belong to a dead
      // session that had this address.
      if let shared = gates[ObjectIdentifier(session)], shared.session === session { return shared }
      gates[ObjectIdentifier(session)] = gate
      return gate
    }
  }

  /// Creates a task in the session, unless the session was owned and has been invalidated.
  static func makeTask<Made: URLSessionTask>(in session: URLSession, _ make: (URLSession) -> Made) -> Made? {
    let gate = gates.withLock { $0[ObjectIdentifier(session)] }
    guard let gate, gate.session === session else { return make(session) }
    // Creating a task waits for the session's own queue. Code on that queue never waits for this lock, because gates
    // are closed elsewhere.
    return gate.lock.withLock { gate.isClosed.load(ordering: .relaxed) ? nil : make(session) }
  }

  /// Invalidates the session. From then on no task is created in it. Don't call this on the session's own queue. The
  /// shared session can't be invalidated and is left alone.
  func invalidate(_ session: URLSession) {
    guard session !== URLSession.shared else { return }
    lock.withLock { isClosed.store(true, ordering: .relaxed) }
    session.invalidateAndCancel()
  }

  private static func forgetTheDead() {
    // Reading a weak reference can make it the last strong one, so the references are read outside the lock.
    let dead = gates.withLock { $0 }.filter { $0.value.session == nil }
    guard !dead.isEmpty else { return }
    gates.withLock { gates in
      for (key, gate) in dead where gates[key] === gate { gates[key] = nil }
    }
  }
}

/// Where sessions and their tasks are cancelled.
///
/// An owner that a completion block holds dies on the session's own queue, and cancelling there crashes the program.
/// The main queue is never a session's own, so there cancellation runs at once. From any other queue it moves to a
/// queue that only this type uses.
enum SessionHop {
  private static let queue = DispatchQueue(label: "rollcall.session-cleanup")

  /// - Returns: The point at which the body has run; `nil` when it ran at once.
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
