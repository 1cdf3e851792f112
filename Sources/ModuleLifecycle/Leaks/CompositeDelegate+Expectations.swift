extension CompositeDelegate {
  /// Expects an object to be released soon, and reports it as overdue if it is not.
  ///
  /// Removing a module expects that by itself. Ask it of whatever else should go: a view model whose screen was closed,
  /// a helper whose job is done.
  ///
  /// ```swift
  /// composite.expectRelease(of: player, named: "Player", within: .seconds(2))
  /// ```
  ///
  /// Whether it has gone is seen after each dispatch and when the time is up. One that is found overdue is looked at
  /// again now and then, and its late release is written down. Asking again about an object that is expected to go
  /// already, as a removed module is, changes nothing.
  ///
  /// - Parameters:
  ///   - owner: The object. It is not kept alive.
  ///   - name: What the journal calls it; its type's name unless another is given.
  ///   - grace: How long it may take, `releaseGrace` unless said otherwise.
  ///   - bag: The `ownerID` of its `OwnedObjects`, if it has one in this composite: what it owns is then overdue with it.
  ///   - parent: An object that it is part of. While that is overdue itself, this one is explained by it and
  ///     causes no warning.
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

  /// The modules that were let go of and that something still holds.
  public var modulesStillAlive: [String] {
    expectations.filter { $0.isAlive && $0.moduleID != nil }.map(\.name)
  }

  /// Everything that was let go of, or expected to go, and that something still holds.
  public var ownersStillAlive: [String] { expectations.filter(\.isAlive).map(\.name) }

  func expect(
    _ subject: ReleaseExpectation.Subject, object: AnyObject, parent: AnyObject? = nil, within grace: Duration,
    at time: UInt64
  ) {
    expectations.append(ReleaseExpectation(subject, object: object, parent: parent, within: grace, at: time))
    newExpectations += 1
    unsafe stack.progress.pointee.expected += 1
  }

  /// Writes down who has gone, in all composites of the tree; those who were let go of only now get some time.
  ///
  /// Nothing is certain while a dispatch is under way: it may hold the very module that it is calling.
  func checkExpectations(_ reach: Reach = .atAll) {
    guard stack.isQuiet else { return }
    if unsafe stack.progress.pointee.expected > 0 {
      if parentModule == nil { checkExpectationsWithin(reach) } else { root.checkExpectationsWithin(reach) }
    }
    if !scope.delegateWatches.isEmpty { scope.warnOfDanglingDelegates() }
  }

  /// Whom a look is for.
  enum Reach {
    case atAll
    /// Those who were let go of since the last look: when many go, one after the other, all are looked at in the end.
    case atLatest
  }

  private func checkExpectationsWithin(_ reach: Reach) {
    for composite in nested { composite.checkExpectationsWithin(reach) }
    if !foreignOwners.isEmpty { sweepForeignOwners() }
    guard !expectations.isEmpty else { return }
    let fresh = expectations.suffix(newExpectations)
    newExpectations = 0
    let first = reach == .atAll ? 0 : fresh.startIndex
    // Each is asked once: one that dies on another thread meanwhile is found with the next look, and not lost. Asking may
    // even be what lets go of the last reference, so the list is not being changed then.
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

  /// Looks again when the time is up, and after that less and less often: a module with a bag says itself that it is
  /// freed, but an object without one can't.
  private func watch(_ expectation: ReleaseExpectation) {
    // The composite keeps the expectation; a sleeper must keep neither, nor what hangs on them.
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

  /// Reports once that an object is overdue; again if it was explained by another one that has gone since.
  private func report(_ expectation: ReleaseExpectation) {
    let before = expectation.standing
    if before == .expected { expectation.standing = .overdue }
    // What explains it is reported first, whichever of the two woke up first.
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

  /// What may hold an object, the most trustworthy hint first.
  func hints(about expectation: ReleaseExpectation) -> [HolderHint] {
    guard let object = expectation.object else { return [] }
    return HolderHints.find(
      about: object, owner: expectation.owner?.id, among: scope.ledgers,
      references: StrongReferences.holders(of: object))
  }
}
