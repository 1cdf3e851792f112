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
    // Only the context needs to know the event's type.
    if let plan = plainPlan(for: ObjectIdentifier(Event.self)), let response = () as? Event.Response {
      deliverPlain(EventContext(event), by: plan, bridged: event.bridged)
      return response
    }
    return send(event, with: [])
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
    func open<Event: LifecycleEvent>(_ event: Event) -> any Sendable { send(event, with: native) }
    return open(event)
  }

  /// The plan of an event that asks nothing and whose handlers all answer at once, if it was sent before.
  @usableFromInline func plainPlan(for event: ObjectIdentifier) -> DispatchPlan? {
    guard let plan = plans[event], plan.isPlain, plan.changes == stack.changes else { return nil }
    return plan
  }

  func plan<Event: LifecycleEvent>(for event: Event.Type) -> DispatchPlan {
    let key = ObjectIdentifier(event)
    if let plan = plans[key], plan.changes == stack.changes { return plan }
    let plan = DispatchPlan(for: event, slots: slots, in: application, part: ownerAsModule)
    // The old plan must be released only after the new one is in its place.
    _ = plans.updateValue(plan, forKey: key)
    return plan
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
    let policy = plan.policy(of: Event.self)
    let completions =
      plan.asyncCount == 0 ? nil : PendingCompletions<Event>(plan, journal: journal, watchdog: watchdog)
    let context = EventContext(event, policy, native: native, completions: completions, completed: completion)
    return stack.deferringQueuedEvents {
      deliver(context, by: plan, isReplay: isReplay)
      let response = context.response(labels: plan.names.labels) ?? policy.combine([]).response
      if !isReplay { send(event.bridged, after: context.dispatch, native: native) }
      return response
    }
  }

  @usableFromInline func deliverPlain(
    _ context: DispatchContext, by plan: DispatchPlan, bridged: [any LifecycleEvent]
  ) {
    guard stack.isFree || admits(plan) else { return }
    stack.deferringQueuedEvents {
      deliver(context, by: plan, isReplay: false)
      send(bridged, after: context.dispatch)
    }
  }

  /// Sends the events that an event stands for, after its handlers have returned.
  private func send(_ bridged: [any LifecycleEvent], after dispatch: Dispatch?, native: NativeValues = []) {
    if !bridged.isEmpty { stack.after(dispatch) { for event in bridged { send(any: event, with: native) } } }
  }

  /// Calls the handlers, and concludes the dispatch or waits for those that answer later.
  private func deliver(_ context: DispatchContext, by plan: DispatchPlan, isReplay: Bool) {
    let dispatch = Dispatch(
      Identifiers.nextDispatch(), plan, parent: stack.innermost?.id, sender: stack.runningModule, isReplay: isReplay,
      isRecorded: journal.isEnabled, meter: stack.meter, restarts: application.restarts)
    context.dispatch = dispatch
    if plan.isRemembered { application.remember(context.anyEvent) }
    if plan.endsApplication { interruptLaunch() }
    // If a factory sends the event, its module doesn't own what the handlers create.
    Self.outsideOfConstruction { call(dispatch, context) }
    if !application.eventObservers.isIdle { application.eventObservers.note(context.anyEvent, dispatch, in: stack) }
    guard context.endCalls(of: dispatch), let pending = context.pending else { return conclude(dispatch, context) }
    stack.pending[dispatch.id] = pending
    pending.wait(sleep: application.sleep) { [weak self, application] in
      application.stack.pending[dispatch.id] = nil
      application.stack.deferringQueuedEvents {
        if let composite = self ?? application.root {
          composite.conclude(dispatch, context)
        } else {
          _ = context.combineVotes(labels: dispatch.plan.names.labels, isRefused: false)
          context.complete()
        }
      }
    }
  }

  /// Calls the handlers between the state's changes.
  private func moveAndCall(_ dispatch: Dispatch, _ context: DispatchContext) {
    guard let transition = dispatch.plan.transition else { return callHandlers(dispatch, context) }
    dispatch.stateBefore = state
    dispatch.isOutOfState = !transition.expected.contains(state)
    if state == .terminated, transition.target != .terminated { ownership.restart() }
    move(transition, .beforeHandlers)
    let stateWithin = state
    callHandlers(dispatch, context)
    // An event sent by a handler may have changed the state again, even to terminated.
    if state == stateWithin { move(transition, .afterHandlers) }
  }

  private func move(_ transition: ApplicationStateTransition, _ moment: ApplicationStateTransition.Moment) {
    if transition.moment == moment, let target = transition.target { application.state = target }
  }

  private func call(_ dispatch: Dispatch, _ context: DispatchContext) {
    let plan = dispatch.plan
    guard !plan.observers.isEmpty else { return moveAndCall(dispatch, context) }
    let observed = ObservedDispatch(
      id: dispatch.id, event: context.anyEvent, name: plan.names.event, isReplay: dispatch.isReplay)
    var all = { self.moveAndCall(dispatch, context) }
    for observer in plan.observers.reversed() where observer.interests.contains(.dispatches) {
      all = { [all] in observer.around(observed, all) }
    }
    all()
  }

  private func callHandlers(_ dispatch: Dispatch, _ context: DispatchContext) {
    let outerDispatch = journal.currentDispatch
    journal.currentDispatch = dispatch.id
    let saved = stack.push(dispatch)
    let measured = dispatch.isRecorded ? dispatch.meter?.begin() : nil
    let outer = watchdog.dispatchBegins(dispatch)
    HandlerLoop.run(dispatch, context, on: stack)
    if let measured { dispatch.times = measured.end() }
    stack.pop(saved, took: dispatch.end - dispatch.start)
    if let excess = watchdog.dispatchEnded(dispatch, outer) { dispatch.excess = excess }
    journal.currentDispatch = outerDispatch
  }

  /// Combines the votes, records the dispatch, and ends what lasts as long as the event.
  private func conclude(_ dispatch: Dispatch, _ context: DispatchContext) {
    let plan = dispatch.plan
    // A required module can fail after its handler has returned. The sender of an aborted launch gets `false`.
    if plan.isLaunch, dispatch.abortedAt == nil {
      dispatch.abortedAt = context.allErrors.map(\.step).filter(plan.abortsLaunch).min()
    }
    let conflict = context.combineVotes(labels: plan.names.labels, isRefused: dispatch.abortedAt != nil)
    if dispatch.isRecorded {
      journal.append(.dispatch(dispatch.entry(context, state: state, origin: journal.origin)))
      if !context.errors.isEmpty || conflict != nil || dispatch.isOutOfState {
        noteWarnings(of: dispatch, context, conflict)
      }
    }
    if let excess = dispatch.excess { warn(of: excess, in: dispatch) }
    if let step = dispatch.abortedAt {
      abortLaunch(dispatch, at: step, error: context.errors.first { $0.step == step }?.text ?? "")
    } else if plan.isLaunch, plan.event == DidFinishLaunching.self, plan.part == nil, launchUnderWay == nil {
      application.startAll()
    }
    if plan.eventEnd.isAwaited || plan.endsApplication { end(dispatch) }
    if dispatch.parent == nil {
      stack.latestDispatch = max(stack.latestDispatch, dispatch.id)
      stack.latestTotal = dispatch.end - dispatch.start
    }
    application.checkExpectations()
    if context.hasCompletion { stack.after(dispatch) { context.complete() } }
  }

  /// Ends what lasts as long as an event, except in parts of the application where a handler of the same event is still
  /// running.
  private func end(_ dispatch: Dispatch) {
    let plan = dispatch.plan
    var running: [Owner] = []
    for other in stack.dispatches where other.plan.event == plan.event {
      guard let part = other.plan.part, plan.part?.isPart(of: part) != true else { return }
      running.append(part)
    }
    stack.after(dispatch) {
      plan.eventEnd.reach(in: plan.part, except: running)
      if plan.endsApplication { ownership.endApplication() }
    }
  }
}
