/// What is left of a composite that has died, until it has been let go of on the main actor, in the order of a teardown.
@MainActor final class CompositeRemains {
  private var plans: [ObjectIdentifier: DispatchPlan]
  private var slots: [ModuleSlot]
  /// What objects without a bag have owned.
  private let foreign: [OwnershipLedger]
  /// `nil` for a composite that is nested: the application goes on without it.
  private let scope: OwnershipScope?
  private let stack: DispatchStack

  nonisolated init(
    plans: [ObjectIdentifier: DispatchPlan], slots: [ModuleSlot], foreign: [OwnershipLedger], scope: OwnershipScope?,
    stack: DispatchStack
  ) {
    self.plans = plans
    self.slots = slots
    self.foreign = foreign
    self.scope = scope
    self.stack = stack
  }

  func letGo() {
    plans = [:]
    while slots.popLast() != nil {}
    for ledger in foreign.sorted(by: { $0.owner.id > $1.owner.id }) { ledger.close(.applicationEnd) }
    guard let scope else { return }
    scope.endApplication()
    // Whoever waits for a response gets it.
    Task { @MainActor [stack] in for tail in stack.tails.values { tail.abandon() } }
  }
}
