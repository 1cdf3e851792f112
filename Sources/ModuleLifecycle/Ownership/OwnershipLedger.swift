/// The rows of one bag: what is owned, in the order in which it was acquired.
///
/// Every row leaves the ledger under the lock, by exactly one hand, and is cleaned after the lock is free again: a
/// cleanup may cancel its siblings, register others, or be the last to hold something.
final class OwnershipLedger: Sendable {
  /// When an owner without a bag was last seen alive, and when it was found dead: the numbers of the dispatches before.
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
  private let state = Locked(OwnedRows())

  init(owner: Owner, isForApplication: Bool = false) {
    self.owner = owner
    self.isForApplication = isForApplication
  }

  var liveCount: Int { state.withLock { $0.count } }

  /// The counts by kind.
  var tallies: [KindTally] { state.withLock { $0.tallies } }

  /// What is owned now, in the order of its acquisition.
  var live: [OwnedRows.Live] { state.withLock { $0.live } }

  /// Takes charge of something, here or, for the application's lifetime, where its owner's death does not reach it.
  func own(
    _ kind: OwnedKind, _ name: String, lifetime: OwnedLifetime, detail: String?, holding hold: OwnedHold?,
    cleanup: consuming OwnedRow.Cleanup
  ) -> OwnedObject {
    switch lifetime.scope {
    case .module:
      return own(kind, name, OwnedExtras.of(lifetime: .module, detail: detail, hold: hold), cleanup: cleanup)
    case .application:
      let ledger = owner.applicationLedger
      let extras = OwnedExtras.of(lifetime: ledger == nil ? .module : lifetime, detail: detail, hold: hold)
      return (ledger ?? self).own(kind, name, extras, cleanup: cleanup)
    case .event(let event, _):
      let extras = OwnedExtras.of(lifetime: owner.hasScope ? lifetime : .module, detail: detail, hold: hold)
      let object = own(kind, name, extras, cleanup: cleanup)
      owner.release(object, after: event)
      return object
    }
  }

  /// Takes charge of something here.
  ///
  /// - Parameter isNamed: Whether the name was given by whoever owns it, so that it replaces another one of that name.
  func own(
    _ kind: OwnedKind, _ name: String, _ extras: OwnedExtras?, isNamed: Bool = true, cleanup: consuming OwnedRow.Cleanup
  ) -> OwnedObject {
    let hash = isNamed ? NameHash.of(name) : 0
    let isWritten = owner.isWritten
    var cleanup = Optional(consume cleanup)
    while true {
      var aftermath = Journal.Aftermath()
      let (at, dispatch) = isWritten ? owner.journal?.moment ?? (0, 0) : (0, 0)
      let addition = state.withLock { rows -> Addition in
        if rows.isClosed { return .closed }
        let tally = rows.tally(of: kind)
        if var other = rows.takeTwin(tally, name, nameHash: hash) {
          announce(&other, .replaced, nil)
          return .blocked(by: other)
        }
        // Under the lock, so that they rise from row to row.
        let (id, number) = (Identifiers.nextObject(), owner.nextNumber())
        let handle = rows.add(
          tally, name, nameHash: hash, id: id, number: number, extras: extras, cleanup: cleanup.take())
        // Under the lock, so that its release can't be written down before.
        if isWritten {
          let change = ObjectRecord.Change(at: at, dispatchOrTook: dispatch, release: nil)
          rows.lookAtLast { owner.write($0, kind, change, leaving: &aftermath) }
        }
        return .added(handle)
      }
      aftermath.settle()
      switch consume addition {
      case .added(let handle): return OwnedObject(handle, in: self)
      case .blocked(let other): clean(other, .replaced)
      case .closed: return cleanLate(kind, name, extras, cleanup.take())
      }
    }
  }

  /// What came of adding an object.
  private enum Addition: ~Copyable, Sendable {
    case added(OwnedRows.Handle)
    /// Another one of the same kind and name had to go first; it was taken out, and the new one was not added.
    case blocked(by: OwnedRows.Taken)
    /// A closed bag takes nothing any more.
    case closed
  }

  /// Cleans an object that came when the bag was closed.
  private func cleanLate(
    _ kind: OwnedKind, _ name: String, _ extras: OwnedExtras?, _ cleanup: consuming OwnedRow.Cleanup?
  ) -> OwnedObject {
    owner.count(late: kind)
    owner.warn(ofLate: kind, name)
    let number = owner.nextNumber()
    let row = OwnedRow(
      name: name, id: Identifiers.nextObject(), extras: extras, cleanup: cleanup, tally: 0, number: number, hash: 0)
    var taken = OwnedRows.Taken(kind: kind, row: row)
    announce(&taken, .late, nil)
    clean(taken, .late)
    return OwnedObject(OwnedRows.Handle(number: number, place: 0), in: self)
  }

  /// Cleans one object, if it is still there.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  func release(_ handle: OwnedRows.Handle, _ cause: ReleaseCause) -> Bool {
    guard let taken = take(cause, nil, { $0.take(handle, cause) }) else { return false }
    clean(taken, cause)
    return true
  }

  /// Cleans the object of that number, if it is still there.
  ///
  /// - Returns: Whether it was.
  func release(_ number: UInt32, _ cause: ReleaseCause) -> Bool {
    state.withLock { $0.find(number) }.map { release($0, cause) } ?? false
  }

  func isLive(_ handle: OwnedRows.Handle) -> Bool { state.withLock { $0.isLive(handle) } }

  /// The state of what is live here.
  var liveState: OwnedObjectState { owner.isOverdue && !isForApplication ? .overdue : .live }

  /// What there is to say of everything that is live here, in the order of its acquisition.
  var liveObjects: [OwnedObjectStatus] { live.map(status) }

  /// What there is to say of something that is live here.
  func status(of object: OwnedRows.Live) -> OwnedObjectStatus {
    OwnedObjectStatus(
      id: OwnedObjectID(owner: owner.id, number: Int(object.handle.number)), owner: owner.name, kind: object.kind,
      name: object.name, lifetime: object.extras?.lifetime ?? .module, state: liveState,
      detail: object.extras?.detail)
  }

  func object(_ kind: OwnedKind, _ name: String) -> OwnedObject? {
    let hash = NameHash.of(name)
    return state.withLock { $0.find(kind, name, hash: hash) }.map { OwnedObject($0, in: self) }
  }

  /// From now on everything that is registered comes too late.
  func stopTaking() { state.withLock { $0.close() } }

  /// Cleans all rows, last acquired first, because the bag's holder died. Inside many others that are being emptied on this
  /// thread it is left to them; see `ClosingThread`.
  func closeInTurn() {
    let thread = ClosingThread.current
    guard thread.isFull else { return close() }
    stopTaking()
    thread.add(WaitingBag(self, .ownerReleased))
  }

  /// Cleans all rows, last acquired first. From now on everything that is registered comes too late.
  ///
  /// The end of one cleanup is the start of the next, so that it costs one reading of the clock for each.
  func close(_ cause: ReleaseCause = .ownerReleased, sweep: Sweep? = nil) {
    stopTaking()
    let thread = ClosingThread.current
    thread.enter()
    defer { thread.leave() }
    let waiting = thread.waitingCount
    let isWritten = owner.isWritten
    let isOnMain = MainQueue.isCurrent
    var last = now
    while true {
      if waitsForItsTurn(cause, sweep) { return }
      guard let taken = take(cause, sweep, { $0.takeLast(cause, isOnMain: isOnMain) }) else { break }
      let cleanupEnd = taken.row.run()
      thread.empty(downTo: waiting)
      if taken.releasing != nil {
        last = noteCleaned(taken, cause, sweep, since: last, cleanupEnd) ?? last
      } else if isWritten {
        let end = owner.journal?.now ?? 0
        note(taken, cause, sweep, from: last ?? end, to: end, isOnMain: isOnMain)
        last = end
      }
      // The object goes here, and perhaps an owner that nobody else holds.
      _ = consume taken
      thread.empty(downTo: waiting)
    }
    endClosing(cause, sweep)
  }

  /// Notes that all rows have been cleaned, or has the rest follow on the main actor, so that the order stays; until then
  /// the owner's end is not complete.
  func endClosing(_ cause: ReleaseCause, _ sweep: Sweep?) {
    guard liveCount > 0 else { return owner.closeBag(self) }
    owner.noteWaiting(self)
    Task { @MainActor in self.close(cause, sweep: sweep) }
  }

  /// Takes out the object that was acquired last, if it may be cleaned on this thread.
  func takeLast(_ cause: ReleaseCause) -> OwnedRows.Taken? {
    let isOnMain = MainQueue.isCurrent
    return take(cause, nil) { $0.takeLast(cause, isOnMain: isOnMain) }
  }

  /// Takes an object out. One whose cleanup may go on is `releasing` from then on: every other thread sees it either live
  /// or being cleaned.
  @inline(__always) private func take(
    _ cause: ReleaseCause, _ sweep: Sweep?, _ body: (inout OwnedRows) -> OwnedRows.Taken?
  ) -> OwnedRows.Taken? {
    state.withLock { rows in
      guard var taken = body(&rows) else { return nil }
      announce(&taken, cause, sweep)
      return taken
    }
  }

  @inline(__always) private func announce(
    _ taken: inout OwnedRows.Taken, _ cause: ReleaseCause, _ sweep: Sweep?
  ) {
    if taken.row.isAsynchronous { taken.releasing = releasing(taken, cause, sweep) }
  }

  @inline(never) private func releasing(
    _ taken: borrowing OwnedRows.Taken, _ cause: ReleaseCause, _ sweep: Sweep?
  ) -> ReleasingObject {
    let release = ObjectRecord.Release(cause: cause, isOnMain: false, isLate: owner.isOverdue && !isForApplication)
    let change = ObjectRecord.Change(at: now ?? 0, dispatchOrTook: 0, release: release)
    let object = ReleasingObject(
      ObjectRecord(taken.row, taken.kind, change), release, isCancelling: taken.row.isCancelling, in: self,
      sweep: sweep)
    owner.add(object)
    return object
  }

  /// The time, where it is written down.
  var now: UInt64? { owner.isWritten ? owner.journal?.now : nil }

  /// Writes down that an object's cleanup has ended now, or that it has begun and will end later.
  ///
  /// - Returns: The time, where it is written down.
  func noteCleaned(
    _ taken: borrowing OwnedRows.Taken, _ cause: ReleaseCause, _ sweep: Sweep?, since start: UInt64?, _ end: CleanupEnd?
  ) -> UInt64? {
    let now = now
    if let end, let releasing = taken.releasing {
      releasing.goOn(until: end)
    } else {
      if let now { note(taken, cause, sweep, from: start ?? now, to: now, isOnMain: MainQueue.isCurrent) }
      taken.releasing?.leave()
    }
    return now
  }

  /// Whether the next object is work that is cancelled.
  var isNextCancelling: Bool { state.withLock { $0.isLastCancelling } }

  /// Whether the application shuts down, and the rest has to wait for a cleanup that goes on.
  @inline(__always) func waitsForItsTurn(_ cause: ReleaseCause, _ sweep: Sweep?) -> Bool {
    ShutDowns.isAnyUnderWay && owner.queue(self, cause, sweep)
  }

  /// Cleans an object. What it lets go of is emptied when this returns, unless it has to go to the main actor.
  private func clean(_ taken: consuming OwnedRows.Taken, _ cause: ReleaseCause) {
    if !taken.row.needsMainActor || MainQueue.isCurrent {
      let thread = ClosingThread.current
      let waiting = thread.waitingCount
      run(taken, cause)
      _ = consume taken
      return thread.empty(downTo: waiting)
    }
    let taken = taken
    Task { @MainActor in self.run(taken, cause) }
  }

  private func run(_ taken: borrowing OwnedRows.Taken, _ cause: ReleaseCause) {
    let thread = ClosingThread.current
    let waiting = thread.waitingCount
    let start = now
    let end = taken.row.run()
    thread.empty(downTo: waiting)
    _ = noteCleaned(taken, cause, nil, since: start, end)
  }

  private func note(
    _ taken: borrowing OwnedRows.Taken, _ cause: ReleaseCause, _ sweep: Sweep?, from start: UInt64, to end: UInt64,
    isOnMain: Bool
  ) {
    let isLate = owner.isOverdue && !isForApplication
    let release = ObjectRecord.Release(cause: cause, isOnMain: isOnMain, isLate: isLate)
    let change = ObjectRecord.Change(at: start, dispatchOrTook: end - start, release: release)
    if let sweep {
      let record = ObjectRecord(taken.row, taken.kind, change)
      owner.journal?.append(.released(record.released(release, by: owner.label, sweep: sweep)))
    } else {
      var aftermath = Journal.Aftermath()
      owner.write(taken.row, taken.kind, change, leaving: &aftermath)
      aftermath.settle()
    }
  }
}
