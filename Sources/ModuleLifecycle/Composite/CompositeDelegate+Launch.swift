extension CompositeDelegate {
  /// Sends one module the events that it came too late for: the launch, and the latest event that moved the application
  /// to the foreground or out of it. The journal marks both as replays.
  ///
  /// The latest delivery of this launch that no module claimed, such as a link, follows if it is at most 30 seconds old and
  /// the module has not had it. It waits until the module has started.
  ///
  /// Does nothing before the launch. The application's state doesn't change, the module's answers are ignored, and an
  /// error doesn't abort the launch even if the module is required.
  ///
  /// - Throws: `CompositeError` when there is no such module, or it was removed, is switched off, or was never created.
  public func sendMissedEvents(to module: some ModuleReference) throws(CompositeError) {
    let (composite, slot) = try find(module)
    guard slot.module != nil else { throw slot.isOn ? .removed(slot.name) : .neverCreated(slot.name) }
    guard slot.isOn else { throw .switchedOff(slot.name) }
    guard application.life.isLaunched else { return }
    let (memory, owner) = (application.memory, slot.owner)
    for event in [memory.launch, memory.foreground].compactMap(\.self) where slot.owner === owner {
      composite.deliver(event, to: slot, .replay)
    }
    if slot.owner === owner, let owner { application.deliverUnclaimed(to: slot, owner, of: composite) }
  }

  /// How old a delivery that no module claimed can be before a late module no longer gets it: 30 seconds.
  nonisolated static let unclaimedAge = Duration.seconds(30)

  /// Ends a launch in which a required module failed. The modules that were already called are released in reverse
  /// order; an asynchronous launch releases them itself. A launch that was sent only to a nested composite doesn't end
  /// the application. If the modules have been created again since, the launch concerns none of them.
  func abortLaunch(_ dispatch: Dispatch, at step: Int, error: String) {
    let failed = dispatch.plan.names.labels[step]
    warn(.launchAborted, of: failed, in: dispatch) { $0.error = error }
    let problem = LaunchError.failed(module: failed.name, reason: error)
    let endsApplication = dispatch.plan.part == nil && dispatch.life == application.life.number
    if endsApplication, let launch = application.life.launch, launch.isAwaited {
      launch.fail(problem)
      return launch.interruption.reach()
    }
    if endsApplication { application.beginEnd(problem) }
    var called: [ModuleSlot] = []
    for (step, call) in zip(dispatch.plan.steps, dispatch.calls) where call.result != .skipped {
      guard let slot = step.path.first, called.last !== slot, slot.owner === step.owners.first else { continue }
      if slot.module != nil { called.append(slot) }
    }
    for slot in called.reversed() { release(slot, because: .launchAborted) }
    guard endsApplication else { return }
    application.end(dispatch.life)
    application.returnToNotRunning()
  }
}

extension CompositeDelegate {
  /// Launches an application whose modules take time to start, such as a server.
  ///
  /// Sends `willFinishLaunching`, then calls `start()` on each `StartingModule` in the order of registration, one after
  /// the other, then sends `didFinishLaunching`. A module that takes longer than five seconds to start is named in a
  /// warning.
  ///
  /// When a required module throws, or one inside a required composite, in `start()` or in a handler, the modules are released in reverse order and what
  /// they own is cleaned, as in `shutDown(within:)`. Call `recreateModules()` to create them again. When any other module
  /// throws, the error becomes a warning and the launch continues.
  ///
  /// When the calling task is cancelled, a warning names the module that is starting. If its `start()` goes on, the launch
  /// waits for it for half of the limit. Then the modules are released, as after an error. Once `didFinishLaunching` is sent,
  /// a cancellation is too late: the application is launched.
  ///
  /// ```swift
  /// try await composite.launch()
  /// ```
  ///
  /// - Parameters:
  ///   - event: The launch event that the modules receive. `willFinishLaunching` is sent with the same options.
  ///   - system: The system objects that handlers of both events receive alongside them.
  ///   - startsSideBySide: Whether modules start side by side if no `after:` connects them, so that the launch takes as long
  ///     as the slowest of them. A module that comes after one that has failed or is off starts all the same. When a
  ///     required module fails, the other starts are cancelled. Handlers are called in the order of registration in any
  ///     case.
  ///   - limit: The total time that the end of a launch that fails or is cancelled can take.
  /// - Throws: `LaunchError`, or `CancellationError` when the calling task is cancelled. The modules are released in
  ///   that case too. When the modules were removed or created again, or the application was terminated, meanwhile, the
  ///   launch is `interrupted` at once, whatever it waits for, and nothing is released.
  public func launch(
    _ event: DidFinishLaunching = DidFinishLaunching(), with system: SystemObjects = [],
    startsSideBySide: Bool = false, cleaningUpWithin limit: Duration = .seconds(10)
  ) async throws {
    guard isRoot else { throw LaunchError.nested }
    if application.life.isEnding { throw LaunchError.interrupted }
    let (launch, life) = (Launch(isAwaited: true), application.life)
    if application.beginLife() != nil { application.returnToNotRunning() }
    let number = life.number
    try life.begin(launch)
    // A task of its own, so that any thread can cancel it.
    let work = Task {
      try launch.check()
      send(WillFinishLaunching(options: event.options), with: system)
      try launch.check()
      try await startAll(in: launch, sideBySide: startsSideBySide, endingWithin: limit / 2)
      send(event, with: system)
      // Here, where nothing comes between: a cancellation is too late from now on.
      if !life.end(launch) { throw launch.problem ?? LaunchError.interrupted }
    }
    launch.attach(work)
    let result = await withTaskCancellationHandler {
      await work.result
    } onCancel: {
      launch.cancel()
    }
    if case .success = result {
      application.noteProgress()
      return application.tellConductor(.launched)
    }
    let problem = launch.problem ?? LaunchError.interrupted
    if life.launch === launch {
      let rest = problem is CancellationError ? limit / 2 : limit
      application.beginEnd(problem)
      // Another task: a cancelled one would not wait for the cleanups.
      await Task { _ = await shutDown(number, within: rest, because: .launchAborted) }.value
      if life.number == number { application.returnToNotRunning() }
    }
    throw problem
  }

  /// Waits until the application is launched, by `launch(_:with:cleaningUpWithin:)` or by sending `DidFinishLaunching`, and
  /// the starts of its modules have ended. Returns at once if they have.
  ///
  /// Use it for work that runs beside the launch but needs the modules, such as a server that must not listen earlier.
  ///
  /// - Throws: `LaunchError` when the launch fails or the application ends, or has ended and not begun anew.
  ///   `CancellationError` when the calling task or the launch is cancelled, and when an observed service is asked to shut
  ///   down before the application is launched.
  public nonisolated func waitUntilLaunched() async throws { try await application.life.waitUntilLaunched() }

  /// Starts the modules in the order of the calls. A module can be registered, switched or removed while another one starts.
  ///
  /// - Parameters:
  ///   - isSideBySide: Whether those that no `after:` connects start side by side.
  ///   - limit: How long to wait for a start that goes on after the launch was cancelled.
  private func startAll(in launch: Launch, sideBySide isSideBySide: Bool, endingWithin limit: Duration) async throws {
    var search = StartSearch()
    if isSideBySide {
      await startSideBySide(&search, in: launch, endingWithin: limit)
    } else {
      while launch.problem == nil, let found = search.next(in: self) {
        guard let start = application.start(found.slot, isRequired: found.isRequired, in: launch) else { continue }
        await wait(for: start, of: found, in: launch, endingWithin: limit)
      }
    }
    try launch.check()
  }

  private func startSideBySide(_ search: inout StartSearch, in launch: Launch, endingWithin limit: Duration) async {
    await withTaskGroup(of: ModuleID.self) { group in
      var order = StartOrder()
      repeat {
        while launch.problem == nil, let found = order.next(search.next(in: self)) {
          guard let start = application.start(found.slot, isRequired: found.isRequired, in: launch) else { continue }
          group.addTask { [id = found.slot.id] in
            await self.wait(for: start, of: found, in: launch, endingWithin: limit)
            return id
          }
        }
        if let ended = await group.next() { order.noteEnd(of: ended) } else if !order.freeAll() { return }
      } while launch.problem == nil
      // A required module has failed: the others are not waited for. After a cancellation, they are.
      if !(launch.problem is CancellationError) { launch.interruption.reach() }
    }
  }

  /// Waits for a start. If the launch is cancelled meanwhile, a warning names the module. If a required module fails, the
  /// launch does.
  private func wait(
    for start: ModuleStart, of found: StartSearch.Found, in launch: Launch, endingWithin limit: Duration
  ) async {
    let (name, id, since) = (found.slot.name, found.slot.id, journal.now)
    let end = CleanupEnd.first(of: [start.end, launch.interruption])
    await withTaskCancellationHandler {
      await end.wait()
    } onCancel: { [journal, sleep = application.sleep] in
      journal.warn(.launchCancelled) { warning in
        (warning.module, warning.moduleID) = (name, id)
        warning.elapsedNanoseconds = warning.atNanoseconds.minus(since)
      }
      start.cancel()
      let timer = Task { @concurrent in
        if (try? await sleep(limit)) != nil { end.reach() }
      }
      end.whenReached { timer.cancel() }
    }
    guard launch.problem == nil, found.isRequired, !start.isGivenUp, let failure = start.failure else { return }
    journal.warn(.launchAborted) { warning in
      (warning.module, warning.moduleID, warning.error) = (name, id, failure)
      warning.event = DidFinishLaunching.name
    }
    launch.fail(LaunchError.failed(module: name, reason: failure))
  }
}

/// Why an asynchronous launch ended before the application was launched.
public enum LaunchError: Error, Equatable, CustomStringConvertible {
  /// A required module threw. `reason` is its error as text.
  case failed(module: String, reason: String)
  /// The modules were removed, by a teardown or shutdown, or the application was terminated.
  case interrupted
  /// Another launch has not ended yet.
  case underWay
  /// The composite is a module of another one, which is the one to launch.
  case nested

  /// The reason in one or two sentences.
  public var description: String {
    switch self {
    case .failed(let module, let reason): "The launch was aborted: \(module) is required and threw \"\(reason)\"."
    case .interrupted: "The launch was aborted: the modules were removed or the application ended."
    case .underWay: "The application is being launched already. Wait for that launch to end."
    case .nested: "A composite inside another one is launched with it: launch the outermost one."
    }
  }
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
