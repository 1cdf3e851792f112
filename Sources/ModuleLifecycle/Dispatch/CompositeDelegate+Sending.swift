extension CompositeDelegate {
  /// Delivers an event to all modules that handle it, in the order of registration, and combines their votes.
  ///
  /// A handler can send other events. Each is delivered at once, inside the handler, and its entry names the outer
  /// event as its parent. An event that exceeds `maximumNesting` is not delivered: its response is the one for no
  /// votes, and a warning names the events that lead to each other. Events sent after an event's handlers have returned
  /// also count as one level deeper: the events that it stands for, and those sent by its completion or by cleanups.
  /// Events sent by observers are limited by `maximumCycleLength` instead.
  ///
  /// - Returns: The response that the event's policy computes from the votes.
  @discardableResult
  @inlinable public func send<Event: LifecycleEvent>(_ event: Event) -> Event.Response {
    // Only the dispatch needs to know the event's type.
    if let plan = plainPlan(for: ObjectIdentifier(Event.self)), let response = () as? Event.Response {
      deliverPlain(EventDispatch(event, consume plan), bridged: event.bridged)
      return response
    }
    return send(event, with: [])
  }

  /// Delivers an event along with values that handlers look up by type. See `SystemObjects`.
  ///
  /// The events that this event stands for are delivered with the same values.
  ///
  /// - Returns: The response that the event's policy computes from the votes.
  @discardableResult
  public func send<Event: LifecycleEvent>(_ event: Event, with system: SystemObjects) -> Event.Response {
    deliver(event, by: plan(for: Event.self), system: system)
  }

  /// Delivers an event. The events that it stands for get values of their own, in their order.
  package func send<Event: LifecycleEvent>(
    _ event: Event, with system: SystemObjects, bridging bridgedObjects: [SystemObjects]
  ) where Event.Response == Void {
    deliver(event, by: plan(for: Event.self), system: system, bridging: bridgedObjects)
  }

  /// Delivers an event that moves the application, unless the application has scenes and is there already.
  package func send<Event: LifecycleEvent>(unlessMoved event: Event) where Event.Response == Void {
    if Event.transition?.target != state || !application.scenes.isUsed { send(event) }
  }

  /// Delivers an event whose static type is not known, such as one created from its name.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - system: The system objects that handlers receive alongside the event.
  /// - Returns: The response. If handlers answer later, it includes only the answers given by the time the last handler
  ///   has returned.
  @discardableResult
  package func send(any event: any LifecycleEvent, with system: SystemObjects = []) -> any Sendable {
    func open<Event: LifecycleEvent>(_ event: Event) -> any Sendable { send(event, with: system) }
    return open(event)
  }

  /// Delivers an event that a user has fired by name, like `send(any:with:)`.
  package func fire(any event: any LifecycleEvent) {
    func open<Event: LifecycleEvent>(_ event: Event) { deliver(event, by: plan(for: Event.self), .fired) }
    open(event)
  }

  /// The plan of an event that asks nothing and whose handlers all answer at once, if it was sent before.
  @usableFromInline func plainPlan(for event: ObjectIdentifier) -> DispatchPlan? {
    if let latestPlan, ObjectIdentifier(latestPlan.event) == event, latestPlan.changes == stack.changes {
      return latestPlan
    }
    guard let plan = plans[event], plan.isPlain, plan.changes == stack.changes else { return nil }
    latestPlan = plan
    return plan
  }

  func plan<Event: LifecycleEvent>(for event: Event.Type) -> DispatchPlan {
    let key = ObjectIdentifier(event)
    if let plan = plans[key], plan.changes == stack.changes { return plan }
    let plan = DispatchPlan(for: event, slots: slots, in: application, part: ownerAsModule)
    // A plan's release can run code that sends events, so nothing refers to the old one when it goes.
    latestPlan = nil
    // Taken out and put back: if it were changed in its place, each dispatch's look would be checked for exclusivity.
    var table = plans
    plans = [:]
    let old = table.updateValue(plan, forKey: key)
    plans = table
    // The old plan must be released only after the new one is in its place.
    withExtendedLifetime(old) {}
    return plan
  }

  /// Delivers an event by a plan, which may cover only some of the modules.
  ///
  /// - Parameters:
  ///   - system: The values for the handlers of this event.
  ///   - bridgedObjects: Those for the events that it stands for, in their order. `nil` for the same values.
  ///   - earlier: The dispatch in which the event was held for the plan's module.
  ///   - completion: Called once with the response, when all handlers have answered or the deadline has passed.
  @discardableResult
  func deliver<Event: LifecycleEvent>(
    _ event: Event, by plan: DispatchPlan, _ origin: Dispatch.Origin = .sent, system: SystemObjects = [],
    bridging bridgedObjects: [SystemObjects]? = nil, earlier: Dispatch? = nil,
    completion: (@MainActor (Event.Response) -> Void)? = nil
  ) -> Event.Response {
    guard stack.isFree || admits(plan) else { return refuse(event, completion) }
    let answers = Answers<Event>(
      plan, system: system, journal: journal, watchdog: watchdog, completed: completion,
      caller: completion == nil ? nil : stack.caller)
    let dispatch = EventDispatch(event, plan)
    dispatch.ownAnswers = answers
    if let earlier { dispatch.details.earlier = earlier }
    return stack.deferringQueuedEvents {
      deliver(dispatch, origin)
      let response = answers.responseSoFar
      let bridged = event.bridged
      sendConsequences(of: dispatch, system, bridged, bridgedObjects ?? Array(repeating: system, count: bridged.count))
      return response
    }
  }

  @usableFromInline func deliverPlain(_ dispatch: Dispatch, bridged: [any LifecycleEvent]) {
    guard stack.isFree || admits(dispatch.plan) else { return }
    let outer = stack.beginDeferring()
    deliver(dispatch, .sent)
    sendConsequences(of: dispatch, [], bridged, [])
    stack.endDeferring(outer)
  }

  /// Sends what follows from an event, after its handlers have returned: the application's events that its scenes bring
  /// about, with the scene's objects, and the events that it stands for.
  private func sendConsequences(
    of dispatch: Dispatch, _ system: SystemObjects, _ bridged: [any LifecycleEvent], _ bridgedObjects: [SystemObjects]
  ) {
    guard dispatch.movesApplication || !bridged.isEmpty, !dispatch.isForOneModule else { return }
    stack.after(dispatch) {
      // A handler can move scenes or the application in between. There are at most two steps from one state to another.
      var steps = dispatch.movesApplication ? 4 : 0
      while steps > 0, let event = application.scenes.nextEvent(in: state) {
        derive(event, from: dispatch, dispatch.anyEvent is any SceneEvent ? system : [])
        steps -= 1
      }
      for (index, event) in bridged.enumerated() {
        derive(event, from: dispatch, index < bridgedObjects.count ? bridgedObjects[index] : [])
      }
    }
  }

  private func derive(_ event: any LifecycleEvent, from dispatch: Dispatch, _ system: SystemObjects) {
    func open<Event: LifecycleEvent>(_ event: Event) {
      deliver(event, by: plan(for: Event.self), .derived(from: dispatch.id), system: system)
    }
    open(event)
  }

  /// Calls the handlers, and concludes the dispatch or waits for those that answer later.
  private func deliver(_ dispatch: Dispatch, _ origin: Dispatch.Origin) {
    let (plan, application) = (dispatch.plan, application)
    if plan.isLaunch, plan.part == nil { application.noteLaunch(dispatch) }
    dispatch.begin(on: application.stack, origin, isRecorded: journal.isEnabled, life: application.life.number)
    if plan.isRemembered, !dispatch.isRefused { application.remember(dispatch.anyEvent) }
    // Before the handlers, which can lead to the scene's next event.
    if plan.movesScenes { dispatch.movesApplication = application.scenes.note(dispatch.anyEvent) }
    if plan.endsApplication { application.beginEnd() }
    if Self.enclosing == nil {
      application.call(dispatch)
    } else {
      // If a factory sends the event, its module doesn't own what the handlers create.
      Self.outsideOfConstruction { application.call(dispatch) }
    }
    if !application.eventObservers.isIdle { application.eventObservers.note(dispatch, in: stack) }
    if let answers = dispatch.answers, answers.endCalls() {
      application.checkExpectations()
      conclude(dispatch, after: answers)
    } else {
      conclude(dispatch)
    }
  }

  /// Concludes a dispatch when its handlers have answered.
  private func conclude(_ dispatch: Dispatch, after answers: any DispatchAnswers) {
    stack.pending[dispatch.id] = answers
    answers.wait(sleep: application.sleep) { [weak self, application] in
      application.stack.pending[dispatch.id] = nil
      application.stack.deferringQueuedEvents {
        if let composite = self ?? application.root {
          composite.conclude(dispatch)
        } else {
          _ = answers.combine(for: dispatch, isRefused: false)
          answers.complete()
        }
      }
    }
  }

  /// Combines the votes, records the dispatch, and ends what lasts as long as the event.
  private func conclude(_ dispatch: Dispatch) {
    let (plan, application, journal) = (dispatch.plan, application, journal)
    // A required module can fail after its handler has returned. The sender of an aborted launch gets `false`.
    if plan.isLaunch, dispatch.abortedAt == nil {
      dispatch.abortedAt = dispatch.errors.map(\.step).filter(plan.abortsLaunch).min()
    }
    let conflict = dispatch.answers?.combine(for: dispatch, isRefused: dispatch.abortedAt != nil || dispatch.isRefused)
    if dispatch.isRecorded {
      journal.append(dispatch.record(state: state, origin: journal.origin))
      if dispatch.ownDetails?.errors.isEmpty == false || conflict != nil || dispatch.isOutOfState {
        noteWarnings(of: dispatch, conflict)
      }
    }
    if plan.canBeHeld, plan.part == nil || dispatch.heldFrom != nil { application.remember(dispatch) }
    dispatch.ownDetails?.earlier = nil
    if plan.isLaunch, dispatch.abortedAt == nil, plan.steps.count > 1, let step = dispatch.answers?.loneRefusal {
      warn(.launchRefused, of: plan.names.labels[step], in: dispatch) { _ in }
    }
    if let excess = dispatch.excess { warn(of: excess, in: dispatch) }
    if let step = dispatch.abortedAt {
      abortLaunch(dispatch, at: step, error: dispatch.errors.first { $0.step == step }?.text ?? "")
    } else if plan.isLaunch, let refusal = dispatch.ownDetails?.refusal {
      warn(.launchAborted, of: nil, in: dispatch) {
        ($0.module, $0.error, $0.fate) = (refusal.module, refusal.reason, .ended)
      }
    } else if plan.isLaunch, plan.event == DidFinishLaunching.self, plan.part == nil,
      let launch = application.life.launch, !launch.isAwaited, !launch.isUnderWay
    {
      application.startAll(in: launch)
      application.tellConductor(.launched)
    }
    if plan.eventEnd.isAwaited || plan.endsApplication { end(dispatch) }
    if dispatch.sender == nil { application.stack.noteEnd(of: dispatch) }
    application.checkExpectations()
    guard dispatch.answers?.hasCompletion == true else { return }
    if dispatch.ownDetails?.heldCount ?? 0 > 0, let event = plan.event as? any AsyncLifecycleEvent.Type {
      application.letSenderWait(for: dispatch, atMost: event.deadline)
    } else {
      stack.complete(dispatch)
    }
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
      if plan.endsApplication { application.end(dispatch.life) }
    }
  }
}

// MARK: - Calling the handlers

extension Application {
  /// Calls the handlers between the state's changes.
  private func moveAndCall(_ dispatch: Dispatch) {
    guard let transition = dispatch.plan.transition, !dispatch.isRefused else { return callHandlers(dispatch) }
    dispatch.stateBefore = state
    dispatch.isOutOfState = !transition.expected.contains(state)
    move(transition, .beforeHandlers)
    let stateWithin = state
    callHandlers(dispatch)
    // An event sent by a handler may have changed the state again, even to terminated. But a termination is the end.
    guard state == stateWithin || transition.target == .terminated else { return }
    move(transition, .afterHandlers)
    guard dispatch.plan.isLaunch, let launch = dispatch.anyEvent as? DidFinishLaunching else { return }
    if launch.inBackground == true { state = .background }
  }

  private func move(_ transition: ApplicationStateTransition, _ moment: ApplicationStateTransition.Moment) {
    if transition.moment == moment, let target = transition.target { state = target }
  }

  fileprivate func call(_ dispatch: Dispatch) {
    let plan = dispatch.plan
    guard !plan.observers.isEmpty else { return moveAndCall(dispatch) }
    let observed = ObservedDispatch(
      id: dispatch.id, event: dispatch.anyEvent, name: plan.names.event, isReplay: dispatch.isReplay)
    var all = { self.moveAndCall(dispatch) }
    for observer in plan.observers.reversed() where observer.interests.contains(.dispatches) {
      all = { [all] in observer.around(observed, all) }
    }
    all()
  }

  private func callHandlers(_ dispatch: Dispatch) {
    let outerDispatch = journal.currentDispatch
    journal.currentDispatch = dispatch.id
    let saved = stack.push(dispatch)
    let outer = watchdog.dispatchBegins(dispatch)
    let measured = dispatch.isRecorded ? dispatch.meter?.begin() : nil
    if measured != nil { watchdog.dispatchBeginsNow(dispatch) }
    if dispatch.isRefused { HandlerLoop.skip(dispatch) } else { HandlerLoop.run(dispatch, on: stack) }
    if let measured { dispatch.times = measured.end() }
    stack.pop(saved, took: dispatch.end - dispatch.start)
    if let excess = watchdog.dispatchEnded(dispatch, outer) { dispatch.excess = excess }
    journal.currentDispatch = outerDispatch
  }
}

extension CompositeDelegate {
  /// Delivers an event once nothing else is in progress.
  ///
  /// If nothing is, the event is delivered at once. Otherwise it waits until the outermost dispatch has ended, with all
  /// its cleanups and the events it sends, and until all handlers that answer later have answered. An event queued by a
  /// cleanup waits for the removal, teardown or rebuild to finish.
  ///
  /// Events that are sent rather than queued don't wait for those answers, because the caller of `send` waits for a
  /// response.
  ///
  /// Any number of events can be queued. An event can lead to itself when a handler, an observer or a completion queues
  /// it again. After `maximumCycleLength` such events without a pause, the next one is not delivered: its response is the one
  /// for no votes, and a warning names the events that lead to each other. Waiting for an answer is a pause.
  ///
  /// - Parameters:
  ///   - event: The event.
  ///   - completion: Called once with the response. If the composite is released first, the response is the one for no
  ///     votes.
  public func enqueue<Event: LifecycleEvent>(
    _ event: Event, completion: (@MainActor (Event.Response) -> Void)? = nil
  ) {
    enqueue(event, .sent, completion)
  }

  /// Queues an event that a user has fired by name. See `enqueue(_:completion:)`.
  package func enqueue<Event: LifecycleEvent>(
    fired event: Event, completion: (@MainActor (Event.Response) -> Void)? = nil
  ) {
    enqueue(event, .fired, completion)
  }

  private func enqueue<Event: LifecycleEvent>(
    _ event: Event, _ origin: Dispatch.Origin, _ completion: (@MainActor (Event.Response) -> Void)?
  ) {
    let path = stack.ancestry
    let cycle = path.isEmpty ? nil : stack.count(Event.self, after: path)
    guard admits(Event.self, in: cycle, after: path) else {
      refuse(event, completion)
      return
    }
    stack.enqueue(
      QueuedEvent(cause: EventCause(path: path, cycle: cycle)) { [weak self] in
        guard let self else {
          completion?(Event.policy.combine([]).response)
          return
        }
        self.deliver(event, by: self.plan(for: Event.self), origin, completion: completion)
      })
  }

  /// Queues an event whose static type is not known. See `enqueue(_:completion:)`.
  package func enqueue(any event: any LifecycleEvent) {
    func open<Event: LifecycleEvent>(_ event: Event) { enqueue(event) }
    open(event)
  }

  /// Whether nothing is in progress: no handler is running, no answer is missing, and no event is queued.
  public var isIdle: Bool { stack.isIdle }

  /// The number of events that are queued.
  var enqueuedCount: Int { stack.queue.count }
}
