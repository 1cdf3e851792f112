/// Everything that a dispatch of one event needs to know, worked out once and kept until the modules change.
///
/// It is also the dispatch's snapshot: a change while it runs makes a new plan and leaves this one as it was. It keeps no
/// module alive.
@safe @MainActor @usableFromInline final class DispatchPlan {
  /// What the journal keeps of it.
  final class Names: Sendable {
    let event: String
    let labels: DispatchLabels
    /// The arguments of an event that has no values, and of which nothing else is kept.
    let constantArguments: @Sendable () -> JSONValue

    init<Event: LifecycleEvent>(of event: Event.Type, _ labels: DispatchLabels) {
      self.event = event.name
      self.labels = labels
      constantArguments = { EventArguments.json(of: Event.example) }
    }
  }

  /// What a call looks at when modules have changed since the plan was made.
  struct Step {
    let handler: EventHandler
    /// The module's slot, after those of the composites that it is nested in.
    let path: [ModuleSlot]
    /// The instances that the slots held.
    let owners: [Owner]

    /// Whether the module is there still, and to be called in an event whose plan was made at that count of changes.
    @MainActor func isReachable(since changes: Int) -> Bool {
      zip(path, owners).allSatisfy { $0.isOn && $0.onSince <= changes && $0.owner === $1 }
    }
  }

  /// How often modules had changed before it was made.
  let changes: Int
  let event: any LifecycleEvent.Type
  let names: Names
  /// The name where a signal handler may read it.
  let signalSafeName: InternedCString
  let transition: ApplicationStateTransition?
  /// Whether the application ends with it.
  let endsApplication: Bool
  /// What it may take.
  let budget: EventBudget
  /// The module that it is for, with what is nested in it: that of a nested composite, or the one that catches up. `nil`
  /// for the whole application.
  let part: Owner?
  /// Whether a module may come too late for it, and may want to catch up.
  let isRemembered: Bool
  /// Whether it is a launch, which a required module can abort: an event that is expected before launch only. A replay of
  /// one is none.
  let isLaunch: Bool
  /// What stands around its dispatches.
  let interceptor: (any DispatchInterceptor)?
  /// The event's policy, made once.
  let policy: AnyObject
  let steps: [Step]
  /// What each call needs when nothing has changed: the modules that the slots held, the handlers that the steps keep.
  nonisolated(unsafe) let calls: UnsafeMutableBufferPointer<HandlerLoop.Call>
  /// How many handlers may answer later.
  let asyncCount: Int
  /// Whether nothing is asked, and all handlers are done when they return.
  let isPlain: Bool
  /// Whether all dispatches of it are the same, save for times and errors: the event has no values and asks nothing.
  let isConstant: Bool

  /// All hold nothing but text: when one is forgotten, nothing of anybody's dies that could send an event.
  private static let remembered = Set<ObjectIdentifier>(
    [
      DidFinishLaunching.self, DidBecomeActive.self, WillResignActive.self, DidEnterBackground.self,
      WillEnterForeground.self, WillTerminate.self,
    ].map { (event: any LifecycleEvent.Type) in ObjectIdentifier(event) })

  var name: String { names.event }
  var labels: DispatchLabels { names.labels }

  /// - Parameters:
  ///   - stack: Has the count of changes, and what stands around dispatches.
  ///   - part: Whose the slots are, where they are not all of the application's. Such an event moves nothing, and no
  ///     module can have missed it.
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
  /// Whether the application can't do without the module of that place, and this is a launch.
  func abortsLaunch(_ step: Int) -> Bool { isLaunch && steps[step].path.contains(where: \.isRequired) }

  /// The policy of the plan's event.
  func policy<Event: LifecycleEvent>(of event: Event.Type) -> ResponsePolicy<Event.Vote, Event.Response> {
    unsafe unsafeDowncast(policy, to: PolicyBox<Event>.self).policy
  }
}

private final class PolicyBox<Event: LifecycleEvent> {
  let policy = Event.policy
}

/// Collects the steps of a plan, those of nested composites in their places.
@safe @MainActor private struct PlanBuilder {
  let event: any LifecycleEvent.Type
  var steps: [DispatchPlan.Step] = []
  var calls: [HandlerLoop.Call] = []
  var labels: [ModuleLabel] = []
  var groups: [DispatchLabels.Group] = []
  private var path: [ModuleSlot] = []
  private var owners: [Owner] = []

  /// Gives the handler that is called in place of one.
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

/// Finds the plans of the events that were sent last, at the price of a comparison.
///
/// It keeps none of them: who owns the plans empties it before one of them goes.
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

  /// Descriptions of types are some hundred bytes apart.
  @inline(__always) private func place(_ event: ObjectIdentifier) -> Int {
    let address = UInt(bitPattern: event)
    return Int((address >> 4 ^ address >> 8) % UInt(Self.count))
  }
}
