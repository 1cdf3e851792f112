/// What there is once in a tree of composites. The outermost composite makes it, and those inside its modules share it.
@MainActor final class Application {
  nonisolated let journal: Journal
  /// The owners, and what ends with an event or with the application.
  nonisolated let ownership: Ownership
  /// The handler that is running.
  nonisolated let running: CurrentHandler
  nonisolated let observers: Observers
  /// Watches what is running, from another thread.
  nonisolated let watchdog: Watchdog
  nonisolated let budgets: Budgets
  nonisolated let sleep: @Sendable (Duration) async throws -> Void
  /// How long a removed module can stay alive before it is reported as overdue.
  nonisolated let releaseGrace: Duration

  /// The outermost composite.
  weak var root: CompositeDelegate?
  /// What is in progress.
  let stack: DispatchStack
  var state = ApplicationState.notRunning
  /// What modules that are created later have missed.
  private(set) var memory = LaunchMemory()
  /// How often the application has returned to before its launch.
  private(set) var restarts = 0
  /// What should be released soon, and may still be alive.
  let expectations = Expectations()
  /// Observers of events.
  let eventObservers = EventObservers()
  /// Owners that have no bag.
  var foreignOwners: [ObjectIdentifier: ForeignOwner] = [:]
  /// The events that can be fired by name: the package's own, and all that modules have handled.
  var catalog: EventCatalog

  init(
    journal: Journal, catalog: EventCatalog, budgets: Budgets, releaseGrace: Duration,
    sleep: @escaping @Sendable (Duration) async throws -> Void
  ) {
    self.journal = journal
    (self.catalog, self.budgets, self.releaseGrace, self.sleep) = (catalog, budgets, releaseGrace, sleep)
    ownership = Ownership(journal: journal)
    running = CurrentHandler(origin: journal.origin)
    let stack = DispatchStack(clock: journal.clock, running: running)
    self.stack = stack
    observers = Observers { stack.noteChange() }
    watchdog = Watchdog(journal: journal, running: running, observers: observers)
  }

  /// Remembers a launch, or an event that moved the application to the foreground or out of it.
  func remember(_ event: any LifecycleEvent) { memory.note(event, at: journal.now) }

  /// Returns to before the launch, whether it was complete or not.
  func returnToBeforeLaunch() {
    restarts += 1
    memory = LaunchMemory()
    watchdog.forgetLaunch()
    guard state != .notRunning else { return }
    state = .notRunning
    journal.append(.state(StateEntry(state: state, atNanoseconds: journal.now)))
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

  mutating func note(_ event: any LifecycleEvent, at time: UInt64) {
    switch event {
    case is DidFinishLaunching: (launch, launchedAt, foreground) = (event, time, nil)
    case is DidBecomeActive, is WillResignActive, is DidEnterBackground, is WillEnterForeground: foreground = event
    case is WillTerminate: self = LaunchMemory()
    default: break
    }
  }
}
