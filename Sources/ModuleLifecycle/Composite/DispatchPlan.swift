/// Everything that a dispatch of one event needs to know. Computed once and kept until the modules change.
///
/// It also serves as the dispatch's snapshot: a change during the dispatch creates a new plan and leaves this one
/// unchanged. It keeps no module alive.
@safe @MainActor @usableFromInline final class DispatchPlan {
  /// The part of the plan that the journal keeps.
  final class Names: Sendable {
    let event: String
    let labels: DispatchLabels
    /// The arguments of an event without values, whose dispatches keep no context.
    let constantArguments: @Sendable () -> JSONValue

    init<Event: LifecycleEvent>(of event: Event.Type, _ labels: DispatchLabels) {
      self.event = event.name
      self.labels = labels
      constantArguments = { EventArguments.json(of: Event.example) }
    }
  }

  /// The data that a call needs when modules have changed since the plan was made.
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

  /// The count of changes when the plan was made.
  let changes: Int
  let event: any LifecycleEvent.Type
  let names: Names
  /// The name, in memory that a signal handler can read.
  let signalSafeName: InternedCString
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
  let interceptor: (any DispatchInterceptor)?
  /// The event's policy, created once.
  let policy: AnyObject
  let steps: [Step]
  /// The data that each call needs when nothing has changed. The slots keep the modules, and the steps keep the
  /// handlers.
  nonisolated(unsafe) let calls: UnsafeMutableBufferPointer<HandlerLoop.Call>
  let asyncCount: Int
  /// Whether the event asks nothing and all handlers are done when they return.
  let isPlain: Bool
  /// Whether all dispatches of the event are equal except for times and errors: the event has no values and asks
  /// nothing.
  let isConstant: Bool

  /// These events contain only text. Releasing one therefore can't run third-party code that sends an event.
  private static let remembered = Set<ObjectIdentifier>(
    [
      DidFinishLaunching.self, DidBecomeActive.self, WillResignActive.self, DidEnterBackground.self,
      WillEnterForeground.self, WillTerminate.self,
    ].map { (event: any LifecycleEvent.Type) in ObjectIdentifier(event) })

  var name: String { names.event }
  var labels: DispatchLabels { names.labels }

  /// - Parameters:
  ///   - stack: Provides the count of changes and the interceptor.
  ///   - part: The owner of the slots if they are only a part of the application. Such an event changes no state, and
  ///     no module can miss it.
  init<Event: LifecycleEvent>(
    for event: Event.Type, slots: [ModuleSlot], budgets: Budgets, on stack: DispatchStack, _ journal: Journal,
    part: Owner?, isReplay: Bool = false
  ) {
    let isForAll = part == nil && !isReplay
    self.part = part
    changes = stack.changes
    interceptor = stack.interceptor
    self.event = event
    var builder = PlanBuilder(event: event) { [interceptor] handler, label in
      guard let interceptor else { return handler }
      return InterceptedHandler(handler, of: label, event: event.name, by: interceptor, journal)
    }
    builder.add(slots, isRoot: true)
    names = Names(
      of: event,
      DispatchLabels(modules: builder.labels, groups: builder.groups.filter { !$0.steps.isEmpty }))
    signalSafeName = InternedCString.of(event.name)
    transition = isForAll ? event.transition : nil
    endsApplication = isForAll && event == WillTerminate.self
    budget = budgets.budget(of: event.name, isForAll: isForAll)
    isRemembered = isForAll && Self.remembered.contains(ObjectIdentifier(event))
    isLaunch = !isReplay && event.transition?.expected == [.notRunning]
    let box = PolicyBox<Event>()
    policy = box
    steps = builder.steps
    unsafe calls = .allocate(capacity: builder.calls.count)
    _ = unsafe calls.initialize(from: builder.calls)
    asyncCount = steps.count { $0.handler.isAsync }
    isPlain = box.policy.asksNothing && asyncCount == 0
    isConstant = isPlain && MemoryLayout<Event>.size == 0
  }

  deinit { unsafe calls.deallocate() }
}

extension DispatchPlan {
  /// Whether this is a launch and the module at that position is required.
  func abortsLaunch(_ step: Int) -> Bool { isLaunch && steps[step].path.contains(where: \.isRequired) }

  func policy<Event: LifecycleEvent>(of event: Event.Type) -> ResponsePolicy<Event.Vote, Event.Response> {
    unsafe unsafeDowncast(policy, to: PolicyBox<Event>.self).policy
  }
}

private final class PolicyBox<Event: LifecycleEvent> {
  let policy = Event.policy
}

/// Collects the steps of a plan. Those of nested composites are in their composites' positions.
@safe @MainActor private struct PlanBuilder {
  let event: any LifecycleEvent.Type
  var steps: [DispatchPlan.Step] = []
  var calls: [HandlerLoop.Call] = []
  var labels: [ModuleLabel] = []
  var groups: [DispatchLabels.Group] = []
  private var path: [ModuleSlot] = []
  private var owners: [Owner] = []

  /// Returns the handler to call in place of the given one.
  private let intercepted: (EventHandler, ModuleLabel) -> EventHandler

  init(
    event: any LifecycleEvent.Type, intercepted: @escaping (EventHandler, ModuleLabel) -> EventHandler
  ) {
    (self.event, self.intercepted) = (event, intercepted)
  }

  mutating func add(_ slots: [ModuleSlot], isRoot: Bool) {
    for slot in slots where slot.isOn {
      guard let module = slot.module, let owner = slot.owner else { continue }
      path.append(slot)
      owners.append(owner)
      if let composite = slot.nested {
        let (group, first) = (groups.count, steps.count)
        groups.append(DispatchLabels.Group(label: label(of: slot, isRoot: isRoot), steps: first..<first))
        add(composite.slots, isRoot: false)
        groups[group].steps = first..<steps.count
      } else if let own = slot.handlers.handler(for: event) {
        let label = label(of: slot, isRoot: isRoot)
        let handler = intercepted(own, label)
        steps.append(DispatchPlan.Step(handler: handler, path: path, owners: owners))
        calls.append(HandlerLoop.Call(module: module, handler: handler, name: slot.signalSafeName, id: slot.id))
        labels.append(label)
      }
      path.removeLast()
      owners.removeLast()
    }
  }

  private func label(of slot: ModuleSlot, isRoot: Bool) -> ModuleLabel {
    ModuleLabel(id: slot.id, name: slot.name, order: slot.order, isMain: slot.isMain && isRoot)
  }
}

/// Finds the plans of recently sent events at the cost of one comparison.
///
/// It doesn't retain plans. Their owner empties the cache before it releases a plan.
@safe struct PlanCache: @unchecked Sendable {
  @safe private struct Entry {
    let event: ObjectIdentifier
    let plan: Unmanaged<DispatchPlan>
  }

  private static let count = 16
  private let entries: UnsafeMutablePointer<Entry?>

  init() {
    unsafe entries = .allocate(capacity: Self.count)
    unsafe entries.initialize(repeating: nil, count: Self.count)
  }

  func deallocate() { unsafe entries.deallocate() }

  func removeAll() { unsafe entries.update(repeating: nil, count: Self.count) }

  subscript(event: ObjectIdentifier) -> DispatchPlan? {
    @inline(__always) get {
      guard let entry = unsafe entries[place(event)], entry.event == event else { return nil }
      return unsafe entry.plan.takeUnretainedValue()
    }
    nonmutating set {
      unsafe entries[place(event)] = newValue.map { unsafe Entry(event: event, plan: .passUnretained($0)) }
    }
  }

  /// Type metadata records are a few hundred bytes apart.
  @inline(__always) private func place(_ event: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: event)
    return Int((address >> 4 ^ address >> 8) % UInt(Self.count))
  }
}
