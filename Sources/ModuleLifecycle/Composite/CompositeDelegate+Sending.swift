/// A dispatch under way.
struct DispatchFrame {
  let id: UInt64
  let plan: DispatchPlan
  /// The place of the handler that is running.
  var step = 0
  /// How long the events took that the present handler sent itself.
  var nested: UInt64 = 0
}

extension CompositeDelegate {
  /// Delivers an event to all modules that handle it, in the order of their registration, and combines their votes.
  ///
  /// A handler may send other events: each runs at once, inside the one that sent it, and its entry names that one as
  /// its parent. Past `deepestNesting` an event is not delivered any more; its response is then the one for no votes.
  ///
  /// - Returns: The response that the event's policy makes of the votes.
  @discardableResult
  public func send<Event: LifecycleEvent>(_ event: Event) -> Event.Response {
    let plan = plan(for: event)
    guard frames.count < Self.deepestNesting else { return refuse(event, plan: plan) }

    let payload = Payload(event)
    let frame = DispatchFrame(id: Identifiers.nextDispatch(), plan: plan)
    let (parent, stateBefore) = (frames.last, state)
    if state == .terminated, let transition = plan.transition, transition.target != .terminated { scope.restart() }
    move(plan.transition, .beforeHandlers)
    let stateWithin = state
    let (start, total, spans) =
      ModuleSlot.constructions == 0
      ? run(plan, payload: payload, frame: frame)
      : Owner.outsideOfConstruction { run(plan, payload: payload, frame: frame) }
    // An event that a handler sent may have moved it further, to the application's end even.
    if state == stateWithin { move(plan.transition, .afterHandlers) }
    let verdict = Event.policy.combine(payload.ballots)

    if journal.isEnabled {
      let isOutOfState = plan.transition.map { !$0.expected.contains(stateBefore) } ?? false
      journal.append(
        record: .dispatch(
          DispatchRecord(
            id: frame.id, parent: parent?.id, parentModule: parent.map { $0.plan.labels[$0.step].name },
            name: plan.name, event: event, at: start - journal.origin, total: total,
            response: verdict.response, state: state, isOutOfState: isOutOfState, labels: plan.labels, spans: spans)))
      noteWarnings(of: plan, spans: spans, verdict: verdict.warning, frame: frame)
      if isOutOfState { noteOutOfState(plan, stateBefore: stateBefore, frame: frame) }
    }
    watchdog.dispatchEnded(frame.id, plan, depth: frames.count, total: total, spans: spans)
    if !frames.contains(where: { $0.plan.name == plan.name }) {
      scope.end(event: plan.name)
      if plan.endsApplication { scope.endApplication() }
    }
    if parent == nil { latestDispatch = frame.id }
    lookAround()
    return verdict.response
  }

  /// Delivers an event whose static type is not known, such as one made from its name.
  ///
  /// - Returns: The response.
  @discardableResult
  public func send(any event: any LifecycleEvent) -> any Sendable { send(event) }

  /// Calls the handlers one after the other; the end of one call is the start of the next.
  ///
  /// Neither the event's type nor any module's is known here, so this is one and the same loop for all.
  private func run(
    _ plan: DispatchPlan, payload: AnyObject, frame: DispatchFrame
  ) -> (start: UInt64, total: UInt64, spans: [DispatchRecord.Span]) {
    let clock = journal.clock
    var spans: [DispatchRecord.Span] = []
    spans.reserveCapacity(plan.steps.count)
    let (suspended, outerDispatch) = (running.saved, journal.currentDispatch)
    frames.append(frame)
    journal.currentDispatch = frame.id
    running.begin(plan.signalSafeName)

    hooks?.dispatchBegins()
    let depth = frames.count - 1
    let start = watchdog.dispatchBegins(frame.id, plan, depth: depth)
    var last = start
    for (index, step) in plan.steps.enumerated() {
      guard let module = step.slot.module, step.slot.owner === step.owner, step.slot.isOn else {
        spans.append(DispatchRecord.Span(start: last - start, total: 0, own: 0, outcome: .skipped))
        continue
      }
      frames[depth].step = index
      running.enter(step.slot.signalSafeName, since: last)
      let outcome = step.handler(module, payload, step.slot)
      let end = clock.now
      let nested = frames[depth].nested
      frames[depth].nested = 0
      spans.append(
        DispatchRecord.Span(
          start: last - start, total: end - last, own: end - last - min(nested, end - last), outcome: outcome))
      last = hooks?.handlerReturned() == true ? clock.now : end
    }

    running.restore(suspended)
    frames.removeLast()
    if let parent = frames.indices.last { frames[parent].nested += last - start }
    journal.currentDispatch = outerDispatch
    return (start, last - start, spans)
  }

  private func plan<Event: LifecycleEvent>(for event: Event) -> DispatchPlan {
    let key = ObjectIdentifier(Event.self)
    if let plan = plans[key] { return plan }
    let plan = DispatchPlan(for: Event.self, slots: slots, budgets: budgets)
    plans[key] = plan
    return plan
  }

  private func move(_ transition: ApplicationStateTransition?, _ moment: ApplicationStateTransition.Moment) {
    if let transition, transition.moment == moment, let target = transition.target { state = target }
  }
}

// MARK: - Warnings

extension CompositeDelegate {
  private func refuse<Event: LifecycleEvent>(_ event: Event, plan: DispatchPlan) -> Event.Response {
    warn(
      .depthCap, "\(plan.name) was sent \(frames.count) events deep and was not delivered.", module: nil,
      dispatch: frames.last?.id)
    return Event.policy.combine([]).response
  }

  private func noteWarnings(
    of plan: DispatchPlan, spans: [DispatchRecord.Span], verdict: String?, frame: DispatchFrame
  ) {
    for (label, span) in zip(plan.labels, spans) {
      guard case .threw(let error) = span.outcome else { continue }
      warn(
        .handlerThrew, "\(label.name) threw in \(plan.name): \"\(error)\". The other modules went on.",
        module: label.name, dispatch: frame.id)
    }
    if let verdict { warn(.votesConflict, "\(plan.name): \(verdict)", module: nil, dispatch: frame.id) }
  }

  private func noteOutOfState(_ plan: DispatchPlan, stateBefore: ApplicationState, frame: DispatchFrame) {
    warn(
      .outOfState, "\(plan.name) was sent while the application was \(stateBefore.words).", module: nil,
      dispatch: frame.id)
  }

  private func warn(_ kind: WarningEntry.Kind, _ message: String, module: String?, dispatch: UInt64?) {
    journal.append(
      .warning(
        WarningEntry(
          kind: kind, message: message, module: module, dispatch: dispatch, atNanoseconds: journal.now)))
  }
}
