/// An asynchronous launch that is in progress.
@MainActor final class AsyncLaunch {
  var problem: LaunchError?
}

extension CompositeDelegate {
  /// Launches an application whose modules take time to start, such as a server.
  ///
  /// Sends `willFinishLaunching`, then calls `start()` on each `StartingModule` in the order of registration, one after
  /// the other, then sends `didFinishLaunching`. A module that takes longer than five seconds to start is named in a
  /// warning.
  ///
  /// When a required module throws, in `start()` or in a handler, the modules are released in reverse order and what
  /// they own is cleaned, as in `shutDown(within:)`. Call `rebuild()` to create them again. When any other module
  /// throws, the error becomes a warning and the launch continues.
  ///
  /// ```swift
  /// try await composite.launch()
  /// ```
  ///
  /// - Parameters:
  ///   - event: The launch event that the modules receive. `willFinishLaunching` is sent with the same options.
  ///   - native: The values that handlers of both events receive alongside them.
  ///   - limit: The total time that the cleanups can take when the launch fails.
  /// - Throws: `LaunchError`, or `CancellationError` when the calling task is cancelled. The modules are released in
  ///   that case too.
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

  /// Waits until `launch(_:with:cleaningUpWithin:)` has succeeded for the first time. Returns at once if it already
  /// has.
  ///
  /// Use it for work that runs beside the launch but needs the modules, such as a server that must not listen earlier.
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
    // A module can register another one while it starts.
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

  /// Starts a module if it is a `StartingModule` that has not been started.
  ///
  /// - Returns: The error that it threw, as text.
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

  /// Starts a module that was created after the launch.
  func startLate(_ slot: ModuleSlot) {
    guard stack.memory.launch != nil, slot.module is any StartingModule else { return }
    Task { await start(slot) }
  }

  /// Starts the modules one after the other when `send(_:)` has launched the application.
  func startAllLate() {
    let waiting = startingSlots
    guard !waiting.isEmpty else { return }
    Task { for (composite, slot) in waiting { await composite.start(slot) } }
  }

  /// The modules that have not been started. Those of nested composites are in their composites' positions.
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

  /// Waits for `body`, and warns once if it takes longer than `patience`.
  func warning<Result>(
    _ kind: WarningEntry.Kind, _ fill: @escaping @Sendable (inout WarningEntry) -> Void,
    whileWaitingFor body: @MainActor () async throws -> Result
  ) async rethrows -> Result {
    let start = journal.now
    // Off the main actor, because the body may be blocking it.
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
