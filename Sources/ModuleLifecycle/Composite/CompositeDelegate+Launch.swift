/// What a composite remembers of its launch, for modules that are created later.
struct LaunchMemory {
  /// The launch event. `nil` before the launch.
  var launch: (any LifecycleEvent)?
  /// The latest event that moved the application to the foreground or out of it.
  var foreground: (any LifecycleEvent)?
  /// When the launch was sent, in nanoseconds since the journal's start. `nil` before the launch.
  var launchedAt: UInt64?

  mutating func note(_ event: any LifecycleEvent, at time: UInt64) {
    switch event {
    case is DidFinishLaunching:
      launch = event
      launchedAt = time
      foreground = nil
    case is DidBecomeActive, is WillResignActive, is DidEnterBackground, is WillEnterForeground: foreground = event
    case is WillTerminate: self = LaunchMemory()
    default: break
    }
  }
}

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
    if let holder = nestedHolder(of: id) { return try holder.catchUp(id) }
    let slot = try slot(with: id)
    guard slot.module != nil else { throw slot.isOn ? .removed(slot.name) : .neverCreated(slot.name) }
    guard slot.isOn else { throw .switchedOff(slot.name) }
    let (memory, owner) = (stack.memory, slot.owner)
    for event in [memory.launch, memory.foreground].compactMap(\.self) where slot.owner === owner {
      replay(event, to: slot)
    }
  }

  private func replay<Event: LifecycleEvent>(_ event: Event, to slot: ModuleSlot) {
    let plan = DispatchPlan(
      for: Event.self, slots: [slot], budgets: budgets, on: stack, journal, part: slot.owner, isReplay: true)
    deliver(event, by: plan, isReplay: true)
  }

  /// Ends a launch in which a required module failed. The modules that were already called are released in reverse
  /// order; an asynchronous launch releases them itself. A launch that was sent only to a nested composite doesn't end
  /// the application.
  func abortLaunch(_ dispatch: borrowing Dispatch, _ plan: DispatchPlan, at step: Int, error: String) {
    let failed = plan.labels.modules[step]
    if let asyncLaunch {
      warn(.launchAborted, of: failed, in: dispatch, plan) { $0.error = error }
      asyncLaunch.problem = .failed(module: failed.name, reason: error)
      return
    }
    var started: [ModuleSlot] = []
    for (step, span) in zip(plan.steps, stack.spans(of: dispatch)) where span.result != .skipped {
      if let slot = step.path.first, started.last !== slot, slot.module != nil { started.append(slot) }
    }
    warn(.launchAborted, of: failed, in: dispatch, plan) { $0.error = error }
    for slot in started.reversed() { letGo(of: slot, because: .launchAborted) }
    guard parentModule == nil else { return }
    scope.endApplication()
    returnToBeforeLaunch()
  }

  /// Forgets the launch, whether it was complete or not.
  func returnToBeforeLaunch() {
    stack.memory = LaunchMemory()
    watchdog.forgetLaunch()
    guard state != .notRunning else { return }
    state = .notRunning
    journal.append(.state(StateEntry(state: state, atNanoseconds: journal.now)))
  }
}
