extension CompositeDelegate {
  /// Whether an event can be delivered. Called only in doubtful cases. Warns if it can't.
  @inline(never) func admits(_ plan: DispatchPlan) -> Bool {
    if stack.isDeepest {
      warn(ofDepth: plan)
      return false
    }
    // Events sent by a handler are limited by depth.
    guard stack.isQuiet else { return true }
    let path = stack.ancestry
    return admits(plan.event, in: stack.count(plan.event, after: path), after: path)
  }

  /// Whether an event can follow the events that led to it. Warns if it exceeds `maximumCycleLength`.
  func admits(
    _ event: any LifecycleEvent.Type, in cycle: EventCycle?, after path: [any LifecycleEvent.Type]
  ) -> Bool {
    guard let cycle, cycle.isTooLong else { return true }
    if !cycle.isReported {
      cycle.isReported = true
      journal.warn(.depthCap) { warning in
        (warning.event, warning.count, warning.events) = (
          event.name, Self.maximumCycleLength, path.cycle(backTo: event)
        )
        warning.dispatch = stack.innermost?.id
      }
    }
    return false
  }

  private func warn(ofDepth plan: DispatchPlan) {
    guard stack.refused.insert(ObjectIdentifier(plan.event)).inserted else { return }
    stack.isUnsettled = true
    journal.warn(.depthCap) { warning in
      (warning.event, warning.limit) = (plan.names.event, Self.maximumNesting)
      warning.events = stack.ancestry.cycle(backTo: plan.event)
      warning.dispatch = stack.innermost?.id
    }
  }

  /// Answers an event that is not delivered.
  ///
  /// The completion is called at once. If it sends again and is refused again, its next call is deferred, because it
  /// would otherwise recurse forever.
  @discardableResult
  func refuse<Event: LifecycleEvent>(
    _ event: Event, _ completion: (@MainActor (Event.Response) -> Void)?
  ) -> Event.Response {
    let response = Event.policy.combine([]).response
    guard let completion else { return response }
    if stack.isRefusing {
      Task { @MainActor in completion(response) }
    } else {
      stack.isRefusing = true
      completion(response)
      stack.isRefusing = false
    }
    return response
  }

  func noteWarnings(of dispatch: Dispatch, _ conflict: VoteConflict?) {
    for error in dispatch.errors where error.step != dispatch.abortedAt {
      warn(.handlerThrew, of: dispatch.plan.names.labels[error.step], in: dispatch) { $0.error = error.text }
    }
    if let conflict { warn(.votesConflict, of: nil, in: dispatch) { $0.note(conflict) } }
    if dispatch.isOutOfState { warn(.outOfState, of: nil, in: dispatch) { $0.state = dispatch.stateBefore } }
  }

  /// Warns of a dispatch whose handlers took longer than its budget.
  func warn(of excess: Watchdog.Excess, in dispatch: Dispatch) {
    var times = dispatch.calls.map(\.own)
    var breakdown = dispatch.calls.indices.map { dispatch.ownDetails?.notes[$0]?.times ?? .notMeasured }
    for part in dispatch.ownDetails?.parts ?? [] where times.indices.contains(part.step) {
      times[part.step] += part.own
      if breakdown[part.step].isMeasured { breakdown[part.step] = breakdown[part.step].plus(part.times) }
    }
    let slowest = times.indices.max { times[$0] < times[$1] }
    warn(.overBudget, of: slowest.map { dispatch.plan.names.labels[$0] }, in: dispatch) { warning in
      if let slowest {
        warning.handlerNanoseconds = times[slowest]
        (warning.computingNanoseconds, warning.waitingNanoseconds) = breakdown[slowest].fields
      }
      (warning.elapsedNanoseconds, warning.limitNanoseconds) = (excess.total, dispatch.plan.budget.nanoseconds)
      warning.chargedNanoseconds = excess.charged == 0 ? nil : excess.charged
      warning.atNanoseconds = excess.at
    }
  }

  func warn(
    _ kind: WarningEntry.Kind, of module: ModuleLabel?, in dispatch: Dispatch, _ fill: (inout WarningEntry) -> Void
  ) {
    journal.warn(kind) { warning in
      (warning.event, warning.dispatch) = (dispatch.plan.names.event, dispatch.id)
      (warning.module, warning.moduleID) = (module?.name, module?.id)
      fill(&warning)
    }
  }
}

extension WarningEntry {
  fileprivate mutating func note(_ conflict: VoteConflict) {
    switch conflict {
    case .claimed(let modules):
      handlers = modules.map { Handler(module: $0.name, moduleID: $0.id, event: event) }
    case .nothingInCommon(let module): (self.module, moduleID) = (module.name, module.id)
    case .described(let words): message = "\(event ?? ""): \(words)"
    }
  }
}
