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
  }

  let journal: Journal
  /// The references whose delegates may die unnoticed.
  let delegateWatches = DelegateWatches()
  private let state = Locked(State())
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

  /// Everything that is live, in the order of its acquisition.
  var liveObjects: [OwnedObjectStatus] {
    ledgers.flatMap { ledger in ledger.live.map { (id: $0.id, status: ledger.status(of: $0)) } }
      .sorted { $0.id < $1.id }.map(\.status)
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
    journal.append(
      .warning(
        WarningEntry(
          kind: .tooManyAlive, message: "\(count) owners named \(name) are alive; at most \(limit) were expected.",
          module: nil, dispatch: nil, atNanoseconds: journal.now)))
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
  func end(event: ObjectIdentifier) {
    guard hasAwaited, let objects = state.withLock({ $0.awaiting.removeValue(forKey: event) })
    else { return }
    awaitedEvents.subtract(1, ordering: .relaxed)
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

  /// Cleans what was to live as long as the application, last acquired first over all owners.
  func endApplication() {
    let ledgers = state.withLock { state in
      defer {
        state.application = []
        state.hasEnded = true
      }
      return state.application
    }
    empty(ledgers, .applicationEnd)
  }

  /// Cleans what was to live as long as the application, of an owner whose creation has failed, and of what it is made of.
  func abandon(_ owner: Owner) {
    owner.noteAbandoned()
    let ledgers = state.withLock { state in
      let abandoned = state.application.filter { $0.owner.isPart(of: owner) }
      if !abandoned.isEmpty { state.application.removeAll { $0.owner.isPart(of: owner) } }
      return abandoned
    }
    empty(ledgers, .ownerReleased)
  }

  private func empty(_ ledgers: [OwnershipLedger], _ cause: ReleaseCause) {
    for ledger in ledgers { ledger.stopTaking() }
    let objects = ledgers.flatMap { ledger in ledger.live.map { (ledger: ledger, object: $0) } }
    for (ledger, object) in objects.sorted(by: { $0.object.id > $1.object.id }) {
      ledger.release(object.handle, cause)
    }
    for ledger in ledgers { ledger.owner.closeBag(ledger) }
  }

  /// The application begins anew; nothing when it has not ended.
  func restart() { state.withLock { $0.hasEnded = false } }
}

extension [OwnedObject] {
  /// Adds one; what was cleaned before its event came is forgotten now and then.
  fileprivate mutating func add(_ object: OwnedObject) {
    append(object)
    if count >= 64, count & (count - 1) == 0 { removeAll { !$0.isLive } }
  }
}
