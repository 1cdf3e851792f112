import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Stands for another event.
private struct Bridge: AsyncLifecycleEvent {
  var bridged: [any LifecycleEvent] { [Tick()] }
}

/// Events queued while something ends are delivered when all of it has ended.
@MainActor @Suite(.inTurn, .serialized) struct QueueTests {
  private let composite = CompositeDelegate()
  private let log = Log()

  /// Registers two modules that queue an event when they are removed, the last one first, and log its delivery.
  private func registerTwo(isRequired: Bool = false) throws {
    for name in ["A", "B"] {
      try composite.register(name, isRequired: isRequired) { [weak composite, log] in
        let probe = Probe(name, log: log) { handlers in
          handlers.on(Tick.self) { probe, _ in probe.log.add("\(name) ticks") }
          handlers.on(DidFinishLaunching.self) { _, _ in if name == "B" { throw Refusal("disk full") } }
        }
        for number in [1, 2] {
          probe.owned.own(
            "log \(number)", as: .file,
            onMainActor: { [weak composite] in
              composite?.enqueue(Tick()) { log.add("heard of \(name)\(number)") }
              log.add("\(name)\(number) closes")
            })
        }
        return probe
      }
    }
  }

  private static let closed = ["B2 closes", "B1 closes", "A2 closes", "A1 closes"]
  private static let heard = ["heard of B2", "heard of B1", "heard of A2", "heard of A1"]

  @Test func eventsThatATeardownQueuesComeAfterIt() throws {
    try registerTwo()
    composite.tearDown()
    expectEqual(log.lines, Self.closed + Self.heard)
    #expect(composite.isIdle)
  }

  @Test func eventsThatARebuildQueuesGoToTheNewModules() throws {
    try registerTwo()
    try composite.recreateModules()
    let delivered = Self.heard.flatMap { ["A ticks", "B ticks", $0] }
    expectEqual(log.lines, Self.closed + delivered)
  }

  @Test func eventsThatARemovedModuleQueuesComeAfterItsRemoval() throws {
    try registerTwo()
    try composite.remove("B")
    expectEqual(log.lines, ["B2 closes", "B1 closes", "A ticks", "heard of B2", "A ticks", "heard of B1"])
  }

  @Test func eventsThatAnAbortedLaunchQueuesComeAfterIt() throws {
    try registerTwo(isRequired: true)
    composite.send(DidFinishLaunching())
    expectEqual(log.lines, Self.closed + Self.heard)
    expectEqual(composite.state, .notRunning)
  }

  @Test(arguments: [true, false]) func eventsThatTheEndOfAnEventQueuesComeAfterIt(isTermination: Bool) throws {
    let probe = Probe("Scene")
    for number in [1, 2] {
      let owner = OwnedObjects(owner: "Scene", in: composite)
      owner.own(
        "log", as: .file, lifetime: isTermination ? .application : .event(Tick.self),
        onMainActor: { [weak composite, log] in
          composite?.enqueue(DidReceiveMemoryWarning()) { log.add("heard of \(number)") }
          log.add("\(number) closes")
        })
      probe.owned.own("keep \(number)", as: .file, onMainActor: { withExtendedLifetime(owner) {} })
    }
    composite.send(any: isTermination ? WillTerminate() : Tick() as any LifecycleEvent)
    expectEqual(log.lines, ["2 closes", "1 closes", "heard of 2", "heard of 1"])
    withExtendedLifetime(probe) {}
  }

  @Test func eventsThatASweepQueuesComeAfterIt() {
    do {
      let thumbnail = Log()
      for number in [1, 2] {
        composite.own(for: thumbnail, "cache \(number)", as: .file) { [weak composite, log] in
          MainActor.assumeIsolated { composite?.enqueue(Tick()) { log.add("heard of \(number)") } }
          log.add("\(number) closes")
        }
      }
    }
    composite.send(DidReceiveMemoryWarning())
    expectEqual(log.lines, ["2 closes", "1 closes", "heard of 2", "heard of 1"])
  }

  @Test func eventsThatAnObserverQueuesComeAfterTheObservedEvent() {
    let listener = OwnedObjects(owner: "Listener", in: composite)
    listener.observeEvents(of: composite) { [weak composite] event in
      if event is Tick { composite?.enqueue(DidReceiveMemoryWarning()) }
    }
    composite.send(Tick())
    expectEqual(composite.journal.dispatches.map(\.event), ["tick", "didReceiveMemoryWarning"])
  }

  @Test func eventsThatACompletionQueuesComeAfterBridgedEvents() {
    composite.send(Bridge()) { [unowned composite] in composite.enqueue(DidReceiveMemoryWarning()) }
    expectEqual(composite.journal.dispatches.map(\.event), ["bridge", "tick", "didReceiveMemoryWarning"])
  }
}
