/// The objects of one owner, or those that live as long as the application.
///
/// Every object leaves the bag under its lock, exactly once. It is cleaned after the lock is released: a cleanup can cancel
/// siblings, register objects, or hold the last reference to something.
final class Bag: Sendable {
  private struct State: Sendable {
    var rows = BagRows()
    var shared = SharedFacts()
    var phase = Phase.open
    /// The objects that were taken out and are being cleaned asynchronously, by id.
    var releasing: [UInt64: ReleasingObject] = [:]

    /// The hash value for `BagRows.reserve`.
    mutating func hash(of line: Int) -> Int { rows.isLarge ? shared.hash(of: line) : 0 }
  }

  private enum Phase: Sendable {
    case open
    /// It accepts nothing any more. With why what is left will be cleaned, and with when its owner was found dead, for an
    /// owner without a bag of its own.
    case closed(ReleaseReason, Sweep?)

    var isOpen: Bool { if case .open = self { true } else { false } }
  }

  /// When an owner without a bag was last seen alive and when it was found dead, as the numbers of the preceding
  /// dispatches.
  struct Sweep: Sendable {
    let aliveAfter: DispatchID
    let deadAfter: DispatchID
  }

  /// An object that was taken out, with the cleanup to run.
  struct Taken: ~Copyable, Sendable {
    let row: OwnedRow
    let reason: ReleaseReason
    /// When its cleanup began, in nanoseconds since the journal's start.
    let start: UInt64
    /// Whether its owner should have been gone by then.
    let isLate: Bool
    /// Set when the cleanup can go on after it has begun.
    let releasing: ReleasingObject?
  }

  /// `nil` for the bag of objects that live as long as the application.
  let owner: Owner?
  private let journal: Journal?
  private let state = Locked(State(), .bag)

  init(owner: Owner) { (self.owner, journal) = (owner, owner.journal) }

  /// Creates the bag of the objects that live as long as an application.
  init(ofApplication journal: Journal) { (owner, self.journal) = (nil, journal) }

  // MARK: Acquiring

  /// Registers an object.
  ///
  /// - Parameter isNamed: Whether the owner chose the name. If so, the object replaces another one with that name.
  func own(
    _ kind: OwnedKind, _ name: String, _ declaration: OwnedRow.Declaration?, isNamed: Bool = true,
    for owner: Owner, cleanup: OwnedRow.Cleanup
  ) -> OwnedObject {
    let journal = owner.writtenJournal
    while true {
      var aftermath = Journal.Aftermath()
      let (at, dispatch) = (now, journal?.dispatchHere)
      let addition = state.withLock { state -> Addition in
        // Under the lock, so that the ids increase from row to row.
        let id = Identifiers.nextObject()
        let line = state.shared.line(of: kind, declaration?.lifetime, owner)
        if state.phase.isOpen, isNamed, !name.isEmpty,
          let twin = state.rows.reserve(kind, name, of: owner, hash: state.hash(of: line), for: id),
          let taken = take(twin, .replaced, at: at, &state)
        {
          return .blocked(by: taken)
        }
        let facts = OwnedObjectFacts(id: id, number: owner.nextNumber(), name: name, state.shared.box(of: line))
        // Under the lock, so that the object's release can't be recorded first.
        journal?.append(
          Journal.Kept(
            .owned(OwnedEntry(object: facts, detail: declaration?.detail, dispatch: dispatch, atNanoseconds: at))),
          leaving: &aftermath)
        // Made where it is used, because it is large to copy.
        func row() -> OwnedRow {
          OwnedRow(
            facts: facts, owner: owner, declaration: declaration, cleanup: cleanup, isNamed: isNamed && !name.isEmpty)
        }
        if !state.phase.isOpen { return .late(taken(row(), .late, at: at, &state)) }
        state.rows.add(row())
        return .added(OwnedObject(facts, of: owner, in: self))
      }
      aftermath.settle()
      switch consume addition {
      case .added(let object): return object
      case .blocked(let twin): cleanAlone(twin)
      case .late(let taken):
        owner.warnOfLate(taken.row)
        let object = OwnedObject(taken.row.facts, of: owner, in: self)
        cleanAlone(taken)
        return object
      }
    }
  }

  private enum Addition: ~Copyable, Sendable {
    case added(OwnedObject)
    /// An object of the same kind and name was taken out first. The new one was not added.
    case blocked(by: Taken)
    /// A closed bag accepts nothing. The object is cleaned at once.
    case late(Taken)
  }

  // MARK: Looking

  var liveCount: Int { state.withLock { $0.rows.count } }
  /// The live objects, in the order of acquisition.
  var live: [OwnedRow] { state.withLock { $0.rows.live } }

  /// The time for what is recorded next. Read outside the lock, because an application can bring its own clock.
  private var now: UInt64 { journal?.now ?? 0 }

  /// Whether it accepts nothing any more, and may not be empty yet.
  var isClosed: Bool { state.withLock { !$0.phase.isOpen } }

  func isLive(_ id: UInt64) -> Bool { state.withLock { $0.rows[id] != nil } }
  /// The number of a live object.
  func number(of object: OwnedObjectID) -> UInt64? { state.withLock { $0.rows.first { $0.objectID == object }?.id } }
  /// The object with this id, while it is being cleaned asynchronously.
  func releasing(_ id: UInt64) -> ReleasingObject? { state.withLock { $0.releasing[id] } }
  /// Whether cleaning the next object cancels work.
  var isNextCancelling: Bool { state.withLock { $0.rows.isLast { $0.isCancelling } } }

  func object(_ kind: OwnedKind, _ name: String, of owner: Owner) -> OwnedObject? {
    state.withLock { $0.rows.find(kind, name, of: owner) }.map { OwnedObject($0.facts, of: $0.owner, in: self) }
  }

  // MARK: Taking out

  /// Cleans one object, if it is still there.
  ///
  /// - Returns: Whether it was there.
  @discardableResult
  func release(_ id: UInt64, _ reason: ReleaseReason) -> Bool {
    let now = now
    let found = state.withLock { state in
      var reason = reason
      // An event that ends before the main actor has cleaned what a dead owner left is not the reason.
      if reason == .event, case .closed(let closing, _) = state.phase { reason = closing }
      return take(id, reason, at: now, &state)
    }
    guard let taken = found else { return false }
    cleanAlone(taken)
    return true
  }

  /// Cleans an object, not as part of its bag.
  private func cleanAlone(_ taken: consuming Taken) {
    ClosingThread.enter(always: true)
    defer { ClosingThread.leave() }
    clean(taken, .current)
  }

  /// Cleans an object. Bags of owners that this frees are empty when it returns.
  private func clean(_ taken: consuming Taken, _ thread: CleaningThread) {
    let waiting = ClosingThread.waitingCount
    let end = taken.row.clean()
    ClosingThread.empty(downTo: waiting)
    noteCleaned(taken, end, thread)
    _ = consume taken
    ClosingThread.empty(downTo: waiting)
  }

  private func take(_ id: UInt64, _ reason: ReleaseReason, at now: UInt64, _ state: inout State) -> Taken? {
    guard let row = state.rows.take(id) else { return nil }
    return taken(row, reason, at: now, &state)
  }

  /// Takes out the newest object. `nil` if none is left, or the newest one must be cleaned on the main actor, and this
  /// thread is another one.
  func takeLast(_ reason: ReleaseReason, _ thread: CleaningThread) -> Taken? {
    let now = now
    return state.withLock { state in
      if thread == .background, state.rows.isLast({ $0.needsMainActor }) { return nil }
      guard let row = state.rows.takeLast() else { return nil }
      return taken(row, reason, at: now, &state)
    }
  }

  /// Marks an object as `releasing` if its cleanup can go on after it has begun. Every other thread sees it either live or
  /// being cleaned.
  private func taken(
    _ row: consuming OwnedRow, _ reason: ReleaseReason, at now: UInt64, _ state: inout State
  ) -> Taken {
    let isLate = isLate(row)
    var releasing: ReleasingObject?
    if row.isAsynchronous {
      let object = ReleasingObject(copy row, reason, at: now, isLate: isLate, in: self)
      state.releasing[row.id] = object
      row.owner.ownership?.unfinished.add(object)
      releasing = object
    }
    return Taken(row: row, reason: reason, start: now, isLate: isLate, releasing: releasing)
  }

  /// Notes that the asynchronous cleanup of an object has ended.
  func remove(_ object: ReleasingObject) {
    state.withLock { $0.releasing[object.row.id] = nil }
    object.row.owner.ownership?.unfinished.remove(object)
  }

  /// Records that an object's cleanup has ended now, or that it has begun and will end later.
  func noteCleaned(_ taken: borrowing Taken, _ end: CleanupEnd?, _ thread: CleaningThread) {
    if let end, let releasing = taken.releasing { return releasing.goOn(until: end) }
    if let journal = taken.row.owner.writtenJournal {
      let sweep = taken.reason == .swept ? sweep : nil
      journal.append(
        .released(
          ReleasedEntry(
            taken.row.facts, reason: taken.reason, atNanoseconds: taken.start,
            cleanupNanoseconds: journal.now.minus(taken.start), thread: thread.rawValue,
            isLateRelease: taken.isLate, aliveAfter: sweep?.aliveAfter, deadAfter: sweep?.deadAfter)))
    }
    taken.releasing?.leave()
  }

  /// Whether the object should be gone, because its owner should.
  func isLate(_ row: borrowing OwnedRow) -> Bool { owner != nil && row.owner.isLate }

  private var sweep: Sweep? { state.withLock { if case .closed(_, let sweep) = $0.phase { sweep } else { nil } } }

  // MARK: Closing

  /// Closes the bag: an object that is registered from now on is too late.
  func stopTaking(_ reason: ReleaseReason, _ sweep: Sweep? = nil) {
    state.withLock { if $0.phase.isOpen { $0.phase = .closed(reason, sweep) } }
  }

  /// Cleans all objects, last acquired first, because the bag's holder died. If this thread is emptying too many bags
  /// already, leaves this one to the innermost of them; see `ClosingThread`.
  func closeInTurn() {
    guard ClosingThread.enter() else {
      stopTaking(.ownerReleased)
      return ClosingThread.add(self, .ownerReleased)
    }
    defer { ClosingThread.leave() }
    empty(.ownerReleased)
  }

  /// Cleans all objects, last acquired first. Closes the bag: an object that is registered from now on is too late.
  func close(_ reason: ReleaseReason, _ sweep: Sweep? = nil) {
    stopTaking(reason, sweep)
    ClosingThread.enter(always: true)
    defer { ClosingThread.leave() }
    empty(reason)
  }

  private func empty(_ reason: ReleaseReason) {
    stopTaking(reason)
    let thread = CleaningThread.current
    while !waitsForItsTurn(reason) {
      guard releaseLast(reason, thread) else { return endClosing(reason) }
    }
  }

  /// Cleans the newest object, not as part of closing the bag.
  ///
  /// - Returns: Whether there was one to clean on this thread.
  func releaseNext(_ reason: ReleaseReason) -> Bool {
    guard let taken = takeLast(reason, .current) else { return false }
    cleanAlone(taken)
    return true
  }

  private func releaseLast(_ reason: ReleaseReason, _ thread: CleaningThread) -> Bool {
    guard let taken = takeLast(reason, thread) else { return false }
    clean(taken, thread)
    return true
  }

  /// Ends the closing of the bag. Objects that are left are cleaned on the main actor, to preserve the order; the owner's
  /// end waits for them.
  func endClosing(_ reason: ReleaseReason) {
    guard liveCount > 0 else {
      owner?.closeBag(self)
      return
    }
    if let ownership = owner?.ownership { return ownership.unfinished.leave(self, reason) }
    Task { @MainActor in self.close(reason) }
  }

  /// Whether the application is shutting down and the rest must wait for a running cleanup.
  func waitsForItsTurn(_ reason: ReleaseReason) -> Bool {
    UnfinishedWork.isAnyShuttingDown && owner?.ownership?.unfinished.makeWait(self, reason) == true
  }
}

extension Bag {
  /// Cleans the objects that a condition selects, last acquired first.
  func release(_ reason: ReleaseReason, where condition: (OwnedRow) -> Bool) {
    for row in live.reversed() where condition(row) { release(row.id, reason) }
  }
}

/// The thread on which a cleanup runs. To ask for it costs as much as the rest of a short cleanup.
enum CleaningThread: String, Sendable {
  case main, background

  static var current: Self { MainQueue.isCurrent ? .main : .background }
}

/// What objects of a bag have in common. They share it.
///
/// A bag has few kinds. If each object has a kind of its own, all are forgotten from time to time; the objects keep
/// theirs.
struct SharedFacts: Sendable {
  private struct Line: Sendable {
    let box: OwnedObjectFacts.Box
    /// The hash value of kind and owner, for a large bag.
    lazy var hash = BagRows.hash(of: OwnedKind(box.common.kind), box.common.ownerID)
  }

  private var lines: [Line] = []
  var count: Int { lines.count }
  /// Where the lines are, if there are many.
  private var places: [OwnedObjectFacts.Common: Int] = [:]
  private static let few = 16
  static let most = 1_024

  /// The line of an object that is about to be acquired.
  mutating func line(of kind: OwnedKind, _ lifetime: OwnedLifetime?, _ owner: Owner) -> Int {
    let common = OwnedObjectFacts.Common(
      owner: owner.name, ownerID: owner.id, kind: kind.rawValue, lifetime: (lifetime ?? .module).description)
    let known = lines.count > Self.few ? places[common] : lines.lastIndex { $0.box.common == common }
    if let known { return known }
    if lines.count == Self.most { (lines, places) = ([], [:]) }
    lines.append(Line(box: OwnedObjectFacts.Box(common)))
    if lines.count == Self.few + 1 {
      places = Dictionary(uniqueKeysWithValues: zip(lines.map(\.box.common), lines.indices))
    } else if lines.count > Self.few {
      places[common] = lines.count - 1
    }
    return lines.count - 1
  }

  func box(of line: Int) -> OwnedObjectFacts.Box { lines[line].box }
  mutating func hash(of line: Int) -> Int { lines[line].hash }
}
