extension CompositeDelegate {
  /// Refuses an event that was sent too deep.
  func refuse<Event: LifecycleEvent>(_ event: Event, plan: DispatchPlan) -> Event.Response {
    warn(ofDepth: plan)
    return Event.policy.combine([]).response
  }

  func warn(ofDepth plan: DispatchPlan) {
    warn(
      .depthCap, "\(plan.name) was sent \(stack.frames.count) events deep and was not delivered.", module: nil,
      dispatch: stack.frames.last?.id)
  }

  func noteWarnings(of dispatch: Dispatch, errors: [HandlerError], verdict: String?) {
    let (plan, labels) = (dispatch.plan, dispatch.plan.labels.modules)
    for error in errors {
      if error.step == dispatch.run.abortedAt { continue }
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

  func warn(_ kind: WarningEntry.Kind, _ message: String, module: String?, dispatch: UInt64?) {
    journal.append(
      .warning(
        WarningEntry(
          kind: kind, message: message, module: module, dispatch: dispatch, atNanoseconds: journal.now)))
  }
}
