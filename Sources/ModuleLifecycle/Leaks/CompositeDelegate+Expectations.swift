extension CompositeDelegate {
  /// Expects an object to be released soon, and reports it as overdue if it is not.
  ///
  /// Removing a module does this automatically. Use this method for other objects that should be released: a view
  /// model whose screen was closed, or a helper whose job is done.
  ///
  /// ```swift
  /// composite.expectRelease(of: player, named: "Player", within: .seconds(2))
  /// ```
  ///
  /// The composite checks for the release after a dispatch and when the time is up. After each dispatch it looks at what is
  /// new and at up to 64 others, in turn. It checks an overdue object again from time to time, and records its late release. Calling this again for an object that is already expected
  /// to be released, such as a removed module, changes nothing.
  ///
  /// - Parameters:
  ///   - owner: The object. It is not kept alive. Do not pass an object from its own `deinit`: if it derives from an
  ///     Objective-C class, the system ends the program.
  ///   - name: The object's name in the journal. Defaults to the name of its type.
  ///   - grace: How long the release can take. Defaults to `releaseGrace`.
  ///   - bag: The `ownerID` of the object's `OwnedObjects`, if it has one in this composite. Its owned objects are
  ///     then overdue with it.
  ///   - parent: An object that this object is part of. While the parent is overdue, it explains this object, which
  ///     then causes no warning.
  public func expectRelease(
    of owner: AnyObject, named name: String? = nil, within grace: Duration? = nil, owning bag: OwnerID? = nil,
    partOf parent: AnyObject? = nil
  ) {
    guard application.expectations.expectation(of: owner) == nil else { return }
    let bagged = bag.flatMap { ownership.owner($0) }
    // A module that is present does not go with its helper.
    let known = application.foreignOwner(of: owner)?.owner ?? (bagged?.record == nil ? bagged : nil)
    let expected =
      known
      ?? Owner(
        name: name ?? String(describing: type(of: owner)), journal: journal, ownership: ownership, within: ownerAsModule
      )
    let expectation = ReleaseExpectation(
      expected, object: owner, parent: parent, within: grace ?? releaseGrace, at: journal.now)
    expected.noteLeaving(at: expectation.armedAt)
    journal.append(.owner(expectation.entry))
    application.expectations.add(expectation)
    application.checkExpectations()
  }

  /// The names of the modules that the composite has released but that something still holds, including those of nested
  /// composites.
  public var modulesStillAlive: [String] { stillAlive.filter { $0.record != nil }.map(\.name) }

  /// The names of all objects that the composite has released, or that are expected to be released, but that something
  /// still holds. Includes those of nested composites.
  public var ownersStillAlive: [String] { stillAlive.map(\.name) }

  private var stillAlive: [Owner] {
    application.expectations.alive.map(\.owner).filter { owner in
      ownerAsModule.map { owner !== $0 && owner.isPart(of: $0) } ?? true
    }
  }
}

extension Application {
  /// Records what has been deallocated, and starts to watch what the application has only just released.
  ///
  /// While a dispatch is running, nothing is certain: it may hold the very module that it is calling.
  func checkExpectations(_ reach: Expectations.Reach = .some) {
    guard stack.isQuiet else { return }
    if hasForeignOwners { sweepForeignOwners() }
    if !expectations.isEmpty {
      let (gone, fresh) = expectations.check(reach)
      for expectation in gone {
        expectation.owner.noteFreed()
        if expectation.owner.record != nil { watchCleanup(of: expectation.owner, within: expectation.grace) }
      }
      for expectation in fresh { watch(expectation) }
    }
    if !ownership.delegateWatches.isEmpty { ownership.warnOfDanglingDelegates() }
  }

  /// Checks again when the time is up, and after that less and less often. A module with a bag reports its own
  /// release, but an object without a bag can't.
  private func watch(_ expectation: ReleaseExpectation) {
    // The application keeps the expectation. A sleeping task must keep neither.
    Task { [weak self, weak expectation, sleep, grace = expectation.grace] in
      var pause = grace
      for _ in 0..<12 {
        guard (try? await sleep(pause)) != nil, let self, self.root != nil, let expectation else { return }
        guard expectation.isAlive else { return self.checkExpectations(.one(expectation)) }
        self.report(expectation)
        pause = max(pause * 2, .seconds(1))
      }
    }
  }

  /// Reports once that an object is overdue. Reports it again if another object explained it and is gone by now.
  private func report(_ expectation: ReleaseExpectation) {
    let before = expectation.standing
    if before == .expected { expectation.standing = .overdue }
    // The object that explains this one is reported first, no matter which of the two tasks woke up first.
    if let parent = expectations.parent(of: expectation), !parent.isOverdue, parent.isDue(at: journal.now) {
      report(parent)
    }
    let holder = expectations.holder(of: expectation)
    guard before == .expected || (before == .explained && holder == nil) else { return }
    expectation.standing = holder == nil ? .overdue : .explained
    expectation.owner.noteOverdue()
    let entry = overdueEntry(about: expectation)
    journal.append(.overdue(entry))
    guard holder == nil else { return }
    let owner = expectation.owner
    journal.warn(.ownerOverdue) { warning in
      (warning.owner, warning.ownerID) = (owner.name, owner.id)
      (warning.module, warning.moduleID) = (owner.record?.name, owner.record?.id)
      (warning.count, warning.hint) = (owner.bags.reduce(0) { $0 + $1.liveCount }, entry.hints.first)
      warning.atNanoseconds = entry.atNanoseconds
    }
  }

  /// A journal entry about an owner that should be gone.
  func overdueEntry(about expectation: ReleaseExpectation) -> OverdueEntry {
    let (owner, now) = (expectation.owner, journal.now)
    let hints = expectation.object.map { object in
      HolderHints.find(
        about: object, owner: owner.id, among: ownership.bags, references: StrongReferences.holders(of: object))
    }
    return OverdueEntry(
      id: owner.record?.id, name: owner.name, owner: owner.id, atNanoseconds: now,
      afterNanoseconds: now - min(expectation.armedAt, now), hints: hints ?? [],
      mutedBy: expectations.holder(of: expectation)?.owner.name)
  }

  /// Warns about objects that a dead owner has left open, if they are still open after a while.
  ///
  /// The owner's own bag ran when it died. But a helper can share the module's bag and outlive it, or a cleanup can be
  /// waiting for a main actor that is busy.
  private func watchCleanup(of owner: Owner, within grace: Duration) {
    guard !owner.openObjects.isEmpty else { return }
    Task { [weak self, sleep] in
      // During a shutdown, a bag may wait for another bag's cleanup.
      repeat {
        guard (try? await sleep(max(grace, .milliseconds(100)))) != nil, self != nil else { return }
      } while self?.ownership.unfinished.isShuttingDown == true
      let objects = owner.openObjects
      guard !objects.isEmpty, let self else { return }
      journal.warn(.notCleaned) { warning in
        (warning.owner, warning.ownerID) = (owner.name, owner.id)
        (warning.module, warning.moduleID) = (owner.name, owner.record?.id)
        warning.objects = objects.prefix(4).map { $0.kind.title(of: $0.name) }
        warning.count = objects.count
      }
    }
  }
}

/// An object that should be released soon. It is kept until the object is gone.
@MainActor final class ReleaseExpectation {
  enum Standing {
    case expected
    /// It has been reported.
    case overdue
    /// It has been reported as part of another overdue object.
    case explained
  }

  let owner: Owner
  let armedAt: UInt64
  let grace: Duration
  let address: ObjectIdentifier
  private let reference: WeakReference
  private let parent: WeakReference?
  var standing = Standing.expected
  /// Where it is among the `Expectations`.
  fileprivate(set) var place = 0

  init(_ owner: Owner, object: AnyObject, parent: AnyObject? = nil, within grace: Duration, at time: UInt64) {
    (self.owner, armedAt, address) = (owner, time, ObjectIdentifier(object))
    (reference, self.parent) = (WeakReference(object), parent.map { WeakReference($0) })
    self.grace = min(grace, Application.longestSleep)
  }

  var object: AnyObject? { reference.target }
  var isAlive: Bool { reference.isAlive }

  /// Whether it has been reported.
  var isOverdue: Bool { standing != .expected }

  /// Whether its time is up.
  func isDue(at time: UInt64) -> Bool { Duration.nanoseconds(time) - .nanoseconds(armedAt) >= grace }

  /// What it is part of, while that is alive.
  var parentObject: AnyObject? { parent?.target }

  /// The journal entry that says that the owner should be released.
  var entry: OwnerEntry {
    OwnerEntry(
      change: .expected, owner: owner.id, name: owner.name, atNanoseconds: armedAt,
      tookNanoseconds: UInt64(nanoseconds: grace))
  }
}

/// What should be released soon in an application.
@MainActor final class Expectations {
  /// What to check.
  enum Reach {
    case all
    /// What has been added since the last check, and the next few of the others: an event or a removal costs no more when many
    /// objects are expected to go.
    case some
    /// Only what has been added since the last check. When many modules are released in turn, each is checked in the end.
    case fresh
    /// One, because its time is up.
    case one(ReleaseExpectation)
  }

  /// The most to look at after an event.
  private static let few = 64

  /// In the order in which they were added. What has gone leaves a gap, until half are gaps.
  private var places: [ReleaseExpectation?] = []
  private(set) var count = 0
  /// By the object's address.
  private var byObject: [ObjectIdentifier: ReleaseExpectation] = [:]
  /// The place after those that were checked.
  private var firstFresh = 0
  /// Where the next check of a few begins.
  private var next = 0

  var isEmpty: Bool { count == 0 }
  var all: [ReleaseExpectation] { places.compactMap(\.self) }
  var alive: [ReleaseExpectation] { all.filter(\.isAlive) }

  func add(_ expectation: ReleaseExpectation) {
    expectation.place = places.count
    places.append(expectation)
    count += 1
    // A dead object may have had the same address.
    if byObject[expectation.address]?.isAlive != true { byObject[expectation.address] = expectation }
  }

  func removeAll() {
    (places, count, firstFresh, next) = ([], 0, 0, 0)
    byObject = [:]
  }

  func expectation(of object: AnyObject) -> ReleaseExpectation? {
    byObject[ObjectIdentifier(object)].flatMap { $0.object === object ? $0 : nil }
  }

  /// What another object is part of.
  func parent(of expectation: ReleaseExpectation) -> ReleaseExpectation? {
    expectation.parentObject.flatMap { self.expectation(of: $0) }.flatMap { $0 === expectation ? nil : $0 }
  }

  /// The overdue object that explains another one.
  func holder(of expectation: ReleaseExpectation) -> ReleaseExpectation? {
    parent(of: expectation).flatMap { $0.isOverdue ? $0 : nil }
  }

  /// Removes what is gone.
  ///
  /// Each object is looked at once. One that dies on another thread in the meantime is found by a later check.
  ///
  /// - Returns: What is gone, and what is alive and was not checked before.
  func check(_ reach: Reach) -> (gone: [ReleaseExpectation], fresh: [ReleaseExpectation]) {
    // Copies: looking at an object can release its last reference, and what dies then can be expected here too.
    let new = places[firstFresh...].compactMap(\.self)
    let known = known(reach)
    firstFresh = places.count
    var (gone, fresh): ([ReleaseExpectation], [ReleaseExpectation]) = ([], [])
    for expectation in known where !expectation.isAlive { gone.append(expectation) }
    for expectation in new { if expectation.isAlive { fresh.append(expectation) } else { gone.append(expectation) } }
    gone = gone.filter { remove($0) }
    closeGaps()
    return (gone, fresh)
  }

  /// What to check of those that were checked before.
  private func known(_ reach: Reach) -> [ReleaseExpectation] {
    switch reach {
    case .all: return places[..<firstFresh].compactMap(\.self)
    case .fresh: return []
    case .one(let expectation): return expectation.place < firstFresh ? [expectation] : []
    case .some:
      let first = next < firstFresh ? next : 0
      next = min(first + Self.few, firstFresh)
      return places[first..<next].compactMap(\.self)
    }
  }

  /// - Returns: Whether it was there. What dies while others are looked at can check, too.
  private func remove(_ expectation: ReleaseExpectation) -> Bool {
    guard expectation.place < places.count, places[expectation.place] === expectation else { return false }
    places[expectation.place] = nil
    count -= 1
    if byObject[expectation.address] === expectation { byObject[expectation.address] = nil }
    return true
  }

  private func closeGaps() {
    guard places.count > 2 * count else { return }
    next = places[..<next].count { $0 != nil }
    firstFresh = places[..<firstFresh].count { $0 != nil }
    places = all
    for (place, expectation) in places.enumerated() { expectation?.place = place }
  }
}
