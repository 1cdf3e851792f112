/// One owned object as its bag keeps it.
struct OwnedRow: Sendable {
  /// How to give the resource back, and where that can run.
  enum Cleanup: Sendable {
    case anywhere(@Sendable () -> Void)
    case onMainActor(@MainActor @Sendable () -> Void)
    /// Begins the cleanup. Returns its end if that is still to come.
    case beginning(@Sendable () -> CleanupEnd?)
    /// Like `beginning`, for work that is cancelled. Several such cleanups can run side by side.
    case cancelling(@Sendable () -> CleanupEnd?)
  }

  /// What the owner declares about the object besides its kind and name. Few objects have a declaration.
  final class Declaration: Sendable {
    let lifetime: OwnedLifetime
    let detail: String?
    let hold: DeclaredHold?

    private init(_ lifetime: OwnedLifetime, _ detail: String?, _ hold: DeclaredHold?) {
      (self.lifetime, self.detail, self.hold) = (lifetime, detail, hold)
    }

    /// `nil` if there is nothing to declare.
    static func of(_ lifetime: OwnedLifetime, _ detail: String?, _ hold: DeclaredHold?) -> Declaration? {
      lifetime == .module && detail == nil && hold == nil ? nil : Declaration(lifetime, detail, hold)
    }
  }

  let facts: OwnedObjectFacts
  let owner: Owner
  let declaration: Declaration?
  /// `nil` when the object is no longer in this position.
  var cleanup: Cleanup?
  /// Whether its owner chose the name, which then belongs to no other object of its kind.
  let isNamed: Bool

  /// Unique in the process. Increases from row to row.
  var id: UInt64 { facts.id }
  var kind: OwnedKind { OwnedKind(facts.kind) }
  /// Empty for an object without a name.
  var name: String { facts.name }
  var isLive: Bool { cleanup != nil }
  var lifetime: OwnedLifetime { declaration?.lifetime ?? .module }
  var objectID: OwnedObjectID { facts.objectID }

  /// Whether the cleanup can go on after it has begun on this thread.
  var isAsynchronous: Bool {
    switch cleanup {
    case .beginning, .cancelling: true
    case .onMainActor: !MainQueue.isCurrent
    case .anywhere, nil: false
    }
  }

  var needsMainActor: Bool { if case .onMainActor = cleanup { true } else { false } }
  var isCancelling: Bool { if case .cancelling = cleanup { true } else { false } }

  /// Runs the cleanup, or begins it.
  ///
  /// - Returns: The end of the cleanup if that is still to come.
  func clean() -> CleanupEnd? {
    LockOrder.expectNone()
    switch cleanup {
    case .anywhere(let body): body()
    case .onMainActor(let body):
      if MainQueue.isCurrent {
        MainActor.assumeIsolated { body() }
      } else {
        let end = CleanupEnd()
        Task { @MainActor in
          ClosingThread.enter(always: true)
          body()
          ClosingThread.leave()
          end.reach()
        }
        return end
      }
    case .beginning(let body), .cancelling(let body): return body()
    case nil: break
    }
    return nil
  }

  /// The entry of its acquisition, at a time that is not known any more.
  var acquisition: OwnedEntry { OwnedEntry(facts, detail: declaration?.detail) }

  /// The object's state in a snapshot.
  func status(_ state: OwnedObjectState) -> OwnedObjectStatus {
    OwnedObjectStatus(
      id: objectID, owner: owner.name, kind: kind, name: name, lifetime: lifetime, state: state,
      detail: declaration?.detail)
  }
}
