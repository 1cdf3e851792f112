/// The start of a module, while the module starts.
final class ModuleStart: Sendable {
  private struct State: Sendable {
    var task: Task<Void, Never>?
    /// Whether nothing waits for it any more.
    var isGivenUp = false
    /// The error that it threw, as text.
    var failure: String?
  }

  let owner: Owner
  /// When it began, in nanoseconds since the journal's start.
  let since: UInt64
  private let state = Locked(State())
  /// Reached when it has returned or was given up.
  let end = CleanupEnd()

  init(_ owner: Owner, at time: UInt64) { (self.owner, since) = (owner, time) }

  var isGivenUp: Bool { state.withLock(\.isGivenUp) }
  var failure: String? { state.withLock(\.failure) }

  fileprivate func attach(_ task: Task<Void, Never>) { state.withLock { $0.task = task } }
  fileprivate func fail(_ failure: String) { state.withLock { $0.failure = failure } }
  func cancel() { state.withLock(\.task)?.cancel() }

  /// Lets the launch go on without it. Its result is of no consequence.
  func giveUp() {
    state.withLock { $0.isGivenUp = true }
    cancel()
    end.reach()
  }
}

extension Application {
  /// Starts the modules one after the other when `send(_:)` has launched the application.
  func startAll(in launch: Launch) {
    guard let root, !launch.isUnderWay else { return }
    var search = StartSearch()
    guard let first = search.next(in: root) else { return endLaunch(launch) }
    launch.attach(
      Task { [weak root] in
        var (search, next) = (search, Optional(first))
        while let found = next, life.launch === launch, launch.problem == nil {
          if let start = start(found.slot) { await CleanupEnd.first(of: [start.end, launch.interruption]).wait() }
          next = root.flatMap { search.next(in: $0) }
        }
        endLaunch(launch)
      })
  }

  private func endLaunch(_ launch: Launch) { if life.end(launch) { noteProgress() } }

  /// Starts a module that was created or switched on after the launch, and those of the composites inside it.
  func startLate(_ slot: ModuleSlot, in composite: CompositeDelegate) {
    let new = StartSearch.Found(slot, in: composite)
    guard life.isLaunched, new.isOn else { return }
    var waiting = slot.isWaitingToStart ? [new] : []
    for composite in slot.composites {
      composite.forEachSlot { composite, slot in
        if slot.isOn, slot.isWaitingToStart { waiting.append(StartSearch.Found(slot, in: composite)) }
        return slot.isOn
      }
    }
    guard !waiting.isEmpty else { return }
    let number = life.number
    Task {
      for found in waiting where self.life.isLaunched(in: number) && found.isOn {
        await start(found.slot)?.end.wait()
      }
    }
  }

  /// Begins to start a module, if it is a `StartingModule` that has not been started. A failure causes a warning.
  ///
  /// - Parameter launch: The launch that waits for it and names it if it ends it.
  func start(_ slot: ModuleSlot, isRequired: Bool = false, in launch: Launch? = nil) -> ModuleStart? {
    guard let module = slot.module as? any StartingModule, let owner = slot.owner, owner.beginStart() else {
      return nil
    }
    let start = ModuleStart(owner, at: journal.now)
    ownership.unfinished.add(start)
    start.attach(
      Task {
        if !start.isGivenUp {
          await run(start, of: module, in: slot, owner, warnsOfFailure: !isRequired || launch == nil)
        }
        ownership.unfinished.remove(start)
        start.end.reach()
        noteProgress()
      })
    return start
  }

  private func run(
    _ start: ModuleStart, of module: any StartingModule, in slot: ModuleSlot, _ owner: Owner, warnsOfFailure: Bool
  ) async {
    let (name, id) = (slot.name, slot.id)
    do {
      try await warning(.launchHeldUp) {
        ($0.module, $0.moduleID, $0.ownerID) = (name, id, owner.id)
      } whileWaitingFor: {
        try await Owner.$current.withValue(owner) { try await module.start() }
      }
      if owner.endStart(.started) { deliverHeld(for: owner) }
    } catch {
      let reason = String(describing: error)
      guard owner.endStart(.failed, error: reason) else { return }
      drop(held.take(for: owner), .startFailed)
      start.fail(reason)
      // The warning about the cancelled launch names the module.
      let isCancelled = error is CancellationError && Task.isCancelled
      guard warnsOfFailure, !isCancelled else { return }
      journal.warn(.startFailed) { ($0.module, $0.moduleID, $0.error) = (name, id, reason) }
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
  private var (slots, changes) = ([Found](), -1)
  private var passed = 0

  /// A module to start.
  struct Found {
    /// Not kept: a removed composite must not live until other modules have started.
    weak let composite: CompositeDelegate?
    let slot: ModuleSlot
    /// Whether it is required, or part of a composite that is.
    let isRequired: Bool

    @MainActor init(_ slot: ModuleSlot, in composite: CompositeDelegate) {
      (self.composite, self.slot) = (composite, slot)
      isRequired = slot.isRequired || composite.isWithinRequired
    }

    /// Whether it is on, and everything around it.
    @MainActor var isOn: Bool { slot.isOn && composite?.isWithinOn == true }
  }

  mutating func next(in composite: CompositeDelegate) -> Found? {
    if changes != composite.stack.changes {
      (slots, passed, changes) = ([], 0, composite.stack.changes)
      composite.forEachSlot { composite, slot in
        if slot.isOn { slots.append(Found(slot, in: composite)) }
        return slot.isOn
      }
    }
    while passed < slots.count {
      passed += 1
      if slots[passed - 1].slot.isWaitingToStart { return slots[passed - 1] }
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

/// Which modules can start side by side: those that come after no other that has yet to start.
@MainActor struct StartOrder {
  /// The modules that wait for another one to start, by that one.
  private var waiting: [ModuleID: [StartSearch.Found]] = [:]
  /// Those that may no longer have to wait.
  private var released: [StartSearch.Found] = []
  /// Those that no longer wait for another one, whatever it does.
  private var freed: [StartSearch.Found] = []
  /// Modules that have started, with all that they come after.
  private var settled: Set<ModuleID> = []

  /// The next module that can start now.
  ///
  /// - Parameter search: Finds the next one that was not looked at before.
  mutating func next(_ search: @autoclosure () -> StartSearch.Found?) -> StartSearch.Found? {
    while let found = freed.popLast() { if found.isOn { return found } }
    while let found = released.popLast() ?? search() {
      // It may have been switched off while it waited.
      guard found.isOn else { continue }
      guard let composite = found.composite, let other = obstacle(to: found.slot, in: composite) else { return found }
      waiting[other, default: []].append(found)
    }
    return nil
  }

  /// Notes that a start has ended, in whichever way.
  mutating func noteEnd(of module: ModuleID) { released += (waiting.removeValue(forKey: module) ?? []).reversed() }

  /// Frees everything that waits, because what it waits for was removed, or is started by other code.
  ///
  /// - Returns: Whether there is anything.
  mutating func freeAll() -> Bool {
    freed = waiting.values.flatMap(\.self).sorted { $0.slot.id > $1.slot.id }
    waiting = [:]
    return !freed.isEmpty
  }

  /// A module that another one, or what that is part of, comes after and that has yet to start.
  private mutating func obstacle(to slot: ModuleSlot, in composite: CompositeDelegate) -> ModuleID? {
    for other in slot.after.lazy.compactMap({ composite.slotIndex[$0] }) where !settled.contains(other.id) {
      if let module = Self.unstarted(in: other) ?? obstacle(to: other, in: composite) { return module }
      settled.insert(other.id)
    }
    guard let outer = composite.outer, let around = composite.parentModule.flatMap({ outer.slotIndex[$0] }) else {
      return nil
    }
    return obstacle(to: around, in: outer)
  }

  /// A module that has yet to start: the slot's own, or one inside it.
  private static func unstarted(in slot: ModuleSlot) -> ModuleID? {
    guard slot.isOn else { return nil }
    if slot.hasYetToStart { return slot.id }
    var found: ModuleID?
    for composite in slot.composites {
      composite.forEachSlot { _, slot in
        if found == nil, slot.isOn, slot.hasYetToStart { found = slot.id }
        return found == nil && slot.isOn
      }
    }
    return found
  }
}
