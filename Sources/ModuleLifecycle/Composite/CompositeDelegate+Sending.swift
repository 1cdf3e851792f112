extension CompositeDelegate {
  /// Delivers an event to all modules that handle it, in the order of registration, and combines their votes.
  ///
  /// A handler can send other events. Each is delivered at once, inside the handler, and its entry names the outer
  /// event as its parent. An event that exceeds `deepestNesting` is not delivered: its response is the one for no
  /// votes, and a warning names the events that lead to each other. Events sent after an event's handlers have returned
  /// also count as one level deeper: the events that it stands for, and those sent by its completion or by cleanups.
  /// Events sent by observers are limited by `longestCycle` instead.
  ///
  /// - Returns: The response that the event's policy computes from the votes.
  @discardableResult
  @inlinable public func send<Event: LifecycleEvent>(_ event: Event) -> Event.Response {
    // The common case. Only the context needs to know the event's type.
    if Event.Response.self == Void.self, let plan = plainPlan(for: ObjectIdentifier(Event.self)) {
      deliver(EventContext(event), by: plan, bridged: event.bridged)
      return unsafe unsafeBitCast((), to: Event.Response.self)
    }
    return deliver(event)
  }

  /// Delivers an event along with values that handlers look up by type. See `NativeValues`.
  ///
  /// The events that this event stands for are delivered with the same values.
  ///
  /// - Returns: The response that the event's policy computes from the votes.
  @discardableResult
  public func send<Event: LifecycleEvent>(_ event: Event, with native: NativeValues) -> Event.Response {
    deliver(event, by: plan(for: Event.self), native: native)
  }

  /// Delivers an event whose static type is not known, such as one created from its name.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - native: The values that handlers receive alongside the event.
  /// - Returns: The response. If handlers answer later, it includes only the answers given by the time the last handler
  ///   has returned.
  @discardableResult
  public func send(any event: any LifecycleEvent, with native: NativeValues = []) -> any Sendable {
    func open<Event: LifecycleEvent>(_ event: Event) -> any Sendable {
      deliver(event, by: plan(for: Event.self), native: native)
    }
    return open(event)
  }

  /// The cached plan for an event that asks nothing and whose handlers all answer at once.
  @usableFromInline func plainPlan(for event: ObjectIdentifier) -> DispatchPlan? {
    guard let plan = planCache[event], plan.isPlain, plan.changes == stack.changes else { return nil }
    return plan
  }

  @usableFromInline func deliver(
    _ context: consuming DispatchContext, by plan: DispatchPlan, bridged: [any LifecycleEvent]
  ) {
    guard stack.isFree || admits(plan) else { return }
    stack.deferringQueuedEvents {
      var dispatch = begin(plan, context, isReplay: false)
      callHandlers(&dispatch, plan, context)
      finish(&dispatch, plan, context, conflict: nil)
      send(bridged, of: plan)
    }
  }

  /// Sends the events that an event stands for, after its handlers have returned.
  @inline(__always) private func send(
    _ bridged: [any LifecycleEvent], of plan: DispatchPlan, native: NativeValues = []
  ) {
    if !bridged.isEmpty { stack.after(plan.event) { for event in bridged { send(any: event, with: native) } } }
  }

  @usableFromInline func deliver<Event: LifecycleEvent>(_ event: Event) -> Event.Response {
    deliver(event, by: plan(for: Event.self))
  }

  /// Delivers an event by a plan, which may cover only some of the modules.
  ///
  /// - Parameters:
  ///   - native: The values for the handlers of this event and of the events that it stands for.
  ///   - completion: Called once with the response, when all handlers have answered or the deadline has passed.
  @discardableResult
  func deliver<Event: LifecycleEvent>(
    _ event: Event, by plan: DispatchPlan, isReplay: Bool = false, native: NativeValues = [],
    completion: (@MainActor (Event.Response) -> Void)? = nil
  ) -> Event.Response {
    guard stack.isFree || admits(plan) else { return refuse(event, completion) }
    return stack.deferringQueuedEvents {
      let pending = plan.asyncCount == 0 ? nil : PendingCompletions<Event>(plan, journal: journal, watchdog: watchdog)
      let answers = EventAnswers(stops: plan.policy(of: Event.self).stops, pending: pending, native: native)
      let context = EventContext(event, answers: answers)
      var dispatch = begin(plan, context, isReplay: isReplay)
      callHandlers(&dispatch, plan, context)
      answers.native = []
      let response = answer(dispatch, plan, context, pending, completion)
      if !isReplay { send(event.bridged, of: plan, native: native) }
      return response
    }
  }

  /// Concludes a dispatch whose handlers have returned, or waits for those that answer later.
  private func answer<Event: LifecycleEvent>(
    _ dispatch: consuming Dispatch, _ plan: DispatchPlan, _ context: EventContext<Event>,
    _ pending: PendingCompletions<Event>?, _ completion: (@MainActor (Event.Response) -> Void)?
  ) -> Event.Response {
    if let pending {
      stack.keepSpans(of: &dispatch)
      if pending.allAreCalled(in: dispatch.id) {
        wait(for: pending, of: dispatch, plan, context, completion)
        return plan.policy(of: Event.self).combine(context.ballots(labels: plan.labels)).response
      }
      pending.complete(&dispatch)
      stack.restoreSpans(of: &dispatch)
      context.add(pending)
    }
    return conclude(&dispatch, plan, context, completion)
  }

  private func begin(_ plan: DispatchPlan, _ context: DispatchContext, isReplay: Bool) -> Dispatch {
    var dispatch = Dispatch(
      id: Identifiers.nextDispatch(), isReplay: isReplay, isRecorded: journal.isEnabled,
      parent: unsafe stack.innermost?.pointee.id ?? 0)
    if dispatch.parent != 0 { dispatch.details = Dispatch.Details(parentModule: stack.runningModule) }
    if plan.isRemembered { stack.memory.note(context.anyEvent, at: journal.now) }
    return dispatch
  }

  /// Calls the handlers and applies the event's state transition.
  private func callHandlers(_ dispatch: inout Dispatch, _ plan: DispatchPlan, _ context: DispatchContext) {
    if let transition = plan.transition {
      dispatch.stateBefore = state
      dispatch.isOutOfState = !transition.expected.contains(state)
      if state == .terminated, transition.target != .terminated { scope.restart() }
      move(transition, .beforeHandlers)
      let stateWithin = state
      callOutsideOfConstruction(&dispatch, plan, context)
      // An event sent by a handler may have changed the state again, even to terminated.
      if state == stateWithin { move(transition, .afterHandlers) }
    } else {
      callOutsideOfConstruction(&dispatch, plan, context)
    }
    if !dispatch.isReplay, unsafe !stack.observers.isEmpty {
      stack.observers.note(context.anyEvent, dispatch: dispatch.id, in: stack)
    }
  }

  private func move(_ transition: ApplicationStateTransition, _ moment: ApplicationStateTransition.Moment) {
    if transition.moment == moment, let target = transition.target { state = target }
  }

  /// Calls the handlers. If a factory sends the event, its module doesn't own what the handlers create.
  @inline(__always) private func callOutsideOfConstruction(
    _ dispatch: inout Dispatch, _ plan: DispatchPlan, _ context: DispatchContext
  ) {
    if ModuleSlot.constructions == 0 { return call(&dispatch, plan, context) }
    Self.outsideOfConstruction { call(&dispatch, plan, context) }
  }

  private func call(_ dispatch: inout Dispatch, _ plan: DispatchPlan, _ context: DispatchContext) {
    guard let interceptor = plan.interceptor else { return callDirectly(&dispatch, plan, context) }
    let intercepted = InterceptedDispatch(
      id: dispatch.id, event: plan.name, isReplay: dispatch.isReplay, arguments: { context.arguments })
    interceptor.intercept(intercepted) { callDirectly(&dispatch, plan, context) }
  }

  private func callDirectly(_ dispatch: inout Dispatch, _ plan: DispatchPlan, _ context: DispatchContext) {
    let outerDispatch = journal.currentDispatch
    journal.currentDispatch = dispatch.id
    let suspended = running.cells.begin(plan.signalSafeName)
    let saved = stack.push(dispatch, plan)
    let depth = saved.depth
    if unsafe stack.progress.pointee.hasHooks { hooks?.dispatchBegins() }
    let measured = unsafe dispatch.isRecorded && stack.progress.pointee.meter != nil ? stack.meter?.begin() : nil
    dispatch.start = watchdog.dispatchBegins(dispatch.id, plan, depth: depth)
    unsafe stack.frame(depth).pointee.start = dispatch.start

    let first = unsafe stack.spans.reserve(plan.calls.count)
    let end = HandlerLoop(plan, context, on: stack, running: running.cells).run(&dispatch, writingAt: first)
    stack.spans.shrink(to: end)
    dispatch.spans = first..<end

    let total = dispatch.end - dispatch.start
    if let measured { dispatch.needDetails().times = measured.end() }
    let parts = stack.pop(saved, took: total)
    if !parts.isEmpty { dispatch.needDetails().parts = parts }
    dispatch.overBudget = watchdog.dispatchEnded(dispatch.id, plan, depth: depth, total: total)
    journal.currentDispatch = outerDispatch
    running.cells.restore(suspended)
  }

  /// Combines the votes, records the dispatch, and ends what lasts as long as the event.
  @discardableResult
  func conclude<Event: LifecycleEvent>(
    _ dispatch: inout Dispatch, _ plan: DispatchPlan, _ context: EventContext<Event>,
    _ completion: (@MainActor (Event.Response) -> Void)?
  ) -> Event.Response {
    // A required module can fail after its handler has returned.
    if !context.errors.isEmpty {
      dispatch.hasErrors = true
      if plan.isLaunch, dispatch.abortedAt == nil {
        dispatch.abortedAt = context.errors.map(\.step).filter(plan.abortsLaunch).min()
      }
    }
    let verdict = plan.policy(of: Event.self).combine(context.ballots(labels: plan.labels))
    // The sender of an aborted launch gets `false`.
    let response = dispatch.abortedAt.flatMap { _ in false as? Event.Response } ?? verdict.response
    context.answers?.response = response
    finish(&dispatch, plan, context, conflict: verdict.conflict)
    if let completion { stack.after(plan.event) { completion(response) } }
    return response
  }

  /// Records a dispatch and ends what lasts as long as its event.
  private func finish(
    _ dispatch: inout Dispatch, _ plan: DispatchPlan, _ context: DispatchContext, conflict: VoteConflict?
  ) {
    if dispatch.isRecorded {
      write(dispatch, plan, context)
      if dispatch.hasErrors || conflict != nil || dispatch.isOutOfState {
        noteWarnings(of: dispatch, plan, context, conflict: conflict)
      }
    }
    if let excess = dispatch.overBudget { warn(of: excess, in: dispatch, plan) }
    if let step = dispatch.abortedAt {
      abortLaunch(dispatch, plan, at: step, error: context.errors.first { $0.step == step }?.text ?? "")
    }
    if plan.isLaunch, plan.event == DidFinishLaunching.self, dispatch.abortedAt == nil, asyncLaunch == nil {
      startAllLate()
    }
    if let spans = dispatch.spans { stack.spans.shrink(to: spans.lowerBound) }
    if scope.hasAwaited || plan.endsApplication { end(plan) }
    if dispatch.parent == 0 {
      unsafe stack.progress.pointee.latestDispatch = max(stack.progress.pointee.latestDispatch, dispatch.id)
      unsafe stack.progress.pointee.latestTotal = dispatch.end - dispatch.start
    }
    checkExpectations()
  }

  private func write(_ dispatch: borrowing Dispatch, _ plan: DispatchPlan, _ context: DispatchContext) {
    let details = dispatch.details.map(DispatchRecord.Details.init)
    var (kept, bytes): (DispatchContext?, Int) = (nil, details?.cost ?? 0)
    if !plan.isConstant || dispatch.hasErrors {
      let (values, size) = context.kept
      (kept, bytes) = (values, bytes + size)
    }
    unsafe journal.append(
      DispatchRecord(
        id: dispatch.id, parent: dispatch.parent, at: dispatch.start - journal.origin,
        total: dispatch.end - dispatch.start, names: plan.names, context: kept, details: details, state: state,
        stateBefore: plan.transition == nil ? state : dispatch.stateBefore, isOutOfState: dispatch.isOutOfState,
        isReplay: dispatch.isReplay), spans: stack.words(of: dispatch), keeping: bytes)
  }

  /// Ends what lasts as long as an event, except in parts of the application where a handler of the same event is still
  /// running.
  private func end(_ plan: DispatchPlan) {
    var running: [Owner] = []
    for frame in stack.frames where frame.plan.event == plan.event {
      guard let part = frame.plan.part, plan.part?.isPart(of: part) != true else { return }
      running.append(part)
    }
    stack.after(plan.event) {
      scope.end(event: ObjectIdentifier(plan.event), in: plan.part, except: running)
      if plan.endsApplication { scope.endApplication() }
    }
  }

  func plan<Event: LifecycleEvent>(for event: Event.Type) -> DispatchPlan {
    let key = ObjectIdentifier(event)
    if let plan = plans[key], plan.changes == stack.changes {
      planCache[key] = plan
      return plan
    }
    let plan = DispatchPlan(
      for: event, slots: slots, budgets: budgets, on: stack, journal, part: ownerAsModule)
    planCache[key] = plan
    // The old plan must be released only after the new one is in its place.
    _ = plans.updateValue(plan, forKey: key)
    return plan
  }
}
