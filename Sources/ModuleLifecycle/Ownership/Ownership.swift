import Synchronization

/// An application's part in ownership: its owners, and the objects that end with an event or with the application.
final class Ownership: Sendable {
  private struct State: Sendable {
    /// The owners with open bags, by number.
    var owners: [OwnerID: Owner] = [:]
    /// The objects that live as long as the application.
    var application: Bag
    /// What ends with an event, by event.
    var events: [ObjectIdentifier: EventEnd] = [:]
  }

  let journal: Journal
  /// The references whose delegates can die unnoticed.
  let delegateWatches = DelegateWatches()
  let unfinished = UnfinishedWork()
  private let state: Locked<State>

  init(journal: Journal) {
    self.journal = journal
    state = Locked(State(application: Bag(ofApplication: journal)))
  }

  // MARK: Owners

  func add(_ owner: Owner) { state.withLock { $0.owners[owner.id] = owner } }
  func remove(_ owner: Owner) { state.withLock { $0.owners[owner.id] = nil } }

  /// The owners that have open bags, oldest first.
  var owners: [Owner] { state.withLock { Array($0.owners.values) }.sorted { $0.id < $1.id } }

  /// The owner with this number, if it has an open bag.
  func owner(_ id: OwnerID) -> Owner? { state.withLock { $0.owners[id] } }

  /// All bags, those of the oldest owner first, and the application's last.
  var bags: [Bag] { owners.flatMap(\.bags) + [application] }

  /// The objects that live as long as the application.
  var application: Bag { state.withLock(\.application) }

  /// All objects that are live or being cleaned asynchronously, in the order of acquisition.
  ///
  /// - Parameters:
  ///   - live: What is said of an object that is live, with its state.
  ///   - releasing: What is said of one that is being cleaned.
  func unreleased<Said>(
    live: (OwnedRow, OwnedObjectState) -> Said, releasing: (ReleasingObject) -> Said
  ) -> [Said] {
    var found: [UInt64: Said] = [:]
    for bag in bags {
      for row in bag.live { found[row.id] = live(row, bag.isLate(row) ? .overdue : .live) }
    }
    // An object that was taken out in the meantime is in both.
    for object in unfinished.cleanups() { found[object.row.id] = releasing(object) }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// All objects of an owner's parts that are live or being cleaned asynchronously, in the order of acquisition.
  /// `nil` as owner stands for all.
  func unreleasedObjects(within part: Owner? = nil) -> [OwnedObjectStatus] {
    unreleased(
      live: { (row: OwnedRow, state: OwnedObjectState) in (row.owner, row.status(state)) },
      releasing: { ($0.owner, $0.status) }
    ).filter { $0.0.isWithin(part) }.map(\.1)
  }

  /// What a shutdown has left: the objects that are being cleaned, and those of owners that should be gone.
  func leftObjects(within part: Owner?) -> [OwnedObjectStatus] {
    var found: [UInt64: OwnedObjectStatus] = [:]
    for owner in owners where owner.shouldBeGone && owner.isWithin(part) {
      for bag in owner.bags {
        for row in bag.live { found[row.id] = row.status(bag.isLate(row) ? .overdue : .live) }
      }
    }
    for object in unfinished.cleanups(within: part) { found[object.row.id] = object.status }
    return found.sorted { $0.key < $1.key }.map(\.value)
  }

  /// Cleans an object, if it is live.
  ///
  /// - Returns: Whether it was.
  func cancel(_ object: OwnedObjectID) -> Bool {
    for bag in (owner(object.owner)?.bags ?? []) + [application] {
      if let number = bag.number(of: object) { return bag.release(number, .cancelled) }
    }
    return false
  }

  /// Warns when more owners with a name are alive than expected.
  func check(_ name: String, limit: Int) {
    let count = state.withLock { $0.owners.values.count { $0.name == name } }
    guard count > limit else { return }
    journal.warn(.tooManyAlive) { ($0.owner, $0.count, $0.limit) = (name, count, limit) }
  }

  // MARK: Ends

  /// What ends with an event.
  func end(of event: ObjectIdentifier) -> EventEnd {
    state.withLock { state in
      if let known = state.events[event] { return known }
      let end = EventEnd()
      state.events[event] = end
      return end
    }
  }

  /// Cleans all objects that live as long as the application, last acquired first. A shutdown in progress stops waiting.
  @MainActor func endApplication() {
    unfinished.endShutDowns(of: nil)
    let bag = beginEnd()
    while bag.releaseNext(.applicationEnd) {}
  }

  /// Ends the application: an object that would live as long is too late from now on.
  ///
  /// - Returns: The objects to clean. Several ends can run at once: each cleans what is left.
  func beginEnd() -> Bag {
    let bag = application
    bag.stopTaking(.applicationEnd)
    return bag
  }

  /// Begins a new life of the application, after the end of the one before.
  func renew() {
    let bag = Bag(ofApplication: journal)
    // The old bag's last reference must not go under the lock.
    let old = state.withLock { state in
      defer { state.application = bag }
      return state.application
    }
    withExtendedLifetime(old) {}
  }

  /// Cleans what a module whose creation has failed, and its parts, have acquired for as long as the application lives.
  func abandon(_ owner: Owner) {
    owner.noteAbandoned()
    application.release(.ownerReleased) { $0.owner.isPart(of: owner) }
  }
}

/// The objects that live until the end of one event.
final class EventEnd: Sendable {
  /// An object in a bag. It keeps neither the bag nor the owner, which keeps this.
  private struct Waiting: Sendable {
    weak let bag: Bag?
    let id: UInt64

    var isLive: Bool { bag?.isLive(id) ?? false }
    func isOwned(within owner: Owner) -> Bool { bag?.owner?.isPart(of: owner) ?? false }
  }

  private let objects = Locked<[Waiting]>([], .subscribers)
  private let hasObjects = Atomic(false)

  /// Whether any object may wait for it.
  var isAwaited: Bool { hasObjects.load(ordering: .relaxed) }

  func add(_ object: OwnedObject) {
    objects.withLock { objects in
      objects.append(Waiting(bag: object.bag, id: object.number))
      // Now and then, remove those that were cleaned before the event ended.
      if objects.count >= 64, objects.count & (objects.count - 1) == 0 { objects.removeAll { !$0.isLive } }
      hasObjects.store(true, ordering: .relaxed)
    }
  }

  /// Cleans the objects, last acquired first.
  ///
  /// - Parameters:
  ///   - part: The module that the event was for, with the modules nested in it; `nil` for the whole application.
  ///   - running: Parts of it in which the event is not over.
  func reach(in part: Owner?, except running: [Owner]) {
    let over = objects.withLock { objects -> [Waiting] in
      var over: [Waiting] = []
      objects.removeAll { object in
        let isOver = part.map(object.isOwned) ?? true
        guard isOver, !running.contains(where: object.isOwned) else { return false }
        over.append(object)
        return true
      }
      hasObjects.store(!objects.isEmpty, ordering: .relaxed)
      return over
    }
    for object in over.reversed() { object.bag?.release(object.id, .event) }
  }
}
