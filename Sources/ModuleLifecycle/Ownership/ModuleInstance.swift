/// The facts about an owner that is an instance of a module.
final class ModuleInstance: Sendable {
  /// The counts of all instances of the module.
  let totals: OwnershipTotals
  /// The journal entry for its release, complete except for the time.
  let freed: ModuleEntry
  /// The stage of its asynchronous work.
  let stage = Locked(StageRecord())
  /// Set once, at the end of its creation. Must not be read before.
  fileprivate nonisolated(unsafe) weak var module: AnyObject?

  fileprivate init(totals: OwnershipTotals, freed: ModuleEntry) {
    self.totals = totals
    self.freed = freed
  }

  /// The module's registration.
  var id: ModuleID { freed.id }

  /// Whether the module is dead. Valid only once it has been created.
  var isDead: Bool { unsafe module == nil }
}

extension Owner {
  /// Creates the owner for a module instance that does not exist yet.
  convenience init(
    module id: ModuleID, name: String, order: Int, isMain: Bool, totals: OwnershipTotals, scope: OwnershipScope,
    within enclosing: Owner?
  ) {
    let label = OwnerLabel(name)
    let freed = ModuleEntry(
      change: .freed, id: id, name: name, order: order, isMain: isMain, isOn: true, owner: label.id, atNanoseconds: 0,
      tookNanoseconds: nil, handles: [])
    self.init(
      label, journal: scope.journal, scope: scope, within: enclosing,
      instance: ModuleInstance(totals: totals, freed: freed))
  }

  // MARK: Creation

  /// The owner whose module is being created, if any.
  @TaskLocal private static var current: Owner?

  /// The owner that new bags belong to: the module that is being created. Tasks that were started meanwhile inherit the
  /// value, but only until the creation ends.
  static var underConstruction: Owner? {
    guard let current else { return nil }
    return current.state.withLock { state in if case .underConstruction = state.life { current } else { nil } }
  }

  /// Creates this owner's module. Bags created meanwhile belong to the module.
  func construct<Made>(_ make: () throws -> (module: AnyObject, made: Made)) rethrows -> (AnyObject, Made) {
    defer { state.withLock { state in if case .underConstruction = state.life { state.life = .alive } } }
    let (module, made) = try Self.$current.withValue(self, operation: make)
    unsafe instance?.module = module
    return (module, made)
  }

  /// Runs a closure that is not part of the creation in progress, although it is called within it.
  static func outsideOfConstruction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: body)
  }

  // MARK: Its end

  /// Notes that the composite has released the module.
  func noteRemoved(at time: UInt64) { state.withLock { $0.life = .removed(at: time) } }

  /// Records, once, that the module is dead. Does nothing before the module's removal, or while one of its bags is
  /// still being emptied.
  func noteFreed() {
    guard let journal, var entry = instance?.freed else { return }
    let removedAt = state.withLock { state -> UInt64? in
      guard case .removed(let time) = state.life, state.waiting.isEmpty else { return nil }
      state.life = .freed
      return time
    }
    guard let removedAt else { return }
    entry.atNanoseconds = journal.now
    entry.tookNanoseconds = entry.atNanoseconds - min(removedAt, entry.atNanoseconds)
    entry.isLateRelease = isOverdue
    journal.append(.module(entry))
  }
}
