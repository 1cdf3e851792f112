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
///
/// A dispatch costs 30 to 100 ns per handler, including one clock read, in addition to the handler's own work. For
/// events that ask for no votes, the number of allocations doesn't depend on the number of handlers.
@MainActor public final class CompositeDelegate {
  /// How deep events sent by handlers can nest: 16 levels. The next event is not delivered, and a warning reports it.
  public nonisolated static let deepestNesting = 16
  /// How many events in a row, through the queue or observers, can repeat one that led to them: 10,000. The next event
  /// is not delivered, and a warning reports it.
  public nonisolated static let longestCycle = 10_000

  /// The application's name, as shown in a dashboard.
  public let name: String
  /// The record of everything that happened, in order.
  public nonisolated let journal: Journal
  /// The handler that is running now. Other threads can read it.
  public nonisolated let running: CurrentHandler
  /// How long events may take. An event that takes longer causes a warning while it runs, or at the latest when it
  /// ends.
  public nonisolated let budgets: Budgets
  /// Watches what is running, from another thread.
  package nonisolated let watchdog: Watchdog
  /// The events that can be fired by name: the package's own, and all that modules have handled.
  public internal(set) var catalog: EventCatalog
  /// The application's state. A nested composite shares the state of the outermost one, and only events sent to that
  /// one change it.
  public internal(set) var state: ApplicationState {
    get { unsafe stack.progress.pointee.state }
    set { unsafe stack.progress.pointee.state = newValue }
  }
  /// How long a removed module can stay alive before it is reported as overdue.
  public let releaseGrace: Duration

  /// Called while events are delivered, here and in the enclosing and nested composites. For a dashboard that needs
  /// more than the journal. `nil` costs nothing.
  package var hooks: DispatchHooks? {
    get { stack.hooks }
    set { stack.hooks = newValue }
  }

  /// Objects that live as long as the composite, such as an inspector.
  package var companions: [AnyObject] = []

  /// The composite that this one is a module of.
  weak var outer: CompositeDelegate?
  /// This composite's id as a module of `outer`.
  let parentModule: ModuleID?
  /// This composite's owner as a module of `outer`.
  let ownerAsModule: Owner?
  var nested: [CompositeDelegate] = []

  /// The modules' slots, in the order of the calls.
  var slots: [ModuleSlot] = []
  var slotIndex = SlotIndex()
  var plans: [ObjectIdentifier: DispatchPlan] = [:]
  /// The most recently used plans.
  nonisolated let planCache = PlanCache()
  /// The name of the module that is being created.
  var moduleUnderConstruction: String?
  /// What is in progress, here and in nested composites.
  let stack: DispatchStack
  /// Records which owner owns what, and what ends with an event or the application.
  nonisolated let scope: OwnershipScope
  var asyncLaunch: AsyncLaunch?
  /// Reached when an asynchronous launch has succeeded.
  nonisolated let launched = CleanupEnd()
  /// The objects that should be released soon and may still be alive.
  var expectations: [ReleaseExpectation] = []
  /// How many of them have not been checked yet.
  var newExpectations = 0
  /// Owners that have no bag.
  var foreignOwners: [ObjectIdentifier: ForeignOwner] = [:]
  /// The duration of the dispatch that ended last, ignoring nested ones, in nanoseconds.
  package var latestTotal: UInt64 { unsafe stack.progress.pointee.latestTotal }
  let sleep: @Sendable (Duration) async throws -> Void

  /// Creates a composite without modules.
  ///
  /// - Parameters:
  ///   - name: The application's name.
  ///   - journal: Where the composite records what happens. By default, it creates its own journal. A composite that is
  ///     created in a factory, to be a module of another one, must not be given a journal: it shares the other
  ///     composite's journal, the application's state and what ends with the application.
  ///   - catalog: The events that can be fired by name, in addition to those that modules handle.
  ///   - budgets: How long events may take before a warning.
  ///   - measuring: What is measured for each handler.
  ///   - releaseGrace: How long a removed module can stay alive before it is reported as overdue.
  ///   - sleep: How to wait for the grace period, deadlines and limits. Tests pass their own function. By default, time
  ///     in which the machine sleeps doesn't count, as in the journal.
  public init(
    name: String = "Application", journal: Journal? = nil, catalog: EventCatalog = .standard,
    budgets: Budgets = .standard, measuring: Measuring = .time, releaseGrace: Duration = .seconds(1),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0, clock: .suspending) }
  ) {
    self.name = name
    let enclosing = journal == nil ? Self.enclosing : nil
    let journal = journal ?? enclosing?.composite.journal ?? Journal()
    self.journal = journal
    outer = enclosing?.composite
    parentModule = enclosing?.slot
    ownerAsModule = enclosing?.owner
    scope = enclosing?.composite.scope ?? OwnershipScope(journal: journal)
    let running = enclosing?.composite.running ?? CurrentHandler(origin: journal.origin)
    self.running = running
    stack = enclosing?.composite.stack ?? DispatchStack(clock: journal.clock)
    self.budgets = enclosing?.composite.budgets ?? budgets
    watchdog = enclosing?.composite.watchdog ?? Watchdog(journal: journal, running: running)
    self.catalog = catalog
    self.releaseGrace = releaseGrace
    self.sleep = sleep
    if measuring == .processor { self.measuring = measuring }
    if parentModule == nil {
      journal.add(ObjectIdentifier(self)) { [weak self] in self.map(ApplicationStanding.init(of:)) }
    }
  }

  /// Releases the modules in reverse order and ends the application, like `tearDown()`, but without recording it.
  ///
  /// Modules are released on the main actor. If the last reference is released elsewhere, that happens slightly later.
  deinit {
    if parentModule == nil { watchdog.settle() }
    let remains = CompositeRemains(
      plans: plans, slots: slots, foreign: foreignOwners.values.map(\.ledger), scope: parentModule == nil ? scope : nil,
      stack: stack, expectations: expectations)
    // Drop all references here, so that the objects are released in order on the main actor.
    planCache.deallocate()
    plans = [:]
    nested = []
    slotIndex = SlotIndex()
    slots = []
    foreignOwners = [:]
    expectations = []
    MainQueue.run { remains.letGo() }
    if parentModule == nil { journal.forget(ObjectIdentifier(self)) }
  }
}

/// Called for a dashboard while events are delivered.
package struct DispatchHooks: Sendable {
  package var dispatchBegins: @MainActor () -> Void
  /// A handler has returned but still counts as running. Returns whether the hook took time, which is charged to no
  /// handler.
  package var handlerReturned: @MainActor () -> Bool

  package init(dispatchBegins: @escaping @MainActor () -> Void, handlerReturned: @escaping @MainActor () -> Bool) {
    self.dispatchBegins = dispatchBegins
    self.handlerReturned = handlerReturned
  }
}
