/// One bag: what is owned, in the order in which it was acquired.
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

  // MARK: Acquiring

  /// Takes charge of something, here or, for the application's lifetime, where its owner's death does not reach it.
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

  /// Takes charge of something here.
  ///
  /// - Parameter isNamed: Whether the owner gave the name, so that it replaces another one of that name.
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
        // Under the lock, so that they rise from row to row.
        let (id, number) = (Identifiers.nextObject(), owner.nextNumber())
        let handle = rows.add(key, name, id: id, number: number, declaration, cleanup: cleanup.take() ?? .gone)
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
      case .blocked(let twin): clean(twin, .replaced)
      case .refused: return cleanLate(kind, name, declaration, cleanup.take() ?? .gone)
      }
    }
  }

  /// What came of adding an object.
  private enum Addition: ~Copyable, Sendable {
    case added(OwnedRows.Handle)
    /// Another one of the same kind and name had to go first; it was taken out, and the new one was not added.
    case blocked(by: OwnedRows.Taken)
    /// A closed bag takes nothing any more.
    case refused
  }

  /// Cleans an object that came when the bag was closed.
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

  /// The counts by kind; what is being cleaned asynchronously counts as released.
  var counts: OwnedCounts { state.withLock { $0.counts } }

  /// What is owned now, in the order of its acquisition.
  var live: [OwnedRows.Live] { state.withLock { $0.live } }

  /// When an owner without a bag was found dead.
  var sweep: Sweep? { state.withLock { $0.sweep } }

  func isLive(_ handle: OwnedRows.Handle) -> Bool { state.withLock { $0.isLive(handle) } }

  /// The state of what is live here.
  var liveState: OwnedObjectState { isLate ? .overdue : .live }

  /// Whether the owner should be gone, and its objects with it.
  private var isLate: Bool { owner.isOverdue && !isForApplication }

  /// What there is to say of everything that is live here, in the order of its acquisition.
  var liveObjects: [OwnedObjectStatus] { live.map(status) }

  /// What there is to say of something that is live here.
  func status(of object: OwnedRows.Live) -> OwnedObjectStatus {
    OwnedObjectStatus(
      id: OwnedObjectID(owner: owner.id, number: Int(object.handle.number)), owner: owner.name, kind: object.kind,
      name: object.name, lifetime: object.declaration?.lifetime ?? .module, state: liveState,
      detail: object.declaration?.detail)
  }

  func object(_ kind: OwnedKind, _ name: String) -> OwnedObject? {
    state.withLock { $0.find(kind, name) }.map { OwnedObject($0, in: self) }
  }

  // MARK: Releasing one

  /// Cleans one object, if it is still there.
  ///
  /// - Returns: Whether it was.
  @discardableResult
  func release(_ handle: OwnedRows.Handle, _ reason: ReleaseReason) -> Bool {
    guard let taken = take(reason, { $0.take(handle, reason) }) else { return false }
    clean(taken, reason)
    return true
  }

  /// Cleans the object of that number, if it is still there.
  ///
  /// - Returns: Whether it was.
  func release(_ number: UInt32, _ reason: ReleaseReason) -> Bool {
    state.withLock { $0.find(number) }.map { release($0, reason) } ?? false
  }

  /// Cleans an object. What it lets go of is emptied when this returns, unless it has to go to the main actor.
  private func clean(_ taken: consuming OwnedRows.Taken, _ reason: ReleaseReason) {
    if taken.row.manner != .onMainActor || MainQueue.isCurrent {
      let thread = ClosingThread.current
      let waiting = thread.waitingCount
      run(taken, reason)
      _ = consume taken
      return thread.empty(downTo: waiting)
    }
    let taken = taken
    Task { @MainActor in self.run(taken, reason) }
  }

  private func run(_ taken: borrowing OwnedRows.Taken, _ reason: ReleaseReason) {
    let thread = ClosingThread.current
    let waiting = thread.waitingCount
    let start = now
    let end = taken.row.run()
    thread.empty(downTo: waiting)
    _ = noteCleaned(taken, reason, since: start, end)
  }

  // MARK: Closing

  /// From now on everything that is registered comes too late.
  func stopTaking(_ sweep: Sweep? = nil) {
    // Nobody can ask for the counts of an owner that is no module once its bag has gone.
    state.withLock { $0.close(isCounting: owner.totals != nil, sweep: sweep) }
  }

  /// Cleans all rows, last acquired first, because the bag's holder died. Inside many others that are being emptied on this
  /// thread it is left to them; see `ClosingThread`.
  func closeInTurn() {
    let thread = ClosingThread.current
    guard thread.isFull else { return close(on: thread) }
    stopTaking()
    thread.add(WaitingBag(self, .ownerReleased))
  }

  /// Cleans all rows, last acquired first. From now on everything that is registered comes too late.
  ///
  /// The end of one cleanup is the start of the next, so that it costs one reading of the clock for each.
  func close(
    _ reason: ReleaseReason = .ownerReleased, _ sweep: Sweep? = nil, on thread: ClosingThread = .current
  ) {
    stopTaking(sweep)
    thread.enter()
    defer { thread.leave() }
    let waiting = thread.waitingCount
    let isWritten = owner.isWritten
    let isOnMain = MainQueue.isCurrent
    var last = now
    while true {
      if waitsForItsTurn(reason) { return }
      guard let taken = take(reason, { $0.takeLast(reason, isOnMain: isOnMain) }) else { break }
      let cleanupEnd = taken.row.run()
      thread.empty(downTo: waiting)
      if taken.releasing != nil {
        last = noteCleaned(taken, reason, since: last, cleanupEnd) ?? last
      } else if isWritten {
        let end = owner.journal?.now ?? 0
        write(taken, reason, from: last ?? end, to: end, isOnMain: isOnMain)
        last = end
      }
      // The object goes here, and perhaps an owner that only it holds.
      _ = consume taken
      thread.empty(downTo: waiting)
    }
    endClosing(reason)
  }

  /// Notes that all rows have been cleaned, or has the rest follow on the main actor, so that the order stays; until then
  /// the owner's end is not complete.
  func endClosing(_ reason: ReleaseReason) {
    guard liveCount > 0 else { return owner.closeBag(self) }
    owner.noteWaiting(self)
    Task { @MainActor in self.close(reason) }
  }

  /// Takes out the object that was acquired last, if it may be cleaned on this thread.
  func takeLast(_ reason: ReleaseReason) -> OwnedRows.Taken? {
    let isOnMain = MainQueue.isCurrent
    return take(reason) { $0.takeLast(reason, isOnMain: isOnMain) }
  }

  /// Whether the next object is work that is cancelled.
  var isNextCancelling: Bool { state.withLock { $0.isLastCancelling } }

  /// Whether the application shuts down, and the rest has to wait for a cleanup that goes on.
  @inline(__always) func waitsForItsTurn(_ reason: ReleaseReason) -> Bool {
    ShutDowns.isAnyUnderWay && owner.queue(self, reason)
  }

  // MARK: On its way out

  /// Takes an object out.
  @inline(__always) private func take(
    _ reason: ReleaseReason, _ body: (inout OwnedRows) -> OwnedRows.Taken?
  ) -> OwnedRows.Taken? {
    state.withLock { rows in
      guard var taken = body(&rows) else { return nil }
      noteTaken(&taken, reason, &rows)
      return taken
    }
  }

  /// An object whose cleanup may go on is `releasing` from now on: every other thread sees it either live or being cleaned.
  @inline(__always) private func noteTaken(
    _ taken: inout OwnedRows.Taken, _ reason: ReleaseReason, _ rows: inout OwnedRows
  ) {
    guard taken.row.manner.isAsynchronous else { return }
    let object = releasing(taken, reason)
    taken.releasing = object
    rows.releasing[taken.row.number] = object
    owner.add(object)
  }

  @inline(never) private func releasing(
    _ taken: borrowing OwnedRows.Taken, _ reason: ReleaseReason
  ) -> ReleasingObject {
    let release = ObjectRecord.Release(reason: reason, isOnMain: false, isLate: isLate)
    let change = ObjectRecord.Change(at: now ?? 0, dispatchOrTook: 0, release: release)
    return ReleasingObject(
      ObjectRecord(taken.row, taken.kind, change), release, isCancelling: taken.row.manner == .cancelling, in: self)
  }

  /// The object of that number, while it is being cleaned asynchronously.
  func releasing(_ number: UInt32) -> ReleasingObject? { state.withLock { $0.releasing[number] } }

  /// What is being cleaned asynchronously, in any order.
  var releasing: [ReleasingObject] { state.withLock { Array($0.releasing.values) } }

  /// The asynchronous cleanup of an object has ended.
  func remove(_ object: ReleasingObject) {
    state.withLock { $0.releasing[object.record.number] = nil }
    owner.remove(object)
  }

  /// The time, where it is written down.
  var now: UInt64? { owner.isWritten ? owner.journal?.now : nil }

  /// Writes down that an object's cleanup has ended now, or that it has begun and will end later.
  ///
  /// - Returns: The time, where it is written down.
  func noteCleaned(
    _ taken: borrowing OwnedRows.Taken, _ reason: ReleaseReason, since start: UInt64?, _ end: CleanupEnd?
  ) -> UInt64? {
    let now = now
    if let end, let releasing = taken.releasing {
      releasing.goOn(until: end)
    } else {
      if let now { write(taken, reason, from: start ?? now, to: now, isOnMain: MainQueue.isCurrent) }
      taken.releasing?.leave()
    }
    return now
  }

  private func write(
    _ taken: borrowing OwnedRows.Taken, _ reason: ReleaseReason, from start: UInt64, to end: UInt64, isOnMain: Bool
  ) {
    let release = ObjectRecord.Release(reason: reason, isOnMain: isOnMain, isLate: isLate)
    let change = ObjectRecord.Change(at: start, dispatchOrTook: end - start, release: release)
    if reason == .swept, let sweep {
      let record = ObjectRecord(taken.row, taken.kind, change)
      owner.journal?.append(.released(record.released(release, by: owner.label, sweep: sweep)))
    } else {
      var aftermath = Journal.Aftermath()
      owner.write(taken.row, taken.kind, change, leaving: &aftermath)
      aftermath.settle()
    }
  }
}
