/// Everything that a dispatch of one event needs to know, worked out once and kept until the modules change.
///
/// It is also the dispatch's snapshot: a change while it runs makes a new plan and leaves this one as it was.
@MainActor final class DispatchPlan {
  struct Step {
    let slot: ModuleSlot
    /// The instance that the handler belongs to. It is not kept alive.
    let owner: Owner
    let handler: HandlerTable.Handler
  }

  let name: String
  /// The name where a signal handler may read it.
  let signalSafeName: ImmortalName
  let transition: ApplicationStateTransition?
  /// Whether the application ends with it.
  let endsApplication: Bool
  /// What it may take.
  let budget: EventBudget
  let steps: [Step]
  let labels: [ModuleLabel]

  init(for event: any LifecycleEvent.Type, slots: [ModuleSlot], budgets: Budgets) {
    name = event.name
    signalSafeName = ImmortalName.of(name)
    transition = event.transition
    endsApplication = event == WillTerminate.self
    budget = budgets.budget(of: name)
    steps = slots.compactMap { slot in
      guard slot.isOn, let owner = slot.owner, let handler = slot.handlers.handler(for: event) else { return nil }
      return Step(slot: slot, owner: owner, handler: handler)
    }
    labels = steps.map { ModuleLabel(id: $0.slot.id, name: $0.slot.name, order: $0.slot.order) }
  }
}
