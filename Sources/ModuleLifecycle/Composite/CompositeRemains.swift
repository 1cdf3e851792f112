/// The remains of a deinitialised composite. They are released on the main actor, in the order of a teardown.
@MainActor final class CompositeRemains {
  private var plans: [ObjectIdentifier: DispatchPlan]
  private var slots: [ModuleSlot]
  /// What owners without a bag have owned.
  private let foreign: [OwnershipLedger]
  /// `nil` for a nested composite: the application continues without it.
  private let scope: OwnershipScope?
  private let stack: DispatchStack
  /// Objects that should be released soon. They hold their slots.
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
    // Other code may still hold a slot, such as an event that waits for answers. The slot is emptied now anyway.
    while let slot = slots.popLast() { if let departed = slot.empty() { withExtendedLifetime(departed) {} } }
    for ledger in foreign.sorted(by: { $0.owner.id > $1.owner.id }) { ledger.close(.applicationEnd) }
    guard let scope else { return }
    scope.endApplication()
    // Callers that wait for a response receive it.
    Task { @MainActor [stack] in for pending in stack.pending.values { pending.abandon() } }
  }
}
