import Synchronization

/// A composite's part in ownership: the owners in it, and the objects that end with an event or with the application.
final class OwnershipScope: Sendable {
  private struct State: Sendable {
    /// The owners with open bags, by number.
    var owners: [UInt64: Owner] = [:]
    /// The ledgers of application-lifetime objects.
    var application: [OwnershipLedger] = []
    /// The objects to clean at the end of an event, by event.
    var awaiting: [ObjectIdentifier: [OwnedObject]] = [:]
    var hasEnded = false
    /// The ledgers taken from `application` for cleaning, until the application starts again.
    var ending: [OwnershipLedger] = []
    /// The number of times it has started again.
    var restarts = 0
  }

  /// The objects that are being cleaned asynchronously.
  private struct Releasing: Sendable {
    /// By object ID.
    var objects: [UInt64: ReleasingObject] = [:]
    /// The objects among them that a shutdown waits for.
    var awaited: [UInt64: ReleasingObject] = [:]
    /// The number of these that are not merely cancelled work.
    var closing = 0

    mutating func waitNoLonger(for object: ReleasingObject) -> Bool {
      guard awaited.removeValue(forKey: object.record.id) != nil else { return false }
      if !object.isCancelling { closing -= 1 }
      return true
    }
  }

  let journal: Journal
  /// The references whose delegates can die unnoticed.
  let delegateWatches = DelegateWatches()
  let shutDowns = ShutDowns()
  private let state = Locked(State())
  /// No other lock is taken under this one. Ledgers take it under theirs.
  private let releasingObjects = Locked(Releasing())
  /// The number of events that objects wait for.
  private let awaitedEvents = Atomic<Int>(0)

  init(journal: Journal) { self.journal = journal }

  // MARK: Owners

  func add(_ owner: Owner) { state.withLock { $0.owners[owner.id] = owner } }

  func remove(_ owner: Owner) { state.withLock { $0.owners[owner.id] = nil } }

  /// The owner with this number, if it has a bag or an application-lifetime object.
  func owner(_ id: UInt64) -> Owner? {
    state.withLock { state in state.owners[id] ?? state.application.first { $0.owner.id == id }?.owner }
  }

  /// All objects that are live or being cleaned asynchronously, in acquisition order.
  var unreleasedObjects: [OwnedObjectStatus] {
    unreleased(live: { $0.status(of: $1) }, releasing: \.status)
  }

  /// Maps all objects that are live or being cleaned asynchronously, in acquisition order.
  func unreleased<Said>(
    live: (OwnershipLedger, OwnedRows.Live) -> Said, releasing: (ReleasingObject) -> Said
  ) -> [Said] {
    var found: [UInt64: Said] = [:]
    for ledger in ledgers { for object in ledger.live { found[object.id] = live(ledger, object) } }
    // An object that was taken out in the meantime is in both.
    for object in self.releasing { found[object.record.id] = releasing(object) }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// All ledgers of all owners, those of the oldest owner first.
  var ledgers: [OwnershipLedger] { owners.flatMap(\.ledgers) }

  /// The owners that may have live objects, oldest first.
  var owners: [Owner] {
    let owners = state.withLock { state in
      Dictionary(
        (Array(state.owners.values) + state.application.map(\.owner)).map { ($0.id, $0) },
        uniquingKeysWith: { one, _ in one })
    }
    return owners.values.sorted { $0.id < $1.id }
  }

  /// Warns when more owners with a name are alive than expected.
  func check(_ name: String, limit: Int) {
    let count = state.withLock { $0.owners.values.count { $0.name == name } }
    guard count > limit else { return }
    journal.warn(.tooManyAlive) { ($0.owner, $0.count, $0.limit) = (name, count, limit) }
  }

  // MARK: Ends

  func release(_ object: OwnedObject, after event: ObjectIdentifier) {
    let isNew = state.withLock { state -> Bool in
      guard state.awaiting[event]?.add(object) == nil else { return false }
      state.awaiting[event] = [object]
      return true
    }
    if isNew { awaitedEvents.add(1, ordering: .relaxed) }
  }

  /// Whether any object waits for the end of an event.
  var hasAwaited: Bool { awaitedEvents.load(ordering: .relaxed) > 0 }

  /// Cleans the objects that live until the end of an event, last acquired first.
  ///
  /// - Parameters:
  ///   - part: The module that the event was for, with the modules nested in it; `nil` for the whole application.
  ///   - running: Parts of it in which the event is not over.
  func end(event: ObjectIdentifier, in part: Owner?, except running: [Owner]) {
    guard hasAwaited else { return }
    let objects = state.withLock { state -> [OwnedObject] in
      guard let waiting = state.awaiting.removeValue(forKey: event) else { return [] }
      var (over, rest) = (waiting, [OwnedObject]())
      if part != nil || !running.isEmpty {
        over = []
        for object in waiting {
          let isOver = part.map(object.isOwned) ?? true
          if isOver, !running.contains(where: object.isOwned) { over.append(object) } else { rest.append(object) }
        }
      }
      if rest.isEmpty { awaitedEvents.subtract(1, ordering: .relaxed) } else { state.awaiting[event] = rest }
      return over
    }
    for object in objects.reversed() { object.release(.event) }
  }

  func add(_ owner: Owner, _ ledger: OwnershipLedger) {
    let hasEnded = state.withLock { state in
      if !state.hasEnded { state.application.append(ledger) }
      return state.hasEnded
    }
    // Objects added in the meantime are cleaned at once, and the owner drops the closed ledger.
    if hasEnded { ledger.close(.applicationEnd) }
  }

  /// Cleans all application-lifetime objects, last acquired first across owners. A shutdown in progress stops waiting.
  func endApplication() {
    shutDowns.endAll()
    beginEnd().releaseAll()
  }

  /// Closes the ledgers of application-lifetime objects and returns what cleans them. Several ends can run at once:
  /// each cleans what is left.
  func beginEnd() -> ApplicationEnd {
    let ledgers = state.withLock { state in
      state.ending += state.application
      state.application = []
      state.hasEnded = true
      return state.ending
    }
    return ApplicationEnd(ledgers, .applicationEnd)
  }

  /// After a failed creation, cleans the application-lifetime objects of an owner and its parts.
  func abandon(_ owner: Owner) {
    owner.noteAbandoned()
    let ledgers = state.withLock { state in
      let abandoned = state.application.filter { $0.owner.isPart(of: owner) }
      if !abandoned.isEmpty { state.application.removeAll { $0.owner.isPart(of: owner) } }
      return abandoned
    }
    ApplicationEnd(ledgers, .ownerReleased).releaseAll()
  }

  // MARK: Asynchronous cleanups

  func add(_ object: ReleasingObject) {
    releasingObjects.withLock { releasing in
      releasing.objects[object.record.id] = object
      releasing.awaited[object.record.id] = object
      if !object.isCancelling { releasing.closing += 1 }
    }
  }

  func remove(_ object: ReleasingObject) {
    releasingObjects.withLock { releasing in
      releasing.objects[object.record.id] = nil
      _ = releasing.waitNoLonger(for: object)
    }
  }

  /// Lets shutdowns continue without waiting for an object, whose cleanup continues.
  ///
  /// - Returns: Whether a shutdown waited for it.
  func giveUp(_ object: ReleasingObject) -> Bool { releasingObjects.withLock { $0.waitNoLonger(for: object) } }

  /// An object that is being cleaned asynchronously and that a shutdown waits for.
  var anyReleasing: ReleasingObject? { releasingObjects.withLock { $0.awaited.values.first } }

  /// The objects that are being cleaned asynchronously, in acquisition order.
  var releasing: [ReleasingObject] {
    releasingObjects.withLock { $0.objects.values.sorted { $0.record.id < $1.record.id } }
  }

  /// Makes a bag wait if the application is shutting down and a cleanup is in progress or other bags already wait. Work
  /// can be cancelled while other cancelled work has yet to end.
  func queue(_ ledger: OwnershipLedger, _ reason: ReleaseReason) -> Bool {
    let isCancelling = ledger.isNextCancelling
    return shutDowns.add(ShutDowns.Bag(ledger: ledger, reason: reason)) {
      releasingObjects.withLock { isCancelling ? $0.closing > 0 : !$0.awaited.isEmpty }
    }
  }

  /// Starts the application again. Does nothing when it has not ended.
  func restart() {
    state.withLock { state in
      guard state.hasEnded else { return }
      state.hasEnded = false
      state.ending = []
      state.restarts += 1
    }
  }

  /// The number of times the application has started again.
  var restarts: Int { state.withLock(\.restarts) }
}

/// Cleans application-lifetime objects one at a time, last acquired first across owners.
final class ApplicationEnd {
  private let ledgers: [OwnershipLedger]
  private let reason: ReleaseReason
  /// The last one is next.
  private var objects: [(ledger: OwnershipLedger, object: OwnedRows.Live)]

  /// Closes the ledgers: they accept nothing from now on.
  init(_ ledgers: [OwnershipLedger], _ reason: ReleaseReason) {
    self.ledgers = ledgers
    self.reason = reason
    for ledger in ledgers { ledger.stopTaking() }
    objects = ledgers.flatMap { ledger in ledger.live.map { (ledger, $0) } }.sorted { $0.object.id < $1.object.id }
  }

  /// - Returns: Whether an object was left.
  func releaseNext() -> Bool {
    guard let (ledger, object) = objects.popLast() else {
      for ledger in ledgers { ledger.owner.closeBag(ledger) }
      return false
    }
    ledger.release(object.handle, reason)
    return true
  }

  func releaseAll() { while releaseNext() {} }
}

extension [OwnedObject] {
  /// Adds an object. Now and then, removes those that were cleaned before their event ended.
  fileprivate mutating func add(_ object: OwnedObject) {
    append(object)
    if count >= 64, count & (count - 1) == 0 { removeAll { !$0.isLive } }
  }
}
