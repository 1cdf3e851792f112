/// One bag: the owned objects, in acquisition order.
///
/// Every row leaves the ledger under the lock, exactly once. It is cleaned after the lock is released: a cleanup can
/// cancel siblings, register objects, or hold the last reference to something.
final class OwnershipLedger: Sendable {
  /// When an owner without a bag was last seen alive and when it was found dead, as the numbers of the preceding
  /// dispatches.
  final class Sweep: Sendable {
    let aliveAfter: UInt64
    let deadAfter: UInt64

    init(aliveAfter: UInt64, deadAfter: UInt64) {
      self.aliveAfter = aliveAfter
      self.deadAfter = deadAfter
    }
  }

  let owner: Owner
  /// Whether its objects outlive the owner.
  let isForApplication: Bool
  let state = Locked(OwnedRows())

  init(owner: Owner, isForApplication: Bool = false) {
    self.owner = owner
    self.isForApplication = isForApplication
  }

  // MARK: Acquiring

  /// Registers an object here or, for the application's lifetime, in a ledger that the owner's death does not affect.
  func own(
    _ kind: OwnedKind, _ name: String, lifetime: OwnedLifetime, detail: String?, holding hold: DeclaredHold?,
    cleanup: consuming OwnedRow.Cleanup
  ) -> OwnedObject {
    switch lifetime.scope {
    case .module:
      return own(kind, name, .of(lifetime: .module, detail: detail, hold: hold), cleanup: cleanup)
    case .application:
      let ledger = owner.applicationLedger
      let lifetime = ledger == nil ? .module : lifetime
      return (ledger ?? self).own(kind, name, .of(lifetime: lifetime, detail: detail, hold: hold), cleanup: cleanup)
    case .event(let event, _):
      let lifetime = owner.hasScope ? lifetime : .module
      let object = own(kind, name, .of(lifetime: lifetime, detail: detail, hold: hold), cleanup: cleanup)
      owner.release(object, after: event)
      return object
    }
  }

  /// Registers an object here.
  ///
  /// - Parameter isNamed: Whether the owner chose the name. If so, the object replaces another one with that name.
  func own(
    _ kind: OwnedKind, _ name: String, _ declaration: OwnedDeclaration?, isNamed: Bool = true,
    cleanup: consuming OwnedRow.Cleanup
  ) -> OwnedObject {
    let isWritten = owner.isWritten
    var cleanup = Optional(consume cleanup)
    while true {
      var aftermath = Journal.Aftermath()
      let (at, dispatch) = isWritten ? owner.journal?.moment ?? (0, 0) : (0, 0)
      let addition = state.withLock { rows -> Addition in
        if rows.isClosed { return .refused }
        let key = rows.key(kind, name, isNamed: isNamed)
        if var twin = rows.takeTwin(key) {
          noteTaken(&twin, .replaced, &rows)
          return .blocked(by: twin)
        }
        // Under the lock, so that the numbers increase from row to row.
        let (id, number) = (Identifiers.nextObject(), owner.nextNumber())
        let handle = rows.add(key, name, id: id, number: number, declaration, cleanup: cleanup.take() ?? .gone)
        // Under the lock, so that the object's release can't be recorded first.
        if isWritten {
          let change = ObjectRecord.Change(at: at, dispatchOrTook: dispatch, release: nil)
          rows.lookAtLast { owner.write($0, kind, change, leaving: &aftermath) }
        }
        return .added(handle)
      }
      aftermath.settle()
      switch consume addition {
      case .added(let handle): return OwnedObject(handle, in: self)
      case .blocked(let twin): clean(twin, .replaced)
      case .refused: return cleanLate(kind, name, declaration, cleanup.take() ?? .gone)
      }
    }
  }

  /// The result of adding an object.
  private enum Addition: ~Copyable, Sendable {
    case added(OwnedRows.Handle)
    /// An object of the same kind and name was taken out first. The new one was not added.
    case blocked(by: OwnedRows.Taken)
    /// A closed bag accepts nothing.
    case refused
  }

  /// Cleans an object that was registered after the bag was closed.
  private func cleanLate(
    _ kind: OwnedKind, _ name: String, _ declaration: OwnedDeclaration?, _ cleanup: consuming OwnedRow.Cleanup
  ) -> OwnedObject {
    owner.noteLate(kind, name)
    let number = owner.nextNumber()
    let row = OwnedRow(
      name: name, id: Identifiers.nextObject(), declaration: declaration, cleanup: cleanup, number: number, kind: 0,
      isNamed: false)
    var taken = OwnedRows.Taken(kind: kind, row: row)
    state.withLock { rows in noteTaken(&taken, .late, &rows) }
    clean(taken, .late)
    return OwnedObject(OwnedRows.Handle(number: number, place: 0), in: self)
  }

  // MARK: Looking

  var liveCount: Int { state.withLock { $0.count } }

  /// The counts by kind. Objects that are being cleaned asynchronously count as released.
  var counts: OwnedCounts { state.withLock { $0.counts } }

  /// The live objects, in acquisition order.
  var live: [OwnedRows.Live] { state.withLock { $0.live } }

  /// When an owner without a bag was found dead.
  var sweep: Sweep? { state.withLock { $0.sweep } }

  func isLive(_ handle: OwnedRows.Handle) -> Bool { state.withLock { $0.isLive(handle) } }

  /// The state of the live objects.
  var liveState: OwnedObjectState { isLate ? .overdue : .live }

  /// Whether the owner, and its objects with it, should be gone.
  var isLate: Bool { owner.isOverdue && !isForApplication }

  /// Snapshots of the live objects, in acquisition order.
  var liveObjects: [OwnedObjectStatus] { live.map(status) }

  /// A snapshot of a live object.
  func status(of object: OwnedRows.Live) -> OwnedObjectStatus {
    OwnedObjectStatus(
      id: OwnedObjectID(owner: owner.id, number: Int(object.handle.number)), owner: owner.name, kind: object.kind,
      name: object.name, lifetime: object.declaration?.lifetime ?? .module, state: liveState,
      detail: object.declaration?.detail)
  }

  func object(_ kind: OwnedKind, _ name: String) -> OwnedObject? {
    state.withLock { $0.find(kind, name) }.map { OwnedObject($0, in: self) }
  }
}
