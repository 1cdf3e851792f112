extension Application {
  /// Begins the next life, if the present one has ended. Its scenes stay: the system still shows them.
  ///
  /// - Returns: Why the present one had ended; `nil` if it goes on.
  func beginLife() -> (any Error)? {
    guard let reason = life.beginNext() else { return nil }
    ownership.renew()
    lookUps = []
    tellTrial(.renewed)
    watchdog.forgetLaunch()
    return reason
  }

  /// Begins the end of the application: nothing is held or waited for any more.
  func beginEnd(_ reason: any Error = LaunchError.interrupted) {
    life.beginEnd(reason)
    for start in ownership.unfinished.starts { start.giveUp() }
    forgetLaunch()
    dropAllHeld()
    noteProgress()
  }

  /// Cleans what lives as long as the application, and ends the life with a number, if it is still the present one.
  func end(_ number: Int) {
    guard life.number == number else { return }
    ownership.endApplication()
    life.end(number)
  }

  /// Ends a life that was begun for a module whose creation has failed.
  func endAgain(_ reason: any Error, _ number: Int) {
    guard life.number == number else { return }
    beginEnd(reason)
    end(number)
  }

  /// Notes that the application is not running.
  func returnToNotRunning() {
    guard state != .notRunning else { return }
    state = .notRunning
    journal.append(.state(StateEntry(state: state, atNanoseconds: journal.now)))
  }

  /// Notes a launch event for the whole application. It begins the next life, if the present one has ended. But a launch
  /// that a required module has ended in `willFinishLaunching` does not go on.
  func noteLaunch(_ dispatch: Dispatch) {
    let isLast = dispatch.plan.event == DidFinishLaunching.self
    if isLast, let failure = life.failure {
      dispatch.details.refusal = failure
      return
    }
    if beginLife() != nil { returnToNotRunning() }
    if isLast { life.noteLaunchEvent() }
  }

  /// Tells the trial, if there is one.
  func tellTrial(_ moment: ModuleTrialMoment) { if let trial, let root { trial.note(moment, of: root) } }

  /// Wakes the code that waits until a module is ready.
  func noteProgress() { progress.take()?.reach() }
}

extension CompositeDelegate {
  /// Waits until a module is ready: its `start()` has returned, or it has none. Returns at once if that is so already.
  ///
  /// - Throws: `CompositeError` when there is no such module, or it is removed or switched off, also meanwhile, and when its
  ///   start has failed. `LaunchError.interrupted` when the application ends. `CancellationError` when the calling task is
  ///   cancelled.
  public func waitUntilReady(_ module: some ModuleReference) async throws {
    let slot = try find(module).slot
    let (owner, number) = (slot.owner, application.life.number)
    while true {
      try Task.checkCancellation()
      guard application.life.number == number, !application.life.isOver else { throw LaunchError.interrupted }
      guard let owner, slot.owner === owner, isPresent else {
        throw slot.isOn ? CompositeError.removed(slot.name) : .neverCreated(slot.name)
      }
      guard slot.isOn else { throw CompositeError.switchedOff(slot.name) }
      if let failure = owner.failure { throw CompositeError.startFailed(slot.name, reason: failure) }
      guard slot.hasYetToStart else { return }
      let progress = application.progress ?? CleanupEnd()
      application.progress = progress
      await progress.waitUnlessCancelled()
    }
  }
}
