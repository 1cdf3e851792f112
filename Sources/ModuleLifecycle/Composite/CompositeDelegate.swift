/// Stands where one big application delegate would: it passes every lifecycle event to its modules, strictly in the
/// order in which they were registered, and combines their answers.
///
/// ```swift
/// let composite = CompositeDelegate()
/// try composite.register("Scene", role: .main) { Scene() }
/// try composite.register("Session") { Session() }
///
/// let launched = composite.send(DidFinishLaunching())  // true unless a module says no
/// ```
///
/// All modules that handle an event are called, whatever the earlier ones answered; only then are the votes combined.
/// An error thrown by one module is caught, written down, and the rest go on. Every dispatch leaves one entry in the
/// `journal`, with the time that each handler took.
///
/// A composite that is done with is told so by `tearDown()`; otherwise its modules go, in reverse order, with it, and then
/// what was to live as long as the application. They go on the main actor, and so a little later than a composite whose
/// last reference goes elsewhere.
///
/// A dispatch costs about 0.1 µs for each handler beside what the handler does itself, one clock read included. For
/// events that ask for no votes the number of handlers does not change how often it allocates.
@MainActor public final class CompositeDelegate {
  /// How deep events that handlers send may nest. The next one is not delivered, and a warning says so.
  public nonisolated static let deepestNesting = 16
  /// How many events may come of one another that repeat each other, by way of the queue or of observers, without a pause.
  /// The next one is not delivered, and a warning says so.
  public nonisolated static let longestCycle = 10_000

  /// The name of the application, as a dashboard shows it.
  public let name: String
  /// What happened, in order.
  public nonisolated let journal: Journal
  /// The handler that is running now, for other threads.
  public nonisolated let running: CurrentHandler
  /// How long events may take; one that takes longer is warned of while it runs, and at the latest when it ends.
  public nonisolated let budgets: Budgets
  /// Looks at what is running, from another thread.
  package nonisolated let watchdog: Watchdog
  /// The events that can be fired by name: the package's own, and every event that a module has handled.
  public internal(set) var catalog: EventCatalog
  /// Where the application stands. A composite that is nested in another is in that one's application, which only the
  /// events move that are sent to the outermost one.
  public internal(set) var state: ApplicationState {
    get { unsafe stack.progress.pointee.state }
    set { unsafe stack.progress.pointee.state = newValue }
  }
  /// How long a removed module may take to die before it is reported as overdue.
  public let releaseGrace: Duration

  /// Called while events are delivered, here and in the composites around and inside this one, for a dashboard that must
  /// see more than the journal; `nil` costs nothing.
  package var hooks: DispatchHooks? {
    get { stack.hooks }
    set { stack.hooks = newValue }
  }

  /// What lives as long as the composite, such as an inspector.
  package var companions: [AnyObject] = []

  /// The composite that this one is a module of.
  weak var outer: CompositeDelegate?
  /// What this one is called there.
  let parentModule: ModuleID?
  /// The owner that this one is there.
  let ownerAsModule: Owner?
  /// Those among the modules that are composites.
  var nested: [CompositeDelegate] = []

  /// The modules' places, in the order of the calls.
  var slots: [ModuleSlot] = []
  /// Finds one of them.
  var slotIndex = SlotIndex()
  var plans: [ObjectIdentifier: DispatchPlan] = [:]
  /// Some of them.
  nonisolated let planCache = PlanCache()
  /// The module that is being created, if one is.
  var moduleUnderConstruction: String?
  /// What is under way, here and in composites nested in this one.
  let stack: DispatchStack
  /// Who owns what, and what ends with an event or the application.
  nonisolated let scope: OwnershipScope
  /// The asynchronous launch that is under way.
  var asyncLaunch: AsyncLaunch?
  /// That an asynchronous launch has succeeded.
  nonisolated let launched = CleanupEnd()
  /// Those who should be gone soon and are not known to be dead.
  var expectations: [ReleaseExpectation] = []
  /// How many of them have not been looked at yet.
  var newExpectations = 0
  /// Objects without a bag that own things.
  var foreignOwners: [ObjectIdentifier: ForeignOwner] = [:]
  /// How long the dispatch took that ended last, those that a handler sent left out, in nanoseconds.
  package var latestTotal: UInt64 { unsafe stack.progress.pointee.latestTotal }
  let sleep: @Sendable (Duration) async throws -> Void

  /// A composite without modules.
  ///
  /// - Parameters:
  ///   - name: The application's name.
  ///   - journal: Where it writes down what happens; by default a journal of its own. One that is made in a factory, to be
  ///     a module of another composite, shares that one's, and with it the application's state and what ends with the
  ///     application; with a journal of its own it can't be one.
  ///   - catalog: The events that can be fired by name, besides those that modules handle.
  ///   - budgets: How long events may take before a warning.
  ///   - measuring: What is measured of each handler.
  ///   - releaseGrace: How long a removed module may take to die before it is reported as overdue.
  ///   - sleep: How to wait for that, and for deadlines; tests pass their own. Unless another is given, the time in which
  ///     the machine sleeps does not count, as in the journal.
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

  /// Lets go of the modules in reverse order and ends the application, like `tearDown()`, which also writes that down.
  ///
  /// Modules die on the main actor: when the last reference goes elsewhere, that is a little later.
  deinit {
    if parentModule == nil { watchdog.settle() }
    let remains = CompositeRemains(
      plans: plans, slots: slots, foreign: foreignOwners.values.map(\.ledger), scope: parentModule == nil ? scope : nil,
      stack: stack, expectations: expectations)
    // Nothing here holds any of it any more, so that it dies in order, there.
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

/// What a dashboard is told while events are delivered.
package struct DispatchHooks: Sendable {
  /// A dispatch is about to call its first handler.
  package var dispatchBegins: @MainActor () -> Void
  /// A handler has returned and still counts as running. Gives whether that took time, which is charged to no handler.
  package var handlerReturned: @MainActor () -> Bool

  /// Hooks that do something.
  package init(dispatchBegins: @escaping @MainActor () -> Void, handlerReturned: @escaping @MainActor () -> Bool) {
    self.dispatchBegins = dispatchBegins
    self.handlerReturned = handlerReturned
  }
}
