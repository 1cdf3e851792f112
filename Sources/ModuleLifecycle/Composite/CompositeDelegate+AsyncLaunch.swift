/// A launch that waits for its modules.
@MainActor final class AsyncLaunch {
  /// Why it can't go on.
  var problem: LaunchError?
}

extension CompositeDelegate {
  /// Launches an application whose modules take time to start, such as a server.
  ///
  /// Sends `willFinishLaunching`; then calls `start()` of each `StartingModule`, in the order of registration, each after the
  /// one before has returned; then sends `didFinishLaunching`. When a required module throws, in `start()` or in a handler,
  /// the modules go in reverse order, as in `shutDown(within:)`, and what they own is cleaned. `rebuild()` makes them anew.
  /// The error of another module is a warning, and the launch goes on. A module that takes longer than five seconds is
  /// named in a warning while it does.
  ///
  /// ```swift
  /// try await composite.launch()
  /// ```
  ///
  /// - Parameters:
  ///   - event: The launch as the modules get it. `willFinishLaunching` is sent with the same options.
  ///   - native: What handlers of both events may ask for beside them.
  ///   - limit: How long the cleanups may take, all together, when the launch fails.
  /// - Throws: `LaunchError`; `CancellationError` when the calling task is cancelled: the modules have gone then, too.
  public func launch(
    _ event: DidFinishLaunching = DidFinishLaunching(), with native: NativeValues = [],
    cleaningUpWithin limit: Duration = .seconds(10)
  ) async throws {
    guard asyncLaunch == nil else { throw LaunchError.underWay }
    let launch = AsyncLaunch()
    asyncLaunch = launch
    defer { asyncLaunch = nil }
    do {
      send(WillFinishLaunching(options: event.options), with: native)
      if let problem = launch.problem { throw problem }
      try await startModules(in: launch)
      send(event, with: native)
      if let problem = launch.problem { throw problem }
      launched.reach()
    } catch LaunchError.interrupted {
      throw LaunchError.interrupted
    } catch {
      await shutDown(within: limit, because: .launchAborted)
      if outer == nil { returnToBeforeLaunch() }
      throw error
    }
  }

  /// Waits until `launch()` has launched the application for the first time; returns at once when it has.
  ///
  /// For what begins beside the launch and needs its modules, such as a server that must not listen before.
  ///
  /// - Throws: `CancellationError` when the calling task is cancelled.
  public nonisolated func waitUntilLaunched() async throws {
    let cancelled = CleanupEnd()
    await withTaskCancellationHandler {
      await CleanupEnd.first(of: [launched, cancelled]).wait()
    } onCancel: {
      cancelled.reach()
    }
    try Task.checkCancellation()
  }

  private func startModules(in launch: AsyncLaunch) async throws {
    // One module may register another while it starts.
    var index = 0
    while index < slots.count {
      let slot = slots[index]
      index += 1
      guard slot.isOn else { continue }
      if let nested = slot.nested {
        try await nested.startModules(in: launch)
      } else if let error = await start(slot), slot.isRequired {
        warnOfAbortedLaunch(slot, error)
        throw LaunchError.failed(module: slot.name, reason: error)
      }
      try Task.checkCancellation()
      if let problem = launch.problem { throw problem }
    }
  }

  /// Starts a module that has not been started, if it is one that takes time.
  ///
  /// - Returns: What it threw, in words.
  @discardableResult
  func start(_ slot: ModuleSlot) async -> String? {
    guard let module = slot.module as? any StartingModule, let owner = slot.owner, owner.stage.stage == nil else {
      return nil
    }
    owner.enter(.starting)
    do {
      let (name, id) = (slot.name, slot.id)
      try await warning(.launchHeldUp) {
        ($0.module, $0.moduleID, $0.ownerID) = (name, id, owner.id)
      } whileWaitingFor: {
        try await module.start()
      }
      owner.enter(.started)
      return nil
    } catch {
      let reason = String(describing: error)
      owner.enter(.failed, error: reason)
      if !slot.isRequired || asyncLaunch == nil {
        journal.warn(.startFailed) { ($0.module, $0.moduleID, $0.error) = (slot.name, slot.id, reason) }
      }
      return reason
    }
  }

  /// Starts a module that came when the application had been launched.
  func startLate(_ slot: ModuleSlot) {
    guard stack.memory.launch != nil, slot.module is any StartingModule else { return }
    Task { await start(slot) }
  }

  /// Starts the modules of an application that was launched by `send(_:)`, one after the other.
  func startAllLate() {
    let waiting = startingSlots
    guard !waiting.isEmpty else { return }
    Task { for (composite, slot) in waiting { await composite.start(slot) } }
  }

  /// The modules that have not been started, those of nested composites in their places.
  private var startingSlots: [(CompositeDelegate, ModuleSlot)] {
    slots.flatMap { slot -> [(CompositeDelegate, ModuleSlot)] in
      guard slot.isOn else { return [] }
      if let nested = slot.nested { return nested.startingSlots }
      return slot.module is any StartingModule && slot.owner?.stage.stage == nil ? [(self, slot)] : []
    }
  }

  private func warnOfAbortedLaunch(_ slot: ModuleSlot, _ error: String) {
    journal.warn(.launchAborted) { warning in
      (warning.module, warning.moduleID, warning.error) = (slot.name, slot.id, error)
      warning.event = DidFinishLaunching.name
    }
  }

  /// How long the launch and the shutdown wait for one module or object before a warning names it.
  nonisolated static let patience = Duration.seconds(5)

  /// Waits for something, and warns once if that takes longer than `patience`.
  func warning<Result>(
    _ kind: WarningEntry.Kind, _ fill: @escaping @Sendable (inout WarningEntry) -> Void,
    whileWaitingFor body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let start = journal.now
    // Off the main actor, which may be what the body blocks.
    let timer = Task { @concurrent [journal, sleep] in
      guard (try? await sleep(Self.patience)) != nil, !Task.isCancelled else { return }
      journal.warn(kind) { warning in
        warning.elapsedNanoseconds = warning.atNanoseconds - min(start, warning.atNanoseconds)
        warning.isUnderWay = true
        fill(&warning)
      }
    }
    defer { timer.cancel() }
    return try await body()
  }
}
