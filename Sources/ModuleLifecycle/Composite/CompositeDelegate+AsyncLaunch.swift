/// An asynchronous launch that is in progress.
@MainActor final class AsyncLaunch {
  /// Why it has to end.
  fileprivate(set) var problem: LaunchError?
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
  ///   that case too. When the modules were removed or created again, or the application was terminated, meanwhile, the
  ///   launch is `interrupted`, and nothing is released.
  public func launch(
    _ event: DidFinishLaunching = DidFinishLaunching(), with native: NativeValues = [],
    cleaningUpWithin limit: Duration = .seconds(10)
  ) async throws {
    guard launchUnderWay == nil else { throw LaunchError.underWay }
    let launch = AsyncLaunch()
    launchUnderWay = launch
    defer { launchUnderWay = nil }
    do {
      send(WillFinishLaunching(options: event.options), with: native)
      try launch.check()
      try await startAll(in: launch)
      send(event, with: native)
      try launch.check()
      launched.reach()
    } catch LaunchError.interrupted {
      throw LaunchError.interrupted
    } catch {
      let restarts = application.restarts
      await shutDown(within: limit, because: .launchAborted)
      if isRoot, application.restarts == restarts { application.returnToBeforeLaunch() }
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
    let end = CleanupEnd()
    let waiting = launched.whenReached { end.reach() }
    await withTaskCancellationHandler {
      await end.wait()
    } onCancel: {
      end.reach()
    }
    launched.forget(waiting)
    try Task.checkCancellation()
  }

  /// Ends an asynchronous launch, because its modules go or the application ends. It then touches nothing that comes
  /// later.
  func interruptLaunch() {
    launchUnderWay?.problem = .interrupted
    for slot in slots { for composite in slot.composites { composite.interruptLaunch() } }
  }

  /// Ends an asynchronous launch because a required module failed.
  func failLaunch(_ module: String, _ error: String) {
    if launchUnderWay?.problem == nil { launchUnderWay?.problem = .failed(module: module, reason: error) }
  }

  /// Starts the modules in the order of the calls, one after the other. A module can be registered, switched or removed
  /// while another one starts.
  private func startAll(in launch: AsyncLaunch) async throws {
    var search = StartSearch()
    while let slot = search.next(in: self) {
      let failure = await start(slot)
      try launch.check()
      try Task.checkCancellation()
      guard let failure, slot.isRequired else { continue }
      journal.warn(.launchAborted) { warning in
        (warning.module, warning.moduleID, warning.error) = (slot.name, slot.id, failure)
        warning.event = DidFinishLaunching.name
      }
      throw LaunchError.failed(module: slot.name, reason: failure)
    }
    try Task.checkCancellation()
  }

  /// Starts the modules that have not been started, one after the other, if the application has been launched.
  func startRemaining() {
    guard application.memory.launch != nil, let root = application.root else { return }
    var search = StartSearch()
    guard let first = search.next(in: root) else { return }
    let restarts = application.restarts
    Task { [weak root] in
      var (search, next) = (search, Optional(first))
      // Modules of a later launch wait for it.
      while let slot = next, let root, root.application.restarts == restarts, root.application.memory.launch != nil {
        await root.start(slot)
        next = search.next(in: root)
      }
    }
  }

  /// Starts a module if it is a `StartingModule` that has not been started.
  ///
  /// - Returns: The error that it threw, as text. `nil` also if the module was removed before it threw.
  @discardableResult
  private func start(_ slot: ModuleSlot) async -> String? {
    guard let module = slot.module as? any StartingModule, let owner = slot.owner, owner.beginStart() else {
      return nil
    }
    do {
      let (name, id) = (slot.name, slot.id)
      try await warning(.launchHeldUp) {
        ($0.module, $0.moduleID, $0.ownerID) = (name, id, owner.id)
      } whileWaitingFor: {
        try await module.start()
      }
      _ = owner.endStart(.started)
      return nil
    } catch {
      let reason = String(describing: error)
      guard owner.endStart(.failed, error: reason) else { return nil }
      if !slot.isRequired || launchUnderWay == nil {
        journal.warn(.startFailed) { ($0.module, $0.moduleID, $0.error) = (slot.name, slot.id, reason) }
      }
      return reason
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
    let timer = Task { @concurrent [journal, sleep = application.sleep] in
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

extension AsyncLaunch {
  fileprivate func check() throws { if let problem { throw problem } }
}

/// Finds the modules to start: those that are present, in a slot that is on, and have not been started.
@MainActor private struct StartSearch {
  /// The slots that were on, in the order of the calls, and how often the modules had changed then. After a change, the
  /// search begins again.
  private var (slots, changes) = ([ModuleSlot](), -1)
  private var passed = 0

  mutating func next(in composite: CompositeDelegate) -> ModuleSlot? {
    if changes != composite.stack.changes {
      (slots, passed, changes) = ([], 0, composite.stack.changes)
      composite.forEachSlot { _, slot in
        if slot.isOn { slots.append(slot) }
        return slot.isOn
      }
    }
    while passed < slots.count {
      passed += 1
      if slots[passed - 1].isWaitingToStart { return slots[passed - 1] }
    }
    return nil
  }
}

extension ModuleSlot {
  /// Whether the module has yet to be started.
  fileprivate var isWaitingToStart: Bool { module is any StartingModule && owner?.isWaitingToStart == true }
}
