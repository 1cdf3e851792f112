extension Application {
  /// Starts the modules one after the other when `send(_:)` has launched the application.
  func startAll() {
    guard let root else { return }
    var search = StartSearch()
    guard let first = search.next(in: root) else { return }
    let restarts = restarts
    Task { [weak root] in
      var (search, next) = (search, Optional(first))
      // Modules of a later launch wait for it.
      while let slot = next, self.isLaunched(restarts) {
        await start(slot)
        next = root.flatMap { search.next(in: $0) }
      }
    }
  }

  /// Starts a module that was created or switched on after the launch, and those of the composites inside it.
  func startLate(_ slot: ModuleSlot) {
    guard memory.launch != nil, slot.isOn else { return }
    var waiting = slot.isWaitingToStart ? [slot] : []
    for composite in slot.composites {
      composite.forEachSlot { _, slot in
        if slot.isOn, slot.isWaitingToStart { waiting.append(slot) }
        return slot.isOn
      }
    }
    guard !waiting.isEmpty else { return }
    let restarts = restarts
    Task { for slot in waiting where self.isLaunched(restarts) && slot.isOn { await start(slot) } }
  }

  /// Whether the application is launched, and has been since it had returned so often to before its launch.
  private func isLaunched(_ restarts: Int) -> Bool { self.restarts == restarts && memory.launch != nil }

  /// Starts a module if it is a `StartingModule` that has not been started.
  ///
  /// - Parameter launch: The launch that waits for it, and ends if the module is required and fails. Every other failure
  ///   causes a warning.
  /// - Returns: The error that it threw, as text. `nil` also if the module was removed before it threw.
  @discardableResult
  func start(_ slot: ModuleSlot, in launch: AsyncLaunch? = nil) async -> String? {
    guard let module = slot.module as? any StartingModule, let owner = slot.owner, owner.beginStart() else {
      return nil
    }
    ownership.awaited.begin(.starting, of: owner, at: journal.now)
    defer { ownership.awaited.end(owner) }
    do {
      let (name, id) = (slot.name, slot.id)
      try await warning(.launchHeldUp) {
        ($0.module, $0.moduleID, $0.ownerID) = (name, id, owner.id)
      } whileWaitingFor: {
        try await Owner.$current.withValue(owner) { try await module.start() }
      }
      if owner.endStart(.started) { deliverHeld(for: owner) }
      return nil
    } catch {
      let reason = String(describing: error)
      guard owner.endStart(.failed, error: reason) else { return nil }
      drop(held.take(for: owner), .startFailed)
      // The warning about the cancelled launch names the module.
      let isCancelled = launch != nil && error is CancellationError && Task.isCancelled
      if !isCancelled, !slot.isRequired || launch == nil {
        journal.warn(.startFailed) { ($0.module, $0.moduleID, $0.error) = (slot.name, slot.id, reason) }
      }
      return reason
    }
  }

  /// How long the launch and the shutdown wait for one module or object before a warning names it.
  nonisolated static let patience = Duration.seconds(5)

  /// Waits for `body`, and warns once if it takes longer than `patience`. Does not warn if the task is cancelled: then
  /// nothing waits any more.
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
    return try await withTaskCancellationHandler {
      try await body()
    } onCancel: {
      timer.cancel()
    }
  }
}

/// Finds the modules to start: those that are present, in a slot that is on, and have not been started.
@MainActor struct StartSearch {
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

extension CompositeDelegate {
  /// Whether a module that is on, also in a nested composite, has yet to start, or is starting.
  package var isStarting: Bool {
    var isStarting = false
    forEachSlot { _, slot in
      guard slot.isOn else { return false }
      isStarting = isStarting || slot.hasYetToStart
      return true
    }
    return isStarting
  }
}

extension ModuleSlot {
  /// Whether the module has yet to be started, or is starting.
  var hasYetToStart: Bool { isWaitingToStart || owner?.stage?.stage == .starting }
  /// Whether the module has yet to be started.
  var isWaitingToStart: Bool { module is any StartingModule && owner?.isWaitingToStart == true }
}
