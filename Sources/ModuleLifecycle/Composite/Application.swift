/// What there is once in a tree of composites. The outermost composite makes it, and those inside its modules share it.
@MainActor final class Application {
  nonisolated let journal: Journal
  /// The owners, and what ends with an event or with the application.
  nonisolated let ownership: Ownership
  /// Whether it is launched.
  nonisolated let life = ApplicationLife()
  /// The handler that is running.
  nonisolated let running: CurrentHandler
  nonisolated let observers: Observers
  /// Watches what is running, from another thread.
  nonisolated let watchdog: Watchdog
  nonisolated let budgets: EventBudgets
  /// Waits, at most for 136 years: a task can't sleep much longer.
  nonisolated let sleep: @Sendable (Duration) async throws -> Void
  /// How long a removed module can stay alive before it is reported as overdue.
  nonisolated let releaseGrace: Duration

  /// The outermost composite.
  weak var root: CompositeDelegate?
  /// What is in progress.
  let stack: DispatchStack
  var state = ApplicationState.notRunning
  /// The activity of its scenes.
  var scenes = SceneActivity()
  /// What waits for modules that have not started.
  let held = HeldDeliveries()
  /// What modules that are created later have missed.
  private(set) var memory = LaunchMemory()
  /// Reached when a module has come further or goes, if other code waits for that.
  var progress: CleanupEnd?
  /// What should be released soon, and may still be alive.
  let expectations = Expectations()
  /// Observers of events.
  let eventObservers = EventObservers()
  /// What has been looked up since the application was before its launch.
  var lookUps: Set<LookUp> = []
  /// Says at the first look-up that finds nothing why there are no modules, if that is so on purpose.
  var explainMissing: (@MainActor (Any.Type) -> Void)?
  /// Conducts the experiment, if one was begun.
  var conductor: (any ExperimentConductor)?
  /// Owners that have no bag.
  var foreignOwners: [ObjectIdentifier: ForeignOwner] = [:] { didSet { hasForeignOwners = !foreignOwners.isEmpty } }
  /// Stored rather than computed: see `EventObservers.isIdle`.
  private(set) var hasForeignOwners = false
  /// The events that can be fired by name: the package's own, and all that modules have handled.
  var catalog: EventCatalog

  nonisolated static let longestSleep = Duration.seconds(Int64(1) << 32)

  init(
    journal: Journal, catalog: EventCatalog, budgets: EventBudgets, releaseGrace: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.journal = journal
    (self.catalog, self.budgets, self.releaseGrace) = (catalog, budgets, releaseGrace)
    self.sleep = { try await sleep(min($0, Self.longestSleep)) }
    ownership = Ownership(journal: journal)
    running = CurrentHandler(origin: journal.origin)
    let stack = DispatchStack(clock: journal.clock, running: running)
    self.stack = stack
    observers = Observers { stack.noteChange() }
    watchdog = Watchdog(journal: journal, running: running, observers: observers)
    stack.application = self
  }

  /// Remembers a launch, or an event that moved the application to the foreground or out of it.
  func remember(_ event: any LifecycleEvent) { changeMemory { [now = journal.now] in $0.note(event, at: now) } }

  func forgetLaunch() { changeMemory { $0 = LaunchMemory() } }

  /// Remembers a delivery that no module claimed, or forgets one that was claimed after all.
  func remember(_ dispatch: Dispatch) {
    let isClaimed = dispatch.isClaimed
    if isClaimed { dispatch.ownDetails?.earlier?.details.isClaimedLater = true }
    let isClaimedByNow = isClaimed || dispatch.ownDetails?.isClaimedLater == true
    let owners = dispatch.plan.steps.compactMap { $0.owners.last?.id }
    changeMemory { $0.note(dispatch, to: owners, isClaimed: isClaimedByNow) }
  }

  /// Changes the memory. The old event is released only after the new one is in its place, because that can run code which
  /// sends events.
  private func changeMemory(_ change: @MainActor (inout LaunchMemory) -> Void) {
    let before = memory
    change(&memory)
    withExtendedLifetime(before) {}
  }

  /// Records something that happened to a module.
  func note(
    _ change: ModuleEntry.Change, _ slot: ModuleSlot, owner: Owner?, at time: UInt64, took: UInt64? = nil,
    times: ThreadTimes = .notMeasured, because cause: ModuleEntry.Cause? = nil, error: String? = nil
  ) {
    guard journal.isEnabled else { return }
    var entry = slot.record.entry(change, owner: owner?.id ?? 0, at: time, took: took)
    (entry.computingNanoseconds, entry.waitingNanoseconds) = times.fields
    (entry.cause, entry.error) = (cause, error)
    if change == .registered { (entry.after, entry.isRequired) = (slot.after, slot.isRequired) }
    journal.append(.module(entry))
  }
}

/// What an application remembers of its launch, for modules that are created later.
struct LaunchMemory {
  /// The launch event. `nil` before the launch.
  private(set) var launch: (any LifecycleEvent)?
  /// The latest event that moved the application to the foreground or out of it.
  private(set) var foreground: (any LifecycleEvent)?
  /// When the launch was sent, in nanoseconds since the journal's start. `nil` before the launch.
  private(set) var launchedAt: UInt64?
  /// The latest delivery that no module claimed.
  private(set) var unclaimed: Unclaimed?

  /// A delivery that no module claimed, such as a link.
  struct Unclaimed {
    let event: any LifecycleEvent
    let dispatch: DispatchID
    /// The clock reading when it was sent.
    let since: UInt64
    /// The instances that have had it, or wait for it.
    var recipients: Set<OwnerID>
  }

  mutating func note(_ event: any LifecycleEvent, at time: UInt64) {
    switch event {
    case is DidFinishLaunching: (launch, launchedAt, foreground) = (event, time, nil)
    case is DidBecomeActive, is WillResignActive, is DidEnterBackground, is WillEnterForeground: foreground = event
    default: break
    }
  }

  @MainActor mutating func note(_ dispatch: Dispatch, to owners: [OwnerID], isClaimed: Bool) {
    if let followed = dispatch.heldFrom {
      guard unclaimed?.dispatch == followed else { return }
      if isClaimed { unclaimed = nil } else { unclaimed?.recipients.formUnion(owners) }
    } else if !isClaimed, dispatch.start >= unclaimed?.since ?? 0 {
      unclaimed = Unclaimed(
        event: dispatch.anyEvent, dispatch: dispatch.id, since: dispatch.start, recipients: Set(owners))
    }
  }
}
