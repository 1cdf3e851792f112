package import ModuleLifecycle

/// How long one module's factory took.
package struct ModuleCreation: Sendable, Equatable {
  /// The module that was created.
  package let module: ModuleID
  /// Its name.
  package let name: String
  /// The nested composite that it is a module of.
  package let parent: ModuleID?
  /// When its factory was called.
  package let atNanoseconds: UInt64
  /// The whole call.
  package let totalNanoseconds: UInt64
  /// The call without the creation of the modules inside of a nested composite, which are counted by themselves.
  package let selfNanoseconds: UInt64
  /// What that time was; `nil` where that was not measured.
  package let kinds: TimeKinds?
  /// What the whole call's time was.
  fileprivate let wholeKinds: TimeKinds?
  /// Whether it is a nested composite whose modules were created inside of this call.
  package let hasModulesInside: Bool
  /// In a launch: where the call begins on the launch's time axis.
  package var startNanoseconds: UInt64 = 0

  /// When the factory had returned.
  package var endNanoseconds: UInt64 { atNanoseconds.plus(totalNanoseconds) }
}

/// Tells modules' creations from entries: what each took as a whole, and what it took by itself.
package struct ModuleCreations: Sendable, Equatable {
  /// Creations that may turn out to be inside of one that is not over yet.
  private var pending: [ModuleCreation] = []
  /// Of modules that come back within a composite again and again the oldest are forgotten.
  private static let mostPending = 100_000

  package init() {}

  /// Takes in the next entry, in the journal's order, in which the modules inside of a composite precede it.
  ///
  /// - Returns: The creation that the entry tells of; `nil` where it tells of something else.
  package mutating func add(_ entry: ModuleEntry) -> ModuleCreation? {
    guard let total = entry.creationNanoseconds else { return nil }
    return add(entry.id, entry.name, parent: entry.parent, at: entry.atNanoseconds, total: total, kinds: entry.kinds)
  }

  /// Takes in a module that is there; `nil` where it is not known how it was created.
  mutating func add(_ module: ModuleStatus) -> ModuleCreation? {
    guard let start = module.createdNanoseconds, let total = module.creationNanoseconds else { return nil }
    return add(module.id, module.name, parent: module.parent, at: start, total: total, kinds: module.kinds)
  }

  private mutating func add(
    _ module: ModuleID, _ name: String, parent: ModuleID?, at start: UInt64, total: UInt64, kinds: TimeKinds?
  ) -> ModuleCreation {
    var inside: UInt64 = 0
    var kindsInside: TimeKinds? = TimeKinds.none
    var hasModulesInside = false
    while let last = pending.last, last.atNanoseconds >= start,
      last.parent == module || last.totalNanoseconds > 0
    {
      inside = inside.plus(last.totalNanoseconds)
      kindsInside = kindsInside.plus(last.wholeKinds)
      hasModulesInside = true
      pending.removeLast()
    }
    let creation = ModuleCreation(
      module: module, name: name, parent: parent, atNanoseconds: start, totalNanoseconds: total,
      selfNanoseconds: total - min(inside, total), kinds: kinds.flatMap { whole in kindsInside.map(whole.minus) },
      wholeKinds: kinds, hasModulesInside: hasModulesInside)
    // Only what is created in a composite can be inside of another creation.
    if parent == nil { pending = [] } else { pending.append(creation) }
    if pending.count > Self.mostPending { pending.removeFirst(Self.mostPending / 2) }
    return creation
  }
}

extension ModuleEntry {
  /// How long creating the module took; `nil` where the entry does not tell of a creation.
  package var creationNanoseconds: UInt64? {
    [.registered, .broughtBack, .switchedOn].contains(change) ? tookNanoseconds : nil
  }
}
