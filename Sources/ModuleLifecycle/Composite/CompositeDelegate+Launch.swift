extension CompositeDelegate {
  /// Sends one module the events that it came too late for: the launch, and the latest event that moved the application
  /// to the foreground or out of it. The journal marks both as replays.
  ///
  /// Does nothing before the launch. The application's state doesn't change, the module's answers are ignored, and an
  /// error doesn't abort the launch even if the module is required.
  ///
  /// - Throws: `CompositeError` when there is no such module, or it was removed, is switched off, or was never created.
  public func catchUp(_ name: String) throws(CompositeError) { try catchUp(slot(named: name).id) }

  /// Sends one module the events that it came too late for. See `catchUp(_:)` with a name.
  public func catchUp(_ id: ModuleID) throws(CompositeError) {
    let (composite, slot) = try find(id)
    guard slot.module != nil else { throw slot.isOn ? .removed(slot.name) : .neverCreated(slot.name) }
    guard slot.isOn else { throw .switchedOff(slot.name) }
    let (memory, owner) = (application.memory, slot.owner)
    for event in [memory.launch, memory.foreground].compactMap(\.self) where slot.owner === owner {
      composite.replay(event, to: slot)
    }
  }

  private func replay<Event: LifecycleEvent>(_ event: Event, to slot: ModuleSlot) {
    let plan = DispatchPlan(for: Event.self, slots: [slot], in: application, part: slot.owner, isReplay: true)
    deliver(event, by: plan, isReplay: true)
  }

  /// Ends a launch in which a required module failed. The modules that were already called are released in reverse
  /// order; an asynchronous launch releases them itself. A launch that was sent only to a nested composite doesn't end
  /// the application. If the modules have been created again since, the launch concerns none of them.
  func abortLaunch(_ dispatch: Dispatch, at step: Int, error: String) {
    let failed = dispatch.plan.names.labels[step]
    warn(.launchAborted, of: failed, in: dispatch) { $0.error = error }
    if launchUnderWay != nil { return failLaunch(failed.name, error) }
    var called: [ModuleSlot] = []
    for (step, call) in zip(dispatch.plan.steps, dispatch.calls) where call.result != .skipped {
      guard let slot = step.path.first, called.last !== slot, slot.owner === step.owners.first else { continue }
      if slot.module != nil { called.append(slot) }
    }
    for slot in called.reversed() { release(slot, because: .launchAborted) }
    guard dispatch.plan.part == nil, dispatch.restarts == application.restarts else { return }
    ownership.endApplication()
    application.returnToBeforeLaunch()
  }
}
