/// What is left of a composite that has died, until it has been let go of on the main actor, in the order of a teardown.
@MainActor final class CompositeRemains {
  private var plans: [ObjectIdentifier: DispatchPlan]
  private var slots: [ModuleSlot]
  /// What objects without a bag have owned.
  private let foreign: [OwnershipLedger]
  /// `nil` for a composite that is nested: the application goes on without it.
  private let scope: OwnershipScope?
  private let stack: DispatchStack
  /// Those who should be gone soon; they hold their places.
  private var expectations: [ReleaseExpectation]

  nonisolated init(
    plans: [ObjectIdentifier: DispatchPlan], slots: [ModuleSlot], foreign: [OwnershipLedger], scope: OwnershipScope?,
    stack: DispatchStack, expectations: [ReleaseExpectation]
  ) {
    self.plans = plans
    self.slots = slots
    self.foreign = foreign
    self.scope = scope
    self.stack = stack
    self.expectations = expectations
  }

  func letGo() {
    plans = [:]
    unsafe stack.progress.pointee.expected -= expectations.count + foreign.count
    expectations = []
    // A place may be held by others still, such as an event that waits for answers: what is in it goes now all the same.
    while let slot = slots.popLast() { if let departed = slot.empty() { withExtendedLifetime(departed) {} } }
    for ledger in foreign.sorted(by: { $0.owner.id > $1.owner.id }) { ledger.close(.applicationEnd) }
    guard let scope else { return }
    scope.endApplication()
    // Callers that wait for a response get it.
    Task { @MainActor [stack] in for pending in stack.pending.values { pending.abandon() } }
  }
}
