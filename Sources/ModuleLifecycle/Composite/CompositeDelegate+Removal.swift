extension CompositeDelegate {
  /// Lets go of a module.
  ///
  /// The composite drops its references and touches nothing that the module owns: its objects are cleaned when the
  /// module is deinitialised. If somebody still holds the module, its objects stay open, and after `releaseGrace` it
  /// is reported as overdue. (The death of a module without an `OwnedObjects` is noticed with the next event or removal.)
  /// A handler of the module that is running returns first; handlers of a dispatch under way
  /// that were not reached are skipped.
  ///
  /// - Throws: `CompositeError` when there is no such module, when it was removed before, and for the main module.
  public func remove(_ name: String) throws(CompositeError) { try remove(slot(named: name).id) }

  /// Lets go of a module; see `remove(_:)`.
  public func remove(_ id: ModuleID) throws(CompositeError) {
    let slot = try slot(with: id)
    guard !slot.isMain else { throw .mainCannotBeRemoved(slot.name) }
    guard slot.module != nil else { throw .alreadyRemoved(slot.name) }
    letGo(of: slot, reason: nil)
    lookAfterDepartures()
  }

  /// Creates a removed module anew, in its old place.
  ///
  /// - Throws: `CompositeError` when there is no such module or it is there already; and whatever its factory throws.
  public func bringBack(_ name: String) throws { try bringBack(slot(named: name).id) }

  /// Creates a removed module anew; see `bringBack(_:)`.
  public func bringBack(_ id: ModuleID) throws {
    let slot = try slot(with: id)
    guard slot.module == nil else { throw CompositeError.notRemoved(slot.name) }
    try fill(slot, as: .broughtBack)
  }

  /// Lets go of every module, the main one included, in reverse order of registration.
  public func tearDown() {
    for slot in slots.reversed() where slot.module != nil {
      letGo(of: slot, reason: "teardown")
      lookAfterDepartures()
    }
  }

  /// Starts over: lets go of every module, creates them all anew in the old order, and returns to before launch.
  ///
  /// - Throws: What the first factory throws that does; the modules after it stay away and can be brought back.
  public func rebuild() throws {
    tearDown()
    if state != .notRunning {
      state = .notRunning
      journal.append(.state(StateEntry(state: state, atNanoseconds: journal.now)))
    }
    for slot in slots { try fill(slot, as: .broughtBack) }
  }

  /// The modules that were let go of and that somebody still holds.
  public var modulesStillAlive: [String] { departures.filter(\.isStillAlive).map(\.slot.name) }

  private func letGo(of slot: ModuleSlot, reason: String?) {
    guard let owner = slot.owner else { return }
    let now = journal.now
    owner.noteRemoved(at: now)
    note(.removed, slot, owner: owner.id, at: now, reason: reason)
    plans = [:]
    guard let departure = slot.empty() else { return }
    departures.append(departure)
    newDepartures += 1
  }

  /// Writes down which of the departed modules are dead; those that are not get some time.
  ///
  /// Nothing is certain while a dispatch is under way: it may hold the very module that it is calling.
  func lookAfterDepartures() {
    guard frames.isEmpty, !departures.isEmpty else { return }
    for departure in departures where !departure.isStillAlive { departure.owner.noteFreed() }
    let fresh = departures.suffix(newDepartures).filter(\.isStillAlive)
    newDepartures = 0
    departures.removeAll { !$0.isStillAlive }
    for departure in fresh {
      Task { [weak self, releaseGrace, sleep] in
        guard (try? await sleep(releaseGrace)) != nil else { return }
        self?.reportIfOverdue(departure)
      }
    }
  }

  private func reportIfOverdue(_ departure: Departure) {
    lookAfterDepartures()
    guard departure.isStillAlive else { return }
    let (slot, now) = (departure.slot, journal.now)
    let removedAt = departure.owner.removedAt ?? now
    journal.append(
      .overdue(
        OverdueEntry(
          id: slot.id, name: slot.name, owner: departure.owner.id, atNanoseconds: now,
          afterNanoseconds: now - min(removedAt, now))))
    journal.append(
      .warning(
        WarningEntry(
          kind: .ownerOverdue,
          message: "\(slot.name) was removed and somebody still holds it; its objects stay open.",
          module: slot.name, dispatch: nil, atNanoseconds: now)))
  }

  private func slot(named name: String) throws(CompositeError) -> ModuleSlot {
    guard let slot = slots.first(where: { $0.name == name }) else {
      throw .unknownModule(name, known: slots.map(\.name))
    }
    return slot
  }

  private func slot(with id: ModuleID) throws(CompositeError) -> ModuleSlot {
    guard let slot = slots.first(where: { $0.id == id }) else {
      throw .unknownModule("#\(id)", known: slots.map(\.name))
    }
    return slot
  }
}
