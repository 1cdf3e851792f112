import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

@MainActor final class ModuleCheckRun<Checked: Module> {
  private let check: ModuleCheck
  private let name: String
  private let make: @MainActor (CompositeDelegate) throws -> Checked
  private let composite: CompositeDelegate
  private let collector: JournalCollector
  /// The module's first instance; the second must be another.
  private weak var firstInstance: Checked?
  private var sent: [String] = []
  private var findings: [ModuleFinding] = []
  private var openObjects: Set<OwnedObjectID> = []

  init(_ check: ModuleCheck, name: String, make: @escaping @MainActor (CompositeDelegate) throws -> Checked) {
    self.check = check
    self.name = name
    self.make = make
    let journal = Journal()
    composite = CompositeDelegate(
      name: "Check of \(name)", journal: journal, catalog: check.catalog, releaseGrace: check.patience,
      sleep: { [check] duration in try await check.sleep(min(duration, check.patience)) })
    collector = JournalCollector(journal)
  }

  /// The instance that did not start in time. It is not waited for again.
  private var unstarted: OwnerID?

  func report() async -> ModuleReport {
    if register() {
      noteUnknownEvents()
      let planned = plannedEvents
      for event in planned { await send(event) }
      firstInstance = composite.module(Checked.self, named: name)
      await remove()
      if await bringBack() {
        await send(WillTerminate())
        await tearDown()
        await dropComposite(after: planned)
      }
      await noteJournal()
    }
    return ModuleReport(module: name, events: sent, findings: findings)
  }

  // MARK: Module life cycle

  private func register() -> Bool {
    do {
      try composite.register(name, make: make)
      return true
    } catch let error as CompositeError {
      switch error {
      case .duplicateHandler: note(.duplicateHandler, error.description)
      case .duplicateEvent: note(.unknownEvent, error.description)
      default: noteFailure(error)
      }
    } catch {
      noteFailure(error)
    }
    return false
  }

  /// Launch events first, then the module's own events in the order in which it names them, between becoming active and
  /// leaving the foreground. Termination comes later.
  private var plannedEvents: [any LifecycleEvent] {
    let opening: [any LifecycleEvent.Type] = [WillFinishLaunching.self, DidFinishLaunching.self, DidBecomeActive.self]
    let closing: [any LifecycleEvent.Type] = [WillResignActive.self, DidEnterBackground.self, WillEnterForeground.self]
    let framed = (opening + closing + [WillTerminate.self]).map { ObjectIdentifier($0) }
    let others = composite.handledEvents.filter { !framed.contains(ObjectIdentifier($0)) }
    return (opening + others + closing).flatMap { type in
      let given = check.sending.filter { Swift.type(of: $0) == type }
      return given.isEmpty ? [type.sample].compactMap(\.self) : given
    }
  }

  private func send(_ event: any LifecycleEvent) async {
    let type = type(of: event)
    if composite.handledEvents.contains(where: { $0 == type }) { sent.append(type.name) }
    await composite.sendAndWait(any: event)
    await waitForStart()
  }

  /// Waits until a launched module has started: until then it gets some events later.
  private func waitForStart() async {
    guard composite.state != .notRunning, let owner = composite.modules.first?.owner, owner != unstarted else { return }
    await wait { !composite.isStarting }
    if composite.isStarting {
      unstarted = owner
      note(.notStarted, "\(name) had not started after \(TimeInWords.exact(check.patience)).")
    }
  }

  /// Waits until something is so, but no longer than `patience`.
  private func wait(until isSo: () -> Bool) async {
    let step = Duration.milliseconds(1)
    var waited = Duration.zero
    while !isSo(), waited < check.patience {
      await Task.yield()
      try? await check.sleep(step)
      waited += step
    }
  }

  private func remove() async {
    guard let owner = composite.modules.first?.owner else { return }
    do {
      try composite.remove(name)
    } catch {
      return noteFailure(error)
    }
    await waitForEnd(of: owner)
    let isFreed = !composite.modulesStillAlive.contains(name)
    await noteOpenObjects(isFreed ? "has been freed" : "was removed") { $0.lifetime != .application }
  }

  private func bringBack() async -> Bool {
    do {
      try composite.restore(name)
      if let firstInstance, composite.module(Checked.self, named: name) === firstInstance {
        note(
          .sharedInstance,
          "The factory of \(name) returned an existing instance. Other code keeps it, so removal can't free it."
        )
      }
      await waitForStart()
      return true
    } catch {
      noteFailure(error)
      return false
    }
  }

  private func tearDown() async {
    let owner = composite.modules.first?.owner
    composite.tearDown()
    if let owner { await waitForEnd(of: owner) }
    await noteOpenObjects("and the application have ended") { _ in true }
  }

  /// Launches a composite with an instance of the module, and drops it without a teardown: the module must not keep it alive.
  private func dropComposite(after events: [any LifecycleEvent]) async {
    weak var dropped: CompositeDelegate?
    do {
      let composite = CompositeDelegate(
        name: "Check of \(name)", journal: Journal(), catalog: check.catalog, releaseGrace: check.patience,
        sleep: { [check] duration in try await check.sleep(min(duration, check.patience)) })
      try composite.register(name, make: make)
      dropped = composite
      // An event that is never answered would be waited for again.
      for event in events where !(event is any AsyncLifecycleEvent) { composite.send(any: event) }
    } catch {
      return noteFailure(error)
    }
    await wait { dropped == nil }
    guard let dropped else { return }
    note(
      .keepsComposite,
      "\(name) keeps its composite alive, which keeps \(name) alive: without a teardown, both leak. Keep the composite "
        + "weak or unowned.")
    dropped.tearDown()
  }

  /// Waits until an instance is freed or overdue, whichever comes first.
  private func waitForEnd(of owner: OwnerID) async {
    _ = await collector.first { entry in
      entry.overdue?.owner == owner || entry.module.map { $0.owner == owner && $0.change == .freed } == true
    }
  }

  // MARK: Findings

  /// Records a finding once.
  private func note(_ kind: ModuleFinding.Kind, _ text: String) {
    let finding = ModuleFinding(kind, text)
    if !findings.contains(finding) { findings.append(finding) }
  }

  private func noteFailure(_ error: any Error) { note(.notCreated, "\(name) could not be created: \(error)") }

  /// Records the events that are fired by no name, and those that could not be sent.
  private func noteUnknownEvents() {
    var known = check.catalog
    for event in check.sending { known.add(type(of: event)) }
    for event in composite.handledEvents {
      if known[event.name] == nil, let near = NearestName.matches(for: event.name, among: known.names).first {
        note(
          .unknownEvent,
          "\(name) handles \(event.name), which is not in the catalog. Did you mean \(near)? If it is your own, pass one "
            + "to the check: sending: [\(event)(…)].")
      } else if event.sample == nil, !check.sending.contains(where: { type(of: $0) == event }) {
        note(
          .notSent,
          "\(name) handles \(event.name), which has no example and was not sent. Pass one to the check: sending: "
            + "[\(event)(…)].")
      }
    }
  }

  private func noteOpenObjects(_ moment: String, where counts: (OwnedObjectStatus) -> Bool) async {
    // The finding about an overdue module says that its objects stay open.
    func open() -> [OwnedObjectStatus] { composite.ownedObjects.filter { counts($0) && $0.state != .overdue } }
    // Asynchronous cleanups are still running, and so are main-actor cleanups of an owner that died elsewhere.
    await wait { open().isEmpty }
    for object in open() where openObjects.insert(object.id).inserted {
      let title = object.name.isEmpty ? "\(object.kind)" : "\(object.kind) \(object.name)"
      let state = object.state == .releasing ? "still being cleaned" : "still open"
      note(.leftOpen, "\(object.owner) \(moment), but its \(title) is \(state).")
    }
  }

  /// Records the warnings of the composite itself.
  private func noteJournal() async {
    await collector.collect()
    let entries = await collector.entries
    let dispatches = entries.compactMap(\.dispatch)
    for dispatch in dispatches {
      for span in dispatch.handlers where span.part == nil && span.error != nil {
        let words = dispatch.arguments == .null ? "" : " (\(dispatch.arguments.words))"
        note(.handlerThrew, "\(span.module) threw in \(dispatch.event)\(words): \"\(span.error ?? "")\".")
      }
      for span in dispatch.handlers where span.outcome == .unanswered {
        note(
          .neverCompleted,
          "\(span.module) had not completed \(dispatch.event) after \(TimeInWords.exact(check.patience)).")
      }
    }
    for warning in entries.compactMap(\.warning) {
      let late = dispatches.first { $0.id == warning.dispatch }?.handlers.contains { $0.outcome == .unanswered } == true
      switch warning.kind {
      case .completedTwice: note(.completedTwice, warning.sentence)
      case .neverCompleted where !late: note(.neverCompleted, warning.sentence)
      case .depthCap: note(.endlessNesting, warning.sentence)
      case .startFailed: note(.notStarted, "\(warning.module ?? name) could not start: \"\(warning.error ?? "")\".")
      case .taskEnded: note(.taskThrew, warning.sentence)
      case .registeredLate where warning.fate == .cleaned: note(.registeredLate, warning.sentence)
      case .ownerOverdue: note(.notFreed, warning.sentence)
      default: break
      }
    }
  }
}
