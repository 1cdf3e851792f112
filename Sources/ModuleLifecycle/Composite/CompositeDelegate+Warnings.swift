extension CompositeDelegate {
  /// Whether an event may be delivered, where that is in doubt; warns if not.
  @inline(never) func admits(_ plan: DispatchPlan) -> Bool {
    if stack.isDeepest {
      warn(ofDepth: plan)
      return false
    }
    // What a handler sends is bounded by its depth.
    return stack.isQuiet ? admits(plan.event, after: stack.ancestry) : true
  }

  /// Whether an event may follow from those; warns if it is one too many of a cycle.
  func admits(_ event: any LifecycleEvent.Type, after path: [any LifecycleEvent.Type]) -> Bool {
    guard let cycle = stack.count(event, after: path) else { return true }
    if !cycle.isReported {
      cycle.isReported = true
      warn(
        .depthCap,
        "\(event.name) was not delivered: \(Self.longestCycle) events that led to each other had come before it."
          + path.cycle(backTo: event), module: nil, dispatch: unsafe stack.innermost?.pointee.id)
    }
    return false
  }

  private func warn(ofDepth plan: DispatchPlan) {
    guard stack.refused.insert(ObjectIdentifier(plan.event)).inserted else { return }
    unsafe stack.progress.pointee.isUnsettled = true
    warn(
      .depthCap,
      "\(plan.name) was sent \(Self.deepestNesting) events deep and was not delivered."
        + stack.ancestry.cycle(backTo: plan.event), module: nil, dispatch: unsafe stack.innermost?.pointee.id)
  }

  /// Answers an event that is not delivered.
  ///
  /// The caller hears at once. One who sends again when it hears, and is refused again, hears a little later: it would go
  /// on for ever.
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

  func noteWarnings(
    of dispatch: borrowing Dispatch, _ plan: DispatchPlan, _ context: DispatchContext, verdict: String?
  ) {
    let labels = plan.labels.modules
    for error in context.errors {
      if error.step == dispatch.abortedAt { continue }
      let name = labels[error.step].name
      warn(
        .handlerThrew, "\(name) threw in \(plan.name): \"\(error.text)\". The other modules went on.",
        module: name, dispatch: dispatch.id)
    }
    if let verdict { warn(.votesConflict, "\(plan.name): \(verdict)", module: nil, dispatch: dispatch.id) }
    guard dispatch.isOutOfState else { return }
    warn(
      .outOfState, "\(plan.name) was sent while the application was \(dispatch.stateBefore.words).", module: nil,
      dispatch: dispatch.id)
  }

  /// Warns of a dispatch whose handlers took longer than its budget.
  func warn(of excess: Dispatch.Excess, in dispatch: borrowing Dispatch, _ plan: DispatchPlan) {
    var times = stack.spans(of: dispatch).map(\.own)
    for part in dispatch.details?.parts ?? [] where times.indices.contains(part.step) { times[part.step] += part.own }
    let slowest = zip(plan.labels.modules, times).max { $0.1 < $1.1 }
    let report = OverBudget(
      event: plan.name, dispatch: dispatch.id, elapsed: excess.total, budget: plan.budget.nanoseconds,
      charged: excess.charged, culprit: slowest.map { .took($0.0.name, $0.1) })
    journal.append(.warning(report.warning(at: excess.at)))
  }

  func warn(_ kind: WarningEntry.Kind, _ message: String, module: String?, dispatch: UInt64?) {
    journal.append(
      .warning(
        WarningEntry(
          kind: kind, message: message, module: module, dispatch: dispatch, atNanoseconds: journal.now)))
  }
}
