extension CompositeDelegate {
  /// Delivers an event to all modules that handle it, in the order of their registration, and combines their votes.
  ///
  /// A handler may send other events: each runs at once, inside the one that sent it, and its entry names that one as
  /// its parent. Past `deepestNesting` an event is not delivered any more; its response is then the one for no votes.
  ///
  /// - Returns: The response that the event's policy makes of the votes.
  @discardableResult
  public func send<Event: LifecycleEvent>(_ event: Event) -> Event.Response {
    deliver(event, by: plan(for: Event.self))
  }

  /// Delivers an event whose static type is not known, such as one made from its name.
  ///
  /// - Returns: The response. Where handlers answer later, it is made of the answers that there are when the last
  ///   handler has returned.
  @discardableResult
  public func send(any event: any LifecycleEvent) -> any Sendable {
    func open<Event: LifecycleEvent>(_ event: Event) -> any Sendable { deliver(event, by: plan(for: Event.self)) }
    return open(event)
  }

  /// Delivers an event by a plan, which may be one for some of the modules only.
  ///
  /// - Parameter completion: Gets the response, once, when the last handler has answered or the deadline has passed.
  @discardableResult
  func deliver<Event: LifecycleEvent>(
    _ event: Event, by plan: DispatchPlan, isReplay: Bool = false,
    completion: (@MainActor (Event.Response) -> Void)? = nil
  ) -> Event.Response {
    guard stack.frames.count < Self.deepestNesting else {
      let response = refuse(event, plan: plan)
      completion?(response)
      return response
    }
    let (parent, stateBefore) = (stack.frames.last, state)
    var dispatch = Dispatch<Event>(
      id: Identifiers.nextDispatch(), parent: parent?.id, parentModule: parent.map(runningModule),
      isReplay: isReplay, plan: plan, isOutOfState: isOutOfState(plan), stateBefore: stateBefore)
    let tail = plan.asyncCount == 0 ? nil : AsyncTail<Event>(dispatch.id, plan: plan, journal: journal)
    let payload = Payload(event, tail: tail)
    let stateWithin = isReplay ? state : begin(plan)
    let frame = DispatchStack.Frame(
      id: dispatch.id, plan: plan, journal: journal, isRecorded: journal.isEnabled)
    dispatch.run =
      ModuleSlot.constructions == 0
      ? run(plan, payload: payload, frame: frame)
      : Owner.outsideOfConstruction { run(plan, payload: payload, frame: frame) }
    // An event that a handler sent may have moved it further, to the application's end even.
    if !isReplay, state == stateWithin { move(plan.transition, .afterHandlers) }
    if !isReplay { for bridged in event.bridged { send(any: bridged) } }
    guard let tail else { return conclude(dispatch, payload, completion) }
    guard tail.allAreCalled() else {
      dispatch.run = tail.completed(dispatch.run)
      return conclude(dispatch, payload, completion)
    }
    wait(for: tail, of: dispatch, payload, completion)
    return Event.policy.combine(payload.ballots(labels: plan.labels)).response
  }

  /// Combines the votes, writes the dispatch down and ends what was to last as long as the event.
  @discardableResult
  func conclude<Event: LifecycleEvent>(
    _ dispatch: Dispatch<Event>, _ payload: Payload<Event>, _ completion: (@MainActor (Event.Response) -> Void)?
  ) -> Event.Response {
    let plan = dispatch.plan
    let verdict = Event.policy.combine(payload.ballots(labels: plan.labels))
    if dispatch.run.isRecorded {
      let contents = EventContents(
        event: payload.event, answer: verdict.response, ballots: payload.allVotes, errors: payload.allErrors,
        suspended: dispatch.run.suspended)
      journal.append(record: .dispatch(dispatch.record(contents, state: state, origin: journal.origin)))
      noteWarnings(of: dispatch, errors: contents.errors, verdict: verdict.warning)
    }
    if !stack.frames.contains(where: { $0.plan.name == plan.name }) {
      scope.end(event: plan.name)
      if plan.endsApplication { scope.endApplication() }
    }
    if dispatch.parent == nil { latestDispatch = max(latestDispatch, dispatch.id) }
    lookAround()
    completion?(verdict.response)
    stack.drainQueue()
    return verdict.response
  }

  /// Calls the handlers one after the other; the end of one call is the start of the next.
  ///
  /// Neither the event's type nor any module's is known here, so this is one and the same loop for all.
  private func run(
    _ plan: DispatchPlan, payload: DispatchPayload, frame: DispatchStack.Frame
  ) -> DispatchRun {
    let (suspended, outerDispatch) = (running.saved, journal.currentDispatch)
    let saved = stack.push(frame)
    journal.currentDispatch = frame.id
    running.begin(plan.signalSafeName)
    hooks?.dispatchBegins()
    let start = journal.clock.now
    stack.frames[stack.frames.count - 1].start = start

    var last = start
    let spans =
      frame.isRecorded
      ? unsafe [DispatchRecord.Span](unsafeUninitializedCapacity: plan.steps.count) { buffer, count in
        last = unsafe call(plan, payload, from: start, into: buffer)
        count = plan.steps.count
      } : callUnrecorded(plan, payload, since: start)

    running.restore(suspended)
    let ended = stack.pop(saved, took: last - start)
    journal.currentDispatch = outerDispatch
    return DispatchRun(start: start, end: last, spans: spans, parts: ended.parts, isRecorded: frame.isRecorded)
  }

  /// Calls the handlers, and gives when the last one returned.
  private func call(
    _ plan: DispatchPlan, _ payload: DispatchPayload, from start: UInt64,
    into spans: UnsafeMutableBufferPointer<DispatchRecord.Span>
  ) -> UInt64 {
    let (clock, hooks, running, progress) = unsafe (journal.clock, hooks, running, stack.progress)
    let changes = unsafe progress.pointee.changes
    var last = start
    unsafe plan.steps.withUnsafeBufferPointer { steps in
      for index in steps.indices {
        // What has not changed is there still, and costs one comparison to know.
        if unsafe progress.pointee.changes != changes {
          releaseDeparting()
          if unsafe !steps[index].isReachable {
            let span = DispatchRecord.Span(start: last - start, total: 0, own: 0, result: .skipped)
            unsafe spans.initializeElement(at: index, to: span)
            continue
          }
        }
        unsafe progress.pointee.step = index
        running.enter(unsafe steps[index].name, since: last)
        let result = unsafe steps[index].module._withUnsafeGuaranteedRef { module in
          unsafe steps[index].handler(module, payload, index)
        }
        let end = clock.now
        let total = end - last
        let own = unsafe total - min(progress.pointee.nested, total)
        unsafe progress.pointee.nested = 0
        unsafe spans.initializeElement(
          at: index, to: DispatchRecord.Span(start: last - start, total: total, own: own, result: result))
        last = hooks?.handlerReturned() == true ? clock.now : end
        if result == .claimed {
          for rest in index + 1..<steps.count {
            let span = DispatchRecord.Span(start: last - start, total: 0, own: 0, result: .skipped)
            unsafe spans.initializeElement(at: rest, to: span)
          }
          break
        }
      }
    }
    return last
  }

  /// Calls the handlers while nothing is written down, without reading the clock.
  private func callUnrecorded(
    _ plan: DispatchPlan, _ payload: DispatchPayload, since start: UInt64
  ) -> [DispatchRecord.Span] {
    let (hooks, running, progress) = unsafe (hooks, running, stack.progress)
    let changes = unsafe progress.pointee.changes
    unsafe plan.steps.withUnsafeBufferPointer { steps in
      for index in steps.indices {
        if unsafe progress.pointee.changes != changes {
          releaseDeparting()
          if unsafe !steps[index].isReachable { continue }
        }
        unsafe progress.pointee.step = index
        running.enter(unsafe steps[index].name, since: start)
        let result = unsafe steps[index].module._withUnsafeGuaranteedRef { module in
          unsafe steps[index].handler(module, payload, index)
        }
        _ = hooks?.handlerReturned()
        if result == .claimed { break }
      }
    }
    return []
  }

  /// Lets go of modules that removed themselves, now that their handler has returned.
  private func releaseDeparting() {
    let last = stack.frames.count - 1
    guard !stack.frames[last].departing.isEmpty else { return }
    // They must not die while the stack is being changed.
    let departing = stack.frames[last].departing
    stack.frames[last].departing = []
    withExtendedLifetime(departing) {}
  }

  func plan(for event: any LifecycleEvent.Type) -> DispatchPlan {
    let key = ObjectIdentifier(event)
    if let plan = plans[key] { return plan }
    let plan = DispatchPlan(for: event, slots: slots)
    plans[key] = plan
    return plan
  }
}

// MARK: - The application's state

extension CompositeDelegate {
  private func isOutOfState(_ plan: DispatchPlan) -> Bool {
    plan.transition.map { !$0.expected.contains(state) } ?? false
  }

  /// Moves the state to where it is while the handlers run, and gives it.
  private func begin(_ plan: DispatchPlan) -> ApplicationState {
    if state == .terminated, let transition = plan.transition, transition.target != .terminated { scope.restart() }
    move(plan.transition, .beforeHandlers)
    return state
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
