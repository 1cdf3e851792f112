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
  /// The composite checks for the release after each dispatch and when the time is up. It checks an overdue object
  /// again from time to time, and records its late release. Calling this again for an object that is already expected
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
    of owner: AnyObject, named name: String? = nil, within grace: Duration? = nil, owning bag: UInt64? = nil,
    partOf parent: AnyObject? = nil
  ) {
    guard !expectations.contains(where: { $0.object === owner }) else { return }
    let swept = foreignOwner(of: owner)?.owner
    let known = swept ?? bag.flatMap { scope.owner($0) }
    let label = known?.label ?? OwnerLabel(name ?? String(describing: type(of: owner)))
    let grace = min(grace ?? releaseGrace, ReleaseExpectation.longestGrace)
    let now = journal.now
    journal.append(
      .owner(
        OwnerEntry(
          change: .expected, owner: label.id, name: label.name, atNanoseconds: now,
          tookNanoseconds: UInt64(nanoseconds: grace))))
    expect(swept.map { .swept($0) } ?? .other(label, known), object: owner, parent: parent, within: grace, at: now)
    checkExpectations()
  }

  /// The names of the modules that the composite has released but that something still holds.
  public var modulesStillAlive: [String] {
    expectations.filter { $0.isAlive && $0.moduleID != nil }.map(\.name)
  }

  /// The names of all objects that the composite has released, or that are expected to be released, but that something
  /// still holds.
  public var ownersStillAlive: [String] { expectations.filter(\.isAlive).map(\.name) }

  func expect(
    _ subject: ReleaseExpectation.Subject, object: AnyObject, parent: AnyObject? = nil, within grace: Duration,
    at time: UInt64
  ) {
    expectations.append(ReleaseExpectation(subject, object: object, parent: parent, within: grace, at: time))
    newExpectations += 1
    unsafe stack.progress.pointee.expected += 1
  }

  /// Records the objects that have been deallocated, in all composites of the tree, and starts to watch those that the
  /// composite has only just released.
  ///
  /// While a dispatch is running, nothing is certain: it may hold the very module that it is calling.
  func checkExpectations(_ reach: Reach = .atAll) {
    guard stack.isQuiet else { return }
    if unsafe stack.progress.pointee.expected > 0 {
      if parentModule == nil { checkExpectationsWithin(reach) } else { root.checkExpectationsWithin(reach) }
    }
    if !scope.delegateWatches.isEmpty { scope.warnOfDanglingDelegates() }
  }

  /// The objects to check.
  enum Reach {
    case atAll
    /// The objects that the composite has released since the last check. When it releases many in turn, each is checked
    /// in the end.
    case atLatest
  }

  private func checkExpectationsWithin(_ reach: Reach) {
    for composite in nested { composite.checkExpectationsWithin(reach) }
    if !foreignOwners.isEmpty { sweepForeignOwners() }
    guard !expectations.isEmpty else { return }
    let fresh = expectations.suffix(newExpectations)
    newExpectations = 0
    let first = reach == .atAll ? 0 : fresh.startIndex
    // Each object is checked once. One that dies on another thread in the meantime is found by the next check and is
    // not lost. A check can even release the last reference, so the list must not be changing then.
    let gone = expectations[first...].filter { !$0.isAlive }
    if !gone.isEmpty {
      let identities = Set(gone.map { ObjectIdentifier($0) })
      let before = expectations.count
      expectations[min(first, before)...].removeAll { identities.contains(ObjectIdentifier($0)) }
      unsafe stack.progress.pointee.expected -= before - expectations.count
    }
    for expectation in gone { noteRelease(of: expectation) }
    for expectation in fresh where expectation.isAlive { watch(expectation) }
  }

  /// Checks again when the time is up, and after that less and less often. A module with a bag reports its own
  /// release, but an object without a bag can't.
  private func watch(_ expectation: ReleaseExpectation) {
    // The composite keeps the expectation. A sleeping task must keep neither the composite nor the expectation.
    Task { [weak self, weak expectation, sleep, grace = expectation.grace] in
      var pause = grace
      for _ in 0..<12 {
        guard (try? await sleep(pause)) != nil, let self, let expectation else { return }
        self.checkExpectations()
        guard expectation.isAlive else { return }
        self.report(expectation)
        pause = max(pause * 2, .seconds(1))
      }
    }
  }

  private func noteRelease(of expectation: ReleaseExpectation) {
    switch expectation.subject {
    case .module(_, let owner):
      owner.noteFreed()
      watchCleanup(of: owner, within: expectation.grace)
    case .swept: break
    case .other(let label, _):
      let now = journal.now
      journal.append(
        .owner(
          OwnerEntry(
            change: .freed, owner: label.id, name: label.name, atNanoseconds: now,
            tookNanoseconds: now - min(expectation.armedAt, now), isLateRelease: expectation.isOverdue)))
    }
  }

  /// Reports once that an object is overdue. Reports it again if another object explained it and is gone by now.
  private func report(_ expectation: ReleaseExpectation) {
    let before = expectation.standing
    if before == .expected { expectation.standing = .overdue }
    // The object that explains this one is reported first, no matter which of the two tasks woke up first.
    let parent = expectations.first { $0 !== expectation && expectation.isChild(of: $0) }
    if let parent, !parent.isOverdue, parent.isDue(at: journal.now) { report(parent) }
    let holder = expectations.first { $0.isOverdue && $0 !== expectation && expectation.isChild(of: $0) }
    guard before == .expected || (before == .explained && holder == nil) else { return }
    expectation.standing = holder == nil ? .overdue : .explained
    expectation.owner?.noteOverdue()
    let (name, now) = (expectation.name, journal.now)
    let hints = hints(about: expectation)
    journal.append(
      .overdue(
        OverdueEntry(
          id: expectation.moduleID, name: name, owner: expectation.ownerID, atNanoseconds: now,
          afterNanoseconds: now - min(expectation.armedAt, now), hints: hints, mutedBy: holder?.name)))
    guard holder == nil else { return }
    let open = expectation.owner?.ledgers.reduce(0) { $0 + ($1.isForApplication ? 0 : $1.liveCount) } ?? 0
    journal.warn(.ownerOverdue) { warning in
      (warning.owner, warning.ownerID) = (name, expectation.ownerID)
      (warning.module, warning.moduleID) = (expectation.moduleID == nil ? nil : name, expectation.moduleID)
      (warning.count, warning.hint, warning.atNanoseconds) = (open, hints.first, now)
    }
  }

  /// Returns what may hold an object, the most reliable hint first.
  func hints(about expectation: ReleaseExpectation) -> [HolderHint] {
    guard let object = expectation.object else { return [] }
    return HolderHints.find(
      about: object, owner: expectation.owner?.id, among: scope.ledgers,
      references: StrongReferences.holders(of: object))
  }
}
