/// Replaces a single large application delegate. It passes every lifecycle event to its modules, strictly in the order
/// of registration, and combines their answers.
///
/// ```swift
/// let composite = CompositeDelegate()
/// try composite.register("Scene", role: .main) { Scene() }
/// try composite.register("Session") { Session() }
///
/// let launched = composite.send(DidFinishLaunching())  // true unless a module says no
/// ```
///
/// All modules that handle an event are called, whatever earlier ones answered. Then their votes are combined. When a
/// module throws, the error is caught and recorded, and the remaining modules are still called. Every dispatch adds one
/// entry to the `journal`, with the time that each handler took.
///
/// Call `tearDown()` when you are done with a composite. Otherwise, its modules are released along with it, in reverse
/// order, followed by what lives as long as the application. They are always released on the main actor: if the
/// composite's last reference is released elsewhere, this happens slightly later.
@MainActor public final class CompositeDelegate {
  /// How deep events sent by handlers can nest: 16 levels. The next event is not delivered, and a warning reports it.
  package nonisolated static let maximumNesting = 16
  /// How many events in a row, through the queue or observers, can lead to one that repeats them: 10,000. The next event
  /// is not delivered, and a warning reports it.
  package nonisolated static let maximumCycleLength = 10_000

  /// The application's name, as shown in a dashboard.
  public let name: String
  /// What there is once in a tree of composites.
  nonisolated let application: Application
  /// The composite that this one is a module of, or whose module keeps it.
  weak let outer: CompositeDelegate?
  /// The instance of that module.
  nonisolated let ownerAsModule: Owner?
  /// The modules' slots, in the order of the calls.
  var slots: [ModuleSlot] = []
  var slotIndex = SlotIndex()
  var plans: [ObjectIdentifier: DispatchPlan] = [:]
  /// The plain plan among them that was used last: many events come in series. It is forgotten before another takes the
  /// place of any of them, so that a plan's last reference is never this one.
  var latestPlan: DispatchPlan?
  /// The name of the module that is being created.
  var moduleUnderConstruction: String?

  /// Creates a composite without modules.
  ///
  /// A composite that is created in a factory belongs to the application of the composite whose factory it is. It shares
  /// that one's journal, state, limits and ends. Of the parameters, only its name counts, and whether the processor is
  /// measured.
  ///
  /// - Parameters:
  ///   - name: The application's name.
  ///   - journal: Where the composite records what happens. By default, it creates its own journal. A composite that is
  ///     given a journal has its own application, wherever it is created.
  ///   - catalog: The events that can be fired by name, in addition to those that modules handle.
  ///   - budgets: How long events may take before a warning.
  ///   - measuring: What is measured for each handler.
  ///   - releaseGrace: How long a removed module can stay alive before it is reported as overdue.
  ///   - sleep: How to wait for the grace period, deadlines and limits. Tests pass their own function. By default, time
  ///     in which the machine sleeps doesn't count, as in the journal.
  public init(
    name: String = "Application", journal: Journal? = nil, catalog: EventCatalog = .standard,
    budgets: EventBudgets = .standard, measuring: Measuring = .time, releaseGrace: Duration = .seconds(1),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0, clock: .suspending) }
  ) {
    self.name = name
    let enclosing = journal == nil ? Self.enclosing : nil
    (outer, ownerAsModule) = (enclosing?.composite, enclosing?.owner)
    application =
      enclosing?.composite.application
      ?? Application(
        journal: journal ?? Journal(), catalog: catalog, budgets: budgets, releaseGrace: releaseGrace,
        sleep: sleep)
    if measuring == .processor { self.measuring = measuring }
    guard let enclosing else {
      application.root = self
      application.journal.add(ObjectIdentifier(self)) { [weak self] in self.map(ApplicationStanding.init(of:)) }
      return
    }
    enclosing.slot.noteMade(self)
  }

  /// Releases the modules in reverse order. The outermost composite then ends the application, like `tearDown()`, but
  /// without recording it.
  ///
  /// Modules are released on the main actor. If the last reference is released elsewhere, that happens slightly later.
  deinit {
    let isRoot = ownerAsModule == nil
    if isRoot { application.watchdog.settle() }
    let parts = DeinitializedComposite(plans: plans, slots: slots, application: application, isRoot: isRoot)
    // Drop all references here, so that the objects are released in order on the main actor.
    (plans, latestPlan) = ([:], nil)
    slotIndex = SlotIndex()
    slots = []
    MainQueue.run { parts.release() }
    guard isRoot else { return }
    application.journal.forget(ObjectIdentifier(self))
    application.observers.removeAll()
  }
}

// MARK: - The application's

extension CompositeDelegate {
  /// The record of everything that happened, in order.
  public nonisolated var journal: Journal { application.journal }
  /// The handler that is running now. `nil` between dispatches. Can be read on any thread.
  public nonisolated var runningHandler: RunningHandler? { application.running.current }
  /// Publishes the handler that is running.
  package nonisolated var running: CurrentHandler { application.running }
  /// How long events may take. An event that takes longer causes a warning while it runs, or at the latest when it
  /// ends.
  package nonisolated var budgets: EventBudgets { application.budgets }
  /// The events that can be fired by name: the package's own, and all that modules have handled.
  public var catalog: EventCatalog { application.catalog }
  /// The application's state. Only events sent to the outermost composite change it.
  public var state: ApplicationState { application.state }
  /// How long a removed module can stay alive before it is reported as overdue.
  package nonisolated var releaseGrace: Duration { application.releaseGrace }
  /// Watches what is running, from another thread.
  package nonisolated var watchdog: Watchdog { application.watchdog }
  /// The duration of the dispatch that ended last, ignoring nested ones, in nanoseconds.
  package var latestTotal: UInt64 { application.stack.latestTotal }

  nonisolated var ownership: Ownership { application.ownership }
  var stack: DispatchStack { application.stack }

  /// What is measured for each handler, each named part of a handler and each module's creation, here and in the
  /// enclosing and nested composites. A change takes effect with the next event.
  public var measuring: Measuring {
    get { stack.meter == nil ? .time : .processor }
    set { if newValue != measuring { stack.meter = newValue == .processor ? ProcessorMeter() : nil } }
  }
}

/// What a deinitialised composite held. It is released on the main actor, in the order of a teardown.
@MainActor private final class DeinitializedComposite {
  private var plans: [ObjectIdentifier: DispatchPlan]
  private var slots: [ModuleSlot]
  private let application: Application
  private let isRoot: Bool

  nonisolated init(
    plans: [ObjectIdentifier: DispatchPlan], slots: [ModuleSlot], application: Application, isRoot: Bool
  ) {
    (self.plans, self.slots, self.application, self.isRoot) = (plans, slots, application, isRoot)
  }

  func release() {
    plans = [:]
    // An application that goes on without this composite watches what is left of its modules.
    guard isRoot else {
      application.stack.deferringQueuedEvents {
        while let slot = slots.popLast() { application.release(slot, because: .teardown) }
        application.checkExpectations(.all)
      }
      return
    }
    application.life.beginEnd(LaunchError.interrupted)
    for start in application.ownership.unfinished.starts { start.giveUp() }
    application.noteProgress()
    application.expectations.removeAll()
    // Nested composites that others still hold make plans without observers.
    application.stack.noteChange()
    // Other code may still hold a slot, such as an event that waits for answers. The slot is emptied now anyway.
    while let slot = slots.popLast() { if let departed = slot.takeInstance() { withExtendedLifetime(departed) {} } }
    application.dropAllHeld()
    let foreign = application.foreignOwners.values
    application.foreignOwners = [:]
    for owner in foreign.sorted(by: { $0.owner.id > $1.owner.id }) { owner.bag.close(.applicationEnd) }
    application.end(application.life.number)
    // Callers that wait for a response receive it.
    let pending = Array(application.stack.pending.values)
    if !pending.isEmpty { Task { @MainActor in for answers in pending { answers.abandon() } } }
  }
}
