import Synchronization

/// A composite's part in ownership: who owns what in it, and what ends with an event or with the application.
final class OwnershipScope: Sendable {
  private struct State: Sendable {
    /// The owners with open bags.
    var owners: [UInt64: Owner] = [:]
    /// What the owners own for as long as the application lives.
    var application: [OwnershipLedger] = []
    /// What is to be cleaned when an event is over.
    var awaiting: [ObjectIdentifier: [OwnedObject]] = [:]
    var hasEnded = false
    /// What has been taken from there to be cleaned, until the application begins anew.
    var ending: [OwnershipLedger] = []
    /// How often it has begun anew.
    var restarts = 0
  }

  /// What is being cleaned asynchronously.
  private struct Releasing: Sendable {
    /// By the objects' numbers.
    var objects: [UInt64: ReleasingObject] = [:]
    /// Those among them that a shutdown waits for.
    var awaited: [UInt64: ReleasingObject] = [:]
    /// How many of these are more than cancelled work.
    var closing = 0

    mutating func waitNoLonger(for object: ReleasingObject) -> Bool {
      guard awaited.removeValue(forKey: object.record.id) != nil else { return false }
      if !object.isCancelling { closing -= 1 }
      return true
    }
  }

  let journal: Journal
  /// The references whose delegates may die unnoticed.
  let delegateWatches = DelegateWatches()
  let shutDowns = ShutDowns()
  private let state = Locked(State())
  /// No other lock is taken under this one: ledgers take it under theirs.
  private let releasingObjects = Locked(Releasing())
  /// How many events have something waiting for their end.
  private let awaitedEvents = Atomic<Int>(0)

  init(journal: Journal) { self.journal = journal }

  // MARK: Owners

  func add(_ owner: Owner) { state.withLock { $0.owners[owner.id] = owner } }

  func remove(_ owner: Owner) { state.withLock { $0.owners[owner.id] = nil } }

  /// The owner of that number, if it has a bag, or anything that lives as long as the application.
  func owner(_ id: UInt64) -> Owner? {
    state.withLock { state in state.owners[id] ?? state.application.first { $0.owner.id == id }?.owner }
  }

  /// Everything that is live or being cleaned asynchronously, in the order of its acquisition.
  var unreleasedObjects: [OwnedObjectStatus] {
    unreleased(live: { $0.status(of: $1) }, releasing: \.status)
  }

  /// What is to be said of everything that is live or being cleaned asynchronously, in the order of its acquisition.
  func unreleased<Said>(
    live: (OwnershipLedger, OwnedRows.Live) -> Said, releasing: (ReleasingObject) -> Said
  ) -> [Said] {
    var found: [UInt64: Said] = [:]
    for ledger in ledgers { for object in ledger.live { found[object.id] = live(ledger, object) } }
    // One that has been taken out meanwhile is in both.
    for object in self.releasing { found[object.record.id] = releasing(object) }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// All ledgers of all owners, the owners that came first first.
  var ledgers: [OwnershipLedger] { owners.flatMap(\.ledgers) }

  /// The owners with anything that may be live, those that came first first.
  var owners: [Owner] {
    let owners = state.withLock { state in
      Dictionary(
        (Array(state.owners.values) + state.application.map(\.owner)).map { ($0.id, $0) },
        uniquingKeysWith: { one, _ in one })
    }
    return owners.values.sorted { $0.id < $1.id }
  }

  /// Warns when more owners of a name are alive than were expected.
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

  /// Whether anything waits for the end of an event.
  var hasAwaited: Bool { awaitedEvents.load(ordering: .relaxed) > 0 }

  /// Cleans what was to live until the end of an event, last acquired first.
  ///
  /// - Parameters:
  ///   - part: The module that the event was for, with what is nested in it; `nil` for the whole application.
  ///   - running: Parts of that in which it is not over.
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
    // What others have put into it meanwhile goes at once, and the owner does not keep a ledger that takes nothing.
    if hasEnded { ledger.close(.applicationEnd) }
  }

  /// Cleans what was to live as long as the application, last acquired first over all owners. A shutdown that is under way
  /// waits for nothing any more.
  func endApplication() {
    shutDowns.endAll()
    beginEnd().releaseAll()
  }

  /// What was to live as long as the application; it takes nothing from now on. Several ends may go on at once: each
  /// cleans what is still there.
  func beginEnd() -> ApplicationEnd {
    let ledgers = state.withLock { state in
      state.ending += state.application
      state.application = []
      state.hasEnded = true
      return state.ending
    }
    return ApplicationEnd(ledgers, .applicationEnd)
  }

  /// Cleans what was to live as long as the application, of an owner whose creation has failed, and of what it is made of.
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

  /// Has shutdowns go on without an object, whose cleanup goes on.
  ///
  /// - Returns: Whether it was waited for.
  func giveUp(_ object: ReleasingObject) -> Bool { releasingObjects.withLock { $0.waitNoLonger(for: object) } }

  /// One of those that are being cleaned asynchronously and that a shutdown waits for.
  var anyReleasing: ReleasingObject? { releasingObjects.withLock { $0.awaited.values.first } }

  /// What is being cleaned asynchronously, in the order of acquisition.
  var releasing: [ReleasingObject] {
    releasingObjects.withLock { $0.objects.values.sorted { $0.record.id < $1.record.id } }
  }

  /// Has a bag wait if the application shuts down and a cleanup goes on, or others wait already. Work is cancelled while
  /// other cancelled work has yet to end.
  func queue(_ ledger: OwnershipLedger, _ reason: ReleaseReason) -> Bool {
    let isCancelling = ledger.isNextCancelling
    return shutDowns.add(ShutDowns.Bag(ledger: ledger, reason: reason)) {
      releasingObjects.withLock { isCancelling ? $0.closing > 0 : !$0.awaited.isEmpty }
    }
  }

  /// The application begins anew; nothing when it has not ended.
  func restart() {
    state.withLock { state in
      guard state.hasEnded else { return }
      state.hasEnded = false
      state.ending = []
      state.restarts += 1
    }
  }

  /// How often the application has begun anew.
  var restarts: Int { state.withLock(\.restarts) }
}

/// Cleans what was to live as long as the application, one after the other, last acquired first over all owners.
final class ApplicationEnd {
  private let ledgers: [OwnershipLedger]
  private let reason: ReleaseReason
  /// The last one is the next.
  private var objects: [(ledger: OwnershipLedger, object: OwnedRows.Live)]

  /// Closes the ledgers: they take nothing from now on.
  init(_ ledgers: [OwnershipLedger], _ reason: ReleaseReason) {
    self.ledgers = ledgers
    self.reason = reason
    for ledger in ledgers { ledger.stopTaking() }
    objects = ledgers.flatMap { ledger in ledger.live.map { (ledger, $0) } }.sorted { $0.object.id < $1.object.id }
  }

  /// - Returns: Whether there was one.
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
  /// Adds one; what was cleaned before its event came is forgotten now and then.
  fileprivate mutating func add(_ object: OwnedObject) {
    append(object)
    if count >= 64, count & (count - 1) == 0 { removeAll { !$0.isLive } }
  }
}
