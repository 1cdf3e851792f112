package import ModuleLifecycle

/// The time that one module's factory took.
package struct ModuleCreation: Sendable, Equatable {
  package let module: ModuleID
  package let name: String
  /// The nested composite that contains the module.
  package let parent: ModuleID?
  /// When the factory was called, in nanoseconds since the journal's start.
  package let atNanoseconds: UInt64
  /// The time of the whole call.
  package let totalNanoseconds: UInt64
  /// The time of the call without the creations inside a nested composite, which count separately.
  package let selfNanoseconds: UInt64
  /// The kinds of time within `selfNanoseconds`; `nil` if not measured.
  package let breakdown: TimeBreakdown?
  /// The kinds of time within the whole call.
  fileprivate let wholeBreakdown: TimeBreakdown?
  /// Whether this is a nested composite whose modules were created during the call.
  package let hasModulesInside: Bool
  /// In a launch, where the call starts on the launch's time axis.
  package var startNanoseconds: UInt64 = 0

  /// When the factory returned.
  package var endNanoseconds: UInt64 { atNanoseconds.plus(totalNanoseconds) }
}

/// Derives the creations of modules from entries: how long each took as a whole, and by itself.
package struct ModuleCreations: Sendable, Equatable {
  /// Creations that may belong inside a later one.
  private var pending: [ModuleCreation] = []
  /// The limit of `pending`. If modules are brought back in a composite again and again, the oldest are forgotten.
  private static let mostPending = 100_000

  package init() {}

  /// Adds the next entry, in journal order: the modules inside a composite precede it.
  ///
  /// - Returns: The creation that the entry reports; `nil` if it reports something else.
  package mutating func add(_ entry: ModuleEntry) -> ModuleCreation? {
    guard let total = entry.creationNanoseconds else { return nil }
    return add(
      entry.id, entry.name, parent: entry.parent, at: entry.atNanoseconds, total: total, breakdown: entry.breakdown)
  }

  /// Adds an existing module; `nil` if nothing is known about its creation.
  mutating func add(_ module: ModuleStatus) -> ModuleCreation? {
    guard let start = module.createdNanoseconds, let total = module.creationNanoseconds else { return nil }
    return add(module.id, module.name, parent: module.parent, at: start, total: total, breakdown: module.breakdown)
  }

  private mutating func add(
    _ module: ModuleID, _ name: String, parent: ModuleID?, at start: UInt64, total: UInt64, breakdown: TimeBreakdown?
  ) -> ModuleCreation {
    var inside: UInt64 = 0
    var breakdownInside: TimeBreakdown? = TimeBreakdown.none
    var hasModulesInside = false
    while let last = pending.last, last.atNanoseconds >= start,
      last.parent == module || last.totalNanoseconds > 0
    {
      inside = inside.plus(last.totalNanoseconds)
      breakdownInside = breakdownInside.plus(last.wholeBreakdown)
      hasModulesInside = true
      pending.removeLast()
    }
    let creation = ModuleCreation(
      module: module, name: name, parent: parent, atNanoseconds: start, totalNanoseconds: total,
      selfNanoseconds: total - min(inside, total),
      breakdown: breakdown.flatMap { whole in breakdownInside.map(whole.minus) }, wholeBreakdown: breakdown,
      hasModulesInside: hasModulesInside)
    // Only a module of a composite can be created inside another creation.
    if parent == nil { pending = [] } else { pending.append(creation) }
    if pending.count > Self.mostPending { pending.removeFirst(Self.mostPending / 2) }
    return creation
  }
}

extension ModuleEntry {
  /// The time that the module's creation took; `nil` if the entry does not report a creation.
  package var creationNanoseconds: UInt64? {
    [.registered, .broughtBack, .switchedOn].contains(change) ? tookNanoseconds : nil
  }
}
