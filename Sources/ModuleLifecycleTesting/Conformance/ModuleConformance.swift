public import ModuleLifecycle

/// Lives a short life with a module, and reports what the module does not do as it should.
///
/// ```swift
/// @Test func feedConforms() async throws {
///   try await checkConformance(of: { Feed() })
/// }
/// ```
///
/// The module is registered in a composite of its own. The application launches and becomes active; the module gets
/// every event that it handles, once, with the event's example; then it is removed, and must be freed with all that it
/// owned. It is brought back, told that the application terminates, and is torn down with the composite. Found is:
///
/// - two handlers for one event, or a factory that throws;
/// - a factory that gives an instance that was there before, which removal can't free;
/// - an event that nobody could fire by name;
/// - a handler that throws for the event's example;
/// - a completion that is called twice, dropped, or not called while `patience` lasts;
/// - an event that sends itself again without end;
/// - a module that somebody holds after its removal, with a hint at who that is;
/// - an owned object that is open after its owner's removal, or after the application's end.
///
/// A handler that answers later costs as long as it takes, and a finding costs `patience` once or twice; otherwise
/// nothing waits.
public struct ModuleConformance: Sendable {
  /// How long a handler may take to answer later, and a removed module to die.
  public var patience: Duration
  /// Events to send in place of their types' examples; of one type there may be several. Their types count as known, and
  /// so an event of one's own, which no catalog has, is named here.
  public var sending: [any LifecycleEvent]
  /// The events that can be fired by name.
  public var catalog: EventCatalog
  /// How to wait; tests of the check itself pass their own.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// A check.
  ///
  /// - Parameters:
  ///   - sending: Events to send in place of their types' examples.
  ///   - catalog: The events that can be fired by name.
  ///   - patience: How long a handler may take to answer later, and a removed module to die.
  ///   - sleep: How to wait for that.
  public init(
    sending: [any LifecycleEvent] = [], catalog: EventCatalog = .standard, patience: Duration = .seconds(1),
    sleep: @escaping @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0, clock: .suspending) }
  ) {
    self.sending = sending
    self.catalog = catalog
    self.patience = patience
    self.sleep = sleep
  }

  /// Checks a module.
  ///
  /// - Parameters:
  ///   - name: What to call it; its type's name unless another is given.
  ///   - make: Creates it, as the factory does that it is registered with. Called twice.
  /// - Returns: What was found.
  @MainActor public func report<Checked: Module>(
    named name: String? = nil, of make: @escaping @MainActor () throws -> Checked
  ) async -> ConformanceReport {
    await ConformanceRun(self, name: name ?? String(describing: Checked.self), make: make).report()
  }
}

/// Checks that a module does as it should; see `ModuleConformance`.
///
/// - Parameters:
///   - make: Creates it, as the factory does that it is registered with. Called twice.
///   - name: What to call it; its type's name unless another is given.
///   - sending: Events to send in place of their types' examples; events of one's own are named here.
///   - patience: How long a handler may take to answer later, and a removed module to die.
/// - Throws: `ConformanceError`, whose description has a sentence for each finding.
@MainActor public func checkConformance<Checked: Module>(
  of make: @escaping @MainActor () throws -> Checked, named name: String? = nil,
  sending: [any LifecycleEvent] = [], patience: Duration = .seconds(1)
) async throws {
  let report = await ModuleConformance(sending: sending, patience: patience).report(named: name, of: make)
  if !report.findings.isEmpty { throw ConformanceError(report: report) }
}
