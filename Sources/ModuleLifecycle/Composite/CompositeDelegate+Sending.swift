extension CompositeDelegate {
  /// Delivers an event to all modules that handle it, in the order of their registration, and combines their votes.
  ///
  /// A handler may send other events: each runs at once, inside the one that sent it, and its entry names that one as
  /// its parent. Past `deepestNesting` an event is not delivered any more; its response is then the one for no votes, and
  /// a warning names the events that lead to each other. What an event's end brings counts as one deeper, too: the events
  /// that it stands for, those that its completion sends, and those that cleanups send. What observers send is bounded by
  /// `longestCycle`.
  ///
  /// - Returns: The response that the event's policy makes of the votes.
  @discardableResult
  @inlinable public func send<Event: LifecycleEvent>(_ event: Event) -> Event.Response {
    // The common case, in which only the context needs to know the event's type.
    if Event.Response.self == Void.self, let plan = plainPlan(for: ObjectIdentifier(Event.self)) {
      deliver(EventContext(event), by: plan, bridged: event.bridged)
      return unsafe unsafeBitCast((), to: Event.Response.self)
    }
    return deliver(event)
  }

  /// Delivers an event whose static type is not known, such as one made from its name.
  ///
  /// - Returns: The response. Where handlers answer later, it is made of the answers that there are when the last
  ///   handler has returned.
  @discardableResult
  public func send(any event: any LifecycleEvent) -> any Sendable {
    func open<Event: LifecycleEvent>(_ event: Event) -> any Sendable { deliver(event) }
    return open(event)
  }

  /// The plan for an event that asks nothing and whose handlers all answer at once, if it has been made.
  @usableFromInline func plainPlan(for event: ObjectIdentifier) -> DispatchPlan? {
    guard let plan = plans[event], plan.isBroadcast, plan.asyncCount == 0, plan.changes == stack.changes else {
      return nil
    }
    return plan
  }

  /// Delivers an event that asks nothing.
  @usableFromInline func deliver(_ context: DispatchContext, by plan: DispatchPlan, bridged: [any LifecycleEvent]) {
    guard stack.isFree || admits(plan) else { return }
    stack.deferringQueuedEvents {
      if plan.isRemembered { stack.memory.note(context.anyEvent, at: journal.now) }
      let dispatch = call(plan, context, isReplay: false)
      finish(dispatch, context, warning: nil)
      send(bridged, of: plan)
    }
  }

  /// Sends what an event stands for, when its handlers have returned.
  @inline(__always) private func send(_ bridged: [any LifecycleEvent], of plan: DispatchPlan) {
    if !bridged.isEmpty { stack.after(plan.event) { for event in bridged { send(any: event) } } }
  }

  /// Delivers an event.
  @usableFromInline func deliver<Event: LifecycleEvent>(_ event: Event) -> Event.Response {
    deliver(event, by: plan(for: Event.self))
  }

  /// Delivers an event by a plan, which may be one for some of the modules only.
  ///
  /// - Parameter completion: Gets the response, once, when the last handler has answered or the deadline has passed.
  @discardableResult
  func deliver<Event: LifecycleEvent>(
    _ event: Event, by plan: DispatchPlan, isReplay: Bool = false,
    completion: (@MainActor (Event.Response) -> Void)? = nil
  ) -> Event.Response {
    guard stack.isFree || admits(plan) else { return refuse(event, completion) }
    return stack.deferringQueuedEvents {
      let response = call(event, by: plan, isReplay: isReplay, completion: completion)
      if !isReplay { send(event.bridged, of: plan) }
      return response
    }
  }

  /// Calls the handlers, and concludes or waits for those that answer later.
  private func call<Event: LifecycleEvent>(
    _ event: Event, by plan: DispatchPlan, isReplay: Bool, completion: (@MainActor (Event.Response) -> Void)?
  ) -> Event.Response {
    let pending = plan.asyncCount == 0 ? nil : PendingCompletions<Event>(plan, journal: journal, watchdog: watchdog)
    let context = EventContext(event, answers: EventAnswers(stops: plan.policy(of: Event.self).stops, pending: pending))
    if plan.isRemembered { stack.memory.note(event, at: journal.now) }
    var dispatch = call(plan, context, isReplay: isReplay)
    guard let pending else { return conclude(dispatch, context, completion) }
    if pending.allAreCalled(in: dispatch.id) {
      wait(for: pending, of: dispatch, context, completion)
      return plan.policy(of: Event.self).combine(context.ballots(labels: plan.labels)).response
    }
    dispatch.run = pending.completed(dispatch.run)
    context.add(pending)
    return conclude(dispatch, context, completion)
  }

  /// Calls the handlers, and moves the application's state as the event says.
  private func call(_ plan: DispatchPlan, _ context: DispatchContext, isReplay: Bool) -> Dispatch {
    let parent = stack.frames.last
    var dispatch = Dispatch(
      id: Identifiers.nextDispatch(), parent: parent?.id, parentModule: parent.map(runningModule),
      isReplay: isReplay, plan: plan)
    if plan.transition == nil {
      run(&dispatch, context)
    } else {
      dispatch.stateBefore = state
      dispatch.isOutOfState = isOutOfState(plan)
      begin(plan)
      let stateWithin = state
      run(&dispatch, context)
      // An event that a handler sent may have moved it further, to the application's end even.
      if state == stateWithin { move(plan.transition, .afterHandlers) }
    }
    if !isReplay, !stack.observers.isEmpty {
      stack.observers.note(context.anyEvent, dispatch: dispatch.id, in: stack)
    }
    return dispatch
  }

  private func run(_ dispatch: inout Dispatch, _ context: DispatchContext) {
    let (id, plan) = (dispatch.id, dispatch.plan)
    dispatch.run =
      ModuleSlot.constructions == 0
      ? run(id, plan, context) : Self.outsideOfConstruction { run(id, plan, context) }
  }

  /// Combines the votes, writes the dispatch down and ends what was to last as long as the event.
  @discardableResult
  func conclude<Event: LifecycleEvent>(
    _ dispatch: Dispatch, _ context: EventContext<Event>, _ completion: (@MainActor (Event.Response) -> Void)?
  ) -> Event.Response {
    let plan = dispatch.plan
    var dispatch = dispatch
    // A required module may fail after its handler has returned.
    if plan.isLaunch, dispatch.run.abortedAt == nil, !context.errors.isEmpty {
      dispatch.run.abortedAt = context.errors.map(\.step).filter(plan.abortsLaunch).min()
    }
    let verdict = plan.policy(of: Event.self).combine(context.ballots(labels: plan.labels))
    // Whoever asks whether a launch went well hears that it did not.
    let response = dispatch.run.abortedAt.flatMap { _ in false as? Event.Response } ?? verdict.response
    context.answers?.response = response
    finish(dispatch, context, warning: verdict.warning)
    if let completion { stack.after(plan.event) { completion(response) } }
    return response
  }

  /// Writes a dispatch down and ends what was to last as long as its event.
  private func finish(_ dispatch: Dispatch, _ context: DispatchContext, warning: String?) {
    let plan = dispatch.plan
    if dispatch.run.isRecorded {
      journal.append(
        DispatchRecord(
          id: dispatch.id, parent: dispatch.parent, parentModule: dispatch.parentModule, plan: plan.names,
          state: state, stateBefore: plan.transition == nil ? state : dispatch.stateBefore,
          isOutOfState: dispatch.isOutOfState, isReplay: dispatch.isReplay, run: dispatch.run, origin: journal.origin,
          context: context))
      if !context.errors.isEmpty || warning != nil || dispatch.isOutOfState {
        noteWarnings(of: dispatch, errors: context.errors, verdict: warning)
      }
    }
    if let warning = dispatch.run.overBudget { journal.append(.warning(warning)) }
    if let step = dispatch.run.abortedAt {
      abortLaunch(dispatch, at: step, error: context.errors.first { $0.step == step }?.text ?? "")
    }
    if scope.hasAwaited || plan.endsApplication { end(plan) }
    if dispatch.parent == nil {
      stack.latestDispatch = max(stack.latestDispatch, dispatch.id)
      stack.latestTotal = dispatch.run.end - dispatch.run.start
    }
    checkExpectations()
  }

  /// Ends what was to last as long as an event, save for the parts of the application where a handler of one of its kind
  /// is running still.
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

  /// Calls the handlers.
  private func run(_ id: UInt64, _ plan: DispatchPlan, _ context: DispatchContext) -> DispatchRun {
    let isRecorded = journal.isEnabled
    let (suspended, outerDispatch) = (running.saved, journal.currentDispatch)
    journal.currentDispatch = id
    running.begin(plan.signalSafeName)
    let saved = stack.push(DispatchStack.Frame(id: id, plan: plan, isRecorded: isRecorded))
    hooks?.dispatchBegins()
    let start = watchdog.dispatchBegins(id, plan, depth: stack.frames.count - 1)
    stack.frames[stack.frames.count - 1].start = start

    let loop = HandlerLoop(self, plan, context)
    var run = isRecorded ? loop.run(from: start) : loop.runUnrecorded(since: start)

    run.parts = stack.pop(saved, took: run.end - start)
    run.overBudget = watchdog.dispatchEnded(
      id, plan, depth: stack.frames.count, total: run.end - start, spans: run.spans, parts: run.parts)
    journal.currentDispatch = outerDispatch
    running.restore(suspended)
    return run
  }

  func plan<Event: LifecycleEvent>(for event: Event.Type) -> DispatchPlan {
    let key = ObjectIdentifier(event)
    if let plan = plans[key], plan.changes == stack.changes { return plan }
    let plan = DispatchPlan(
      for: event, slots: slots, budgets: budgets, changes: stack.changes, part: ownerAsModule)
    // The old one dies when the new one is in its place.
    _ = plans.updateValue(plan, forKey: key)
    return plan
  }
}

// MARK: - The application's state

extension CompositeDelegate {
  private func isOutOfState(_ plan: DispatchPlan) -> Bool {
    plan.transition.map { !$0.expected.contains(state) } ?? false
  }

  /// Moves the state to where it is while the handlers run.
  private func begin(_ plan: DispatchPlan) {
    if state == .terminated, let transition = plan.transition, transition.target != .terminated { scope.restart() }
    move(plan.transition, .beforeHandlers)
  }

  private func move(_ transition: ApplicationStateTransition?, _ moment: ApplicationStateTransition.Moment) {
    if let transition, transition.moment == moment, let target = transition.target { state = target }
  }

  /// The module whose handler sends an event.
  private func runningModule(of frame: DispatchStack.Frame) -> String {
    let step = unsafe stack.progress.pointee.step
    return step < frame.plan.steps.count ? frame.plan.labels.modules[step].name : ""
  }
}
