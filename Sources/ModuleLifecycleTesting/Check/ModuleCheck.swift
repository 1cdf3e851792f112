public import ModuleLifecycle

#if canImport(Testing)
public import Testing
#endif

/// Runs a module through a short life cycle and reports its faults.
///
/// ```swift
/// let report = await ModuleCheck().report { Feed() }
/// #expect(report.findings.isEmpty, "\(report)")
/// ```
///
/// The module is registered in its own composite. The application launches and becomes active, and the module gets each
/// event that it handles once, with the event's example. Then it is removed, and must be freed with everything it
/// owned. It is brought back, gets `willTerminate`, and is torn down with the composite. At last, a composite with another
/// instance gets the events that are answered at once, and is dropped without a teardown. The check finds:
///
/// - two handlers for one event, or a factory that throws;
/// - a factory that returns an existing instance, which removal can't free;
/// - an event whose name is another's, or nearly another's, and one that has no example and was not given;
/// - a `start()` that throws, or does not return within `patience`;
/// - a handler or an owned task that throws;
/// - a completion that is called twice, dropped, or not called within `patience`;
/// - an event that sends itself again without end;
/// - a module that is still held after its removal, with a hint at the holder;
/// - a module that keeps its composite alive;
/// - an owned object that is open after its owner's removal, or after the application's end, or that was registered
///   after its owner had gone.
///
/// It knows only what the module owns: a task or a timer that is in no bag is not found. Nor is what happens when the
/// check is over, such as a second call of a completion, or a task that throws later.
///
/// A handler that answers later and a module that starts take their own time, and a finding takes `patience` once or
/// twice. Otherwise the check does not wait.
public struct ModuleCheck: Sendable {
  /// How long a handler may take to answer later, and a removed module may take to die.
  public var patience: Duration
  /// Events to send in place of their types' examples; a type may have several. Their types count as known.
  public var sending: [any LifecycleEvent]
  /// The events that can be fired by name.
  public var catalog: EventCatalog
  /// How to wait. Tests of the check itself pass their own function.
  public var sleep: @Sendable (Duration) async throws -> Void

  /// Creates a check.
  ///
  /// - Parameters:
  ///   - sending: Events to send in place of their types' examples.
  ///   - catalog: The events that can be fired by name.
  ///   - patience: How long a handler may take to answer later, and a removed module may take to die.
  ///   - sleep: How to wait.
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
  ///   - name: The module's name in the report; by default its type's name.
  ///   - make: Creates the module, as its factory does. Called three times.
  /// - Returns: The findings, with the events that were sent.
  @MainActor public func report<Checked: Module>(
    named name: String? = nil, of make: @escaping @MainActor () throws -> Checked
  ) async -> ModuleReport {
    await report(named: name) { _ in try make() }
  }

  /// Checks a module whose factory takes its composite. See `report(named:of:)` with a factory that needs nothing.
  @MainActor public func report<Checked: Module>(
    named name: String? = nil, of make: @escaping @MainActor (CompositeDelegate) throws -> Checked
  ) async -> ModuleReport {
    await ModuleCheckRun(self, name: name ?? String(describing: Checked.self), make: make).report()
  }
}

#if canImport(Testing)
/// Checks a module, and records an issue of the running test for each fault. See `ModuleCheck`.
///
/// ```swift
/// @Test @MainActor func feedHasNoFault() async { await checkModule { Feed() } }
/// ```
///
/// - Parameters:
///   - name: The module's name in the issues; by default its type's name.
///   - sending: Events to send in place of their types' examples. List your own events here.
///   - patience: How long a handler may take to answer later, and a removed module may take to die.
///   - sourceLocation: Where the issues are reported; by default at the call.
///   - make: Creates the module, as its factory does. Called three times.
@MainActor public func checkModule<Checked: Module>(
  named name: String? = nil, sending: [any LifecycleEvent] = [], patience: Duration = .seconds(1),
  sourceLocation: SourceLocation = #_sourceLocation, _ make: @escaping @MainActor () throws -> Checked
) async {
  await checkModule(named: name, sending: sending, patience: patience, sourceLocation: sourceLocation) { _ in
    try make()
  }
}

/// Checks a module whose factory takes its composite: `await checkModule { Session(in: $0) }`. See `checkModule` with a
/// factory that needs nothing.
@MainActor public func checkModule<Checked: Module>(
  named name: String? = nil, sending: [any LifecycleEvent] = [], patience: Duration = .seconds(1),
  sourceLocation: SourceLocation = #_sourceLocation, _ make: @escaping @MainActor (CompositeDelegate) throws -> Checked
) async {
  let report = await ModuleCheck(sending: sending, patience: patience).report(named: name, of: make)
  for finding in report.findings { Issue.record("\(finding)", sourceLocation: sourceLocation) }
}
#endif
