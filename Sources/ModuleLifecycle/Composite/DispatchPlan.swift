/// Everything that a dispatch of one event needs to know, worked out once and kept until the modules change.
///
/// It is also the dispatch's snapshot: a change while it runs makes a new plan and leaves this one as it was. It keeps no
/// module alive.
@MainActor final class DispatchPlan {
  @safe struct Step {
    /// The module; good as long as no module has changed, or `isReachable`.
    let module: Unmanaged<AnyObject>
    let handler: HandlerTable.Handler
    /// The name where a signal handler may read it.
    let name: ImmortalName
    let isAsync: Bool
    /// The module's slot, after those of the composites that it is nested in.
    let path: [ModuleSlot]
    /// The instances that the slots held.
    let owners: [Owner]

    /// Whether the module is there still, and to be called.
    @MainActor var isReachable: Bool { zip(path, owners).allSatisfy { $0.isOn && $0.owner === $1 } }
  }

  let name: String
  /// The name where a signal handler may read it.
  let signalSafeName: ImmortalName
  let transition: ApplicationStateTransition?
  /// Whether the application ends with it.
  let endsApplication: Bool
  let steps: ContiguousArray<Step>
  let labels: DispatchLabels
  /// How many handlers may answer later.
  let asyncCount: Int

  init(for event: any LifecycleEvent.Type, slots: [ModuleSlot]) {
    name = event.name
    signalSafeName = ImmortalName.of(name)
    transition = event.transition
    endsApplication = event == WillTerminate.self
    var builder = PlanBuilder(event: event)
    builder.add(slots, isRoot: true)
    steps = builder.steps
    labels = DispatchLabels(modules: builder.labels, groups: builder.groups.filter { !$0.steps.isEmpty })
    asyncCount = steps.count { $0.isAsync }
  }
}

/// Collects the steps of a plan, those of nested composites in their places.
@MainActor private struct PlanBuilder {
  let event: any LifecycleEvent.Type
  var steps: ContiguousArray<DispatchPlan.Step> = []
  var labels: [ModuleLabel] = []
  var groups: [DispatchLabels.Group] = []
  private var path: [ModuleSlot] = []
  private var owners: [Owner] = []

  init(event: any LifecycleEvent.Type) { self.event = event }

  mutating func add(_ slots: [ModuleSlot], isRoot: Bool) {
    for slot in slots where slot.isOn {
      guard let module = slot.module, let owner = slot.owner else { continue }
      path.append(slot)
      owners.append(owner)
      if let composite = module as? CompositeDelegate {
        let (group, first) = (groups.count, steps.count)
        groups.append(DispatchLabels.Group(label: label(of: slot, isRoot: isRoot), steps: first..<first))
        add(composite.slots, isRoot: false)
        groups[group].steps = first..<steps.count
      } else if let entry = slot.handlers.entry(for: event) {
        steps.append(
          unsafe DispatchPlan.Step(
            module: Unmanaged.passUnretained(module), handler: entry.handler, name: slot.signalSafeName,
            isAsync: entry.isAsync, path: path, owners: owners))
        labels.append(label(of: slot, isRoot: isRoot))
      }
      path.removeLast()
      owners.removeLast()
    }
  }

  private func label(of slot: ModuleSlot, isRoot: Bool) -> ModuleLabel {
    ModuleLabel(id: slot.id, name: slot.name, order: slot.order, isMain: slot.isMain && isRoot)
  }
}
