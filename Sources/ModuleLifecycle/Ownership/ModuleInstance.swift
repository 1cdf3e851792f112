/// What is known of an owner that is an instance of a module.
final class ModuleInstance: Sendable {
  /// What all instances of the module have owned together.
  let totals: OwnershipTotals
  /// The entry that says that it was freed, save for when.
  let freed: ModuleEntry
  /// How far its asynchronous work has come.
  let stage = Locked(StageRecord())
  /// Set once, at the end of its creation, and not to be read before.
  fileprivate nonisolated(unsafe) weak var module: AnyObject?

  fileprivate init(totals: OwnershipTotals, freed: ModuleEntry) {
    self.totals = totals
    self.freed = freed
  }

  /// The module's registration.
  var id: ModuleID { freed.id }

  /// Whether it is dead; only once it has been created.
  var isDead: Bool { unsafe module == nil }
}

extension Owner {
  /// The owner that an instance of a module will be.
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

  /// The owner whose module is being created, if one is.
  @TaskLocal private static var current: Owner?

  /// The owner that bags made now belong to: the module that is being created. Tasks that were started meanwhile
  /// inherit the value, but not for longer than it is true.
  static var underConstruction: Owner? {
    guard let current else { return nil }
    return current.state.withLock { state in if case .underConstruction = state.life { current } else { nil } }
  }

  /// Creates the module that this owner stands for; bags made meanwhile are its own.
  func construct<Made>(_ make: () throws -> (module: AnyObject, made: Made)) rethrows -> (AnyObject, Made) {
    defer { state.withLock { state in if case .underConstruction = state.life { state.life = .alive } } }
    let (module, made) = try Self.$current.withValue(self, operation: make)
    unsafe instance?.module = module
    return (module, made)
  }

  /// Runs something that is no part of the creation under way, though it happens within it.
  static func outsideOfConstruction<Result>(_ body: () throws -> Result) rethrows -> Result {
    try $current.withValue(nil, operation: body)
  }

  // MARK: Its end

  /// Notes that the composite has let go of the module.
  func noteRemoved(at time: UInt64) { state.withLock { $0.life = .removed(at: time) } }

  /// Writes down, once, that the module is dead; before its removal that means nothing, and while its bag is being
  /// emptied it is too soon.
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
