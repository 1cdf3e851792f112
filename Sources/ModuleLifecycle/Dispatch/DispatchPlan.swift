/// Everything that a dispatch of one event needs to know. Computed once and kept until the modules change.
///
/// It also serves as the dispatch's snapshot: a change during the dispatch creates a new plan and leaves this one
/// unchanged. It keeps no module alive.
@MainActor @usableFromInline final class DispatchPlan {
  /// The names of an event and of the modules that it calls, in the order of the calls. Those of nested composites come
  /// last.
  final class Names: Sendable {
    let event: String
    let labels: [ModuleLabel]

    init(event: String, labels: [ModuleLabel]) { (self.event, self.labels) = (event, labels) }
  }

  /// What a call needs when modules have changed since the plan was made.
  struct Step {
    let handler: EventHandler
    /// The slots of the enclosing composites, outermost first, followed by the module's own slot.
    let path: [ModuleSlot]
    /// The owners of the instances that the slots held.
    let owners: [Owner]

    /// Whether the module is still present and should be called. `changes` is the count of changes when the plan was
    /// made.
    @MainActor func isReachable(since changes: Int) -> Bool {
      zip(path, owners).allSatisfy { $0.isOn && $0.onSince <= changes && $0.owner === $1 }
    }
  }

  /// A nested composite, and the steps of its handlers.
  struct Group {
    let label: ModuleLabel
    var steps: Range<Int>
  }

  /// The count of changes when the plan was made.
  let changes: Int
  let event: any LifecycleEvent.Type
  let names: Names
  /// Outer groups come before the groups inside them.
  let groups: [Group]
  let transition: ApplicationStateTransition?
  let endsApplication: Bool
  let budget: EventBudget
  /// The module that the plan is limited to, with everything nested in it: a nested composite, or a module that catches
  /// up. `nil` for the whole application.
  let part: Owner?
  /// Whether a module that is created later can catch up on the event.
  let isRemembered: Bool
  /// Whether the event is a launch, which a required module can abort: an event that is expected only before launch. A
  /// replay of a launch is not a launch.
  let isLaunch: Bool
  /// Those that want to know of the dispatch or of its calls.
  let observers: [any Observer]
  /// Whether one of them wants to know of the calls.
  let isObserved: Bool
  /// Whether the event can move the application by way of its scenes.
  let movesScenes: Bool
  /// Whether the event is held for modules that are starting.
  let canBeHeld: Bool
  /// The objects that live until the event is over.
  let eventEnd: EventEnd
  /// The event's policy, created once: a `PolicyBox`.
  private let policy: AnyObject
  let steps: [Step]
  /// What each call needs when nothing has changed.
  let calls: [HandlerLoop.Call]
  /// Whether the event asks nothing and all handlers are done when they return.
  let isPlain: Bool
  /// Whether a vote can end the dispatch.
  let canBeClaimed: Bool
  /// Whether the event has no values and asks nothing.
  let isConstant: Bool
  /// What the journal keeps of such an event.
  private var constant: RecordedValue?
  /// The memory of the list of modules, until an entry has taken it into account. All entries share it.
  private var labelBytes: Int
  /// Estimates the memory of the events that have values. Made when the first is sent.
  private var sizes: FieldSizes?

  /// These events contain only text. Releasing one therefore can't run third-party code that sends an event.
  private static let remembered = Set<ObjectIdentifier>(
    [
      DidFinishLaunching.self, DidBecomeActive.self, WillResignActive.self, DidEnterBackground.self,
      WillEnterForeground.self, WillTerminate.self,
    ].map { (event: any LifecycleEvent.Type) in ObjectIdentifier(event) })

  /// - Parameters:
  ///   - isForOneModule: Whether the event is sent again, to a module that missed it or was starting.
  ///   - part: The owner of the slots if they are only a part of the application. Such an event changes no state, and
  ///     no module can miss it.
  init<Event: LifecycleEvent>(
    for event: Event.Type, slots: [ModuleSlot], in application: Application, part: Owner?, isForOneModule: Bool = false
  ) {
    let isForAll = part == nil && !isForOneModule
    self.part = part
    changes = application.stack.changes
    self.event = event
    observers = application.observers.interested(in: [.dispatches, .calls])
    let observers = observers.filter { $0.interests.contains(.calls) }
    isObserved = !observers.isEmpty
    let name = event.name
    canBeHeld = event.isHeldUntilReady
    let holds = canBeHeld
    var builder = PlanBuilder(event: event) { handler, label, module, owner in
      let handler =
        holds && module is any StartingModule ? HoldingHandler(handler, of: owner, in: application) : handler
      return observers.reversed().reduce(handler) { handler, observer in
        ObservedHandler(handler, of: label, event: name, by: observer, on: application.stack)
      }
    }
    builder.add(slots)
    groups = builder.groups.filter { !$0.steps.isEmpty }
    names = Names(event: name, labels: builder.labels + groups.map(\.label))
    labelBytes = HandlerSpans.bytes(of: names.labels)
    transition = isForAll ? event.transition : nil
    endsApplication = isForAll && event == WillTerminate.self
    budget = application.budgets.budget(of: name, isForAll: isForAll)
    isRemembered = isForAll && Self.remembered.contains(ObjectIdentifier(event))
    isLaunch = !isForOneModule && event.transition?.expected == [.notRunning]
    movesScenes = isForAll && SceneActivity.isMoved(by: event)
    eventEnd = application.ownership.end(of: ObjectIdentifier(event))
    let box = PolicyBox<Event>()
    policy = box
    (steps, calls) = (builder.steps, builder.calls)
    isPlain = box.policy.asksNothing && !steps.contains(where: \.handler.isAsync)
    canBeClaimed = box.policy.stops != nil
    isConstant = isPlain && MemoryLayout<Event>.size == 0
  }

  /// Whether this is a launch and the module at that position is required.
  func abortsLaunch(_ step: Int) -> Bool { isLaunch && steps[step].path.contains(where: \.isRequired) }

  /// What the journal keeps of an event without values.
  func constant(_ event: @autoclosure () -> any LifecycleEvent) -> RecordedValue {
    if let constant { return constant }
    let recorded = RecordedValue.event(event(), bytes: 0)
    constant = recorded
    return recorded
  }

  /// The memory of the list of modules, for the first entry that refers to it; 0 for any other.
  func takeLabelBytes() -> Int {
    defer { labelBytes = 0 }
    return labelBytes
  }

  /// What estimates the memory of an event.
  func sizes(of event: some LifecycleEvent) -> FieldSizes {
    if let sizes { return sizes }
    let new = FieldSizes(of: event)
    sizes = new
    return new
  }

  func policy<Event: LifecycleEvent>(of event: Event.Type) -> ResponsePolicy<Event.Vote, Event.Response> {
    (policy as? PolicyBox<Event>)?.policy ?? Event.policy
  }
}

private final class PolicyBox<Event: LifecycleEvent> {
  let policy = Event.policy
}

/// Collects the steps of a plan. Those of nested composites are in their composites' positions.
@MainActor private struct PlanBuilder {
  let event: any LifecycleEvent.Type
  /// Returns the handler to call in place of the given one.
  let observed: (EventHandler, ModuleLabel, AnyObject, Owner) -> EventHandler
  var steps: [DispatchPlan.Step] = []
  var calls: [HandlerLoop.Call] = []
  var labels: [ModuleLabel] = []
  var groups: [DispatchPlan.Group] = []
  private var path: [ModuleSlot] = []
  private var owners: [Owner] = []

  init(
    event: any LifecycleEvent.Type, observed: @escaping (EventHandler, ModuleLabel, AnyObject, Owner) -> EventHandler
  ) {
    (self.event, self.observed) = (event, observed)
  }

  mutating func add(_ slots: [ModuleSlot]) {
    for slot in slots where slot.isOn {
      guard let module = slot.module, let owner = slot.owner else { continue }
      path.append(slot)
      owners.append(owner)
      if let composite = slot.nested {
        let (group, first) = (groups.count, steps.count)
        groups.append(DispatchPlan.Group(label: slot.record.label, steps: first..<first))
        add(composite.slots)
        groups[group].steps = first..<steps.count
      } else if let own = slot.handlers.handler(for: event) {
        let label = slot.record.label
        let handler = observed(own, label, module, owner)
        steps.append(DispatchPlan.Step(handler: handler, path: path, owners: owners))
        calls.append(HandlerLoop.Call(module, handler))
        labels.append(label)
      }
      path.removeLast()
      owners.removeLast()
    }
  }
}
