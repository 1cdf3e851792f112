import Foundation
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct EventObserversTests {
  private let log = Log()
  private let composite = CompositeDelegate()

  /// An observer that logs each event's name.
  @MainActor private final class Listener {
    let owned: OwnedObjects
    init(_ composite: CompositeDelegate, _ log: Log, _ name: String = "heard") {
      owned = OwnedObjects(owner: name, in: composite)
      owned.observeEvents(of: composite) { log.add("\(name) \(type(of: $0).name)") }
    }
  }

  @Test func everyEventIsReportedOnceAfterItsHandlers() throws {
    let listener = Listener(composite, log)
    try composite.register("A") { [log] in
      Probe("A", log: log) { $0.on(Tick.self) { probe, _ in probe.log.add("A tick") } }
    }
    composite.send(Tick())
    composite.send(DidReceiveMemoryWarning())
    composite.send(any: DidFinishLaunching())
    expectEqual(log.lines, ["A tick", "heard tick", "heard didReceiveMemoryWarning", "heard didFinishLaunching"])
    withExtendedLifetime(listener) {}
  }

  @Test func anEventThatAHandlerSendsIsReportedAfterTheEventItHandles() throws {
    let listener = Listener(composite, log)
    try composite.register("A") { [unowned composite, log] in
      Probe("A", log: log) { handlers in
        handlers.on(Tick.self) { [unowned composite] probe, _ in
          composite.send(DidReceiveMemoryWarning())
          composite.send(SignificantTimeChange())
          probe.log.add("A tick")
        }
      }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["A tick", "heard tick", "heard didReceiveMemoryWarning", "heard significantTimeChange"])
    withExtendedLifetime(listener) {}
  }

  @Test func anEventThatAnObserverSendsIsReportedAfterwards() throws {
    let first = Probe("First")
    first.owned.observeEvents(of: composite) { [unowned composite, log] event in
      log.add("first \(type(of: event).name)")
      if event is Tick { composite.send(DidReceiveMemoryWarning()) }
    }
    let second = Listener(composite, log, "second")
    composite.send(Tick())
    expectEqual(
      log.lines, ["first tick", "second tick", "first didReceiveMemoryWarning", "second didReceiveMemoryWarning"])
    withExtendedLifetime((first, second)) {}
  }

  @Test func bridgedEventsAreReportedToo() throws {
    let listener = Listener(composite, log)
    composite.send(SceneOpenURLContexts.example)
    expectEqual(log.lines, ["heard sceneOpenURLContexts", "heard openURL"])
    withExtendedLifetime(listener) {}
  }

  @Test func laterAnswersAreNotAwaited() throws {
    let listener = Listener(composite, log)
    var completion: EventCompletion<BackgroundFetchResult>?
    try composite.register("Feed") {
      Probe("Feed") { $0.answerLater(PerformFetch.self) { _, _, given in completion = given } }
    }
    composite.send(PerformFetch()) { [log] in log.add("\($0)") }
    expectEqual(log.lines, ["heard performFetch"])
    completion?(.newData)
    expectEqual(log.lines, ["heard performFetch", "newData"])
    withExtendedLifetime(listener) {}
  }

  @Test func anObserverAddedByAHandlerIsToldOfWhatTheHandlerThenSends() throws {
    let owner = OwnedObjects(owner: "Owner", in: composite)
    let registrar = owner.registrar
    try composite.register("Adder") { [log, unowned composite] in
      Probe("Adder") {
        $0.on(DidBecomeActive.self) { _, _ in
          registrar.observeEvents(of: composite) { event in log.add("heard \(type(of: event).name)") }
          composite.send(Tick())
        }
      }
    }
    composite.send(DidBecomeActive())
    expectEqual(log.lines, ["heard tick"])
  }

  @Test func observationEndsWithItsOwnerAtOnce() throws {
    var captured: Log? = Log()
    weak let probe = captured
    var owner: Probe? = Probe("Owner")
    owner?.owned.observeEvents(of: composite) { [captured] _ in captured?.add("heard") }
    captured = nil
    let last = Probe("Last")
    last.owned.observeEvents(of: composite) { [log] _ in log.add("last") }
    #expect(!composite.application.eventObservers.isEmpty)
    owner = nil
    #expect(probe == nil)
    composite.send(Tick())
    expectEqual(log.lines, ["last"])
    last.owned.object(.observer, named: "events")?.cancel()
    #expect(composite.application.eventObservers.isEmpty)
  }

  @Test func anObserverCanEndAnotherDuringADelivery() throws {
    let (first, second) = (Probe("First"), Probe("Second"))
    first.owned.observeEvents(of: composite) { [weak second] _ in
      second?.owned.object(.observer, named: "events")?.cancel()
    }
    second.owned.observeEvents(of: composite) { [log] _ in log.add("second") }
    composite.send(Tick())
    expectEqual(log.lines, [])
    withExtendedLifetime((first, second)) {}
  }

  @Test func anObserverAddedDuringADeliveryHearsFromTheNextEventOn() throws {
    try composite.register("A") { [unowned composite, log] in
      Probe("A") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          try composite.register("Late") {
            let late = Probe("Late")
            late.owned.observeEvents(of: composite) { log.add("late \(type(of: $0).name)") }
            return late
          }
          composite.send(DidReceiveMemoryWarning())
        }
      }
    }
    composite.send(Tick())
    composite.send(SignificantTimeChange())
    expectEqual(log.lines, ["late didReceiveMemoryWarning", "late significantTimeChange"])
  }

  @Test func aRefusedEventIsNotReported() throws {
    let listener = Listener(composite, log)
    try composite.register("A") { [unowned composite] in
      Probe("A") { $0.on(Tick.self) { [unowned composite] _, _ in composite.send(Tick()) } }
    }
    composite.send(Tick())
    expectEqual(log.lines.count, CompositeDelegate.maximumNesting)
    expectEqual(composite.journal.dispatches.count, CompositeDelegate.maximumNesting)
    withExtendedLifetime(listener) {}
  }

  @Test(.timeLimit(.minutes(10))) func observationEndsWithAnOwnerThatDiesOffTheMainActor() async {
    var keeper: Keeper? = Keeper(Journal())
    keeper?.owned.observeEvents(of: composite) { [log] _ in log.add("heard") }
    composite.send(Tick())
    let last = Locked(keeper)
    keeper = nil
    await Task.detached {
      let keeper = last.withLock { keeper -> Keeper? in
        defer { keeper = nil }
        return keeper
      }
      withExtendedLifetime(keeper) {}
    }.value
    composite.send(Tick())
    expectEqual(log.lines, ["heard"])
    await eventually { composite.application.eventObservers.isEmpty }
  }

  @Test func twoObserversWithoutANameAreBothNotified() {
    let owned = OwnedObjects(owner: "Listener", in: composite)
    owned.observeEvents(of: composite) { [log] _ in log.add("first") }
    let second = owned.observeEvents(of: composite) { [log] _ in log.add("second") }
    composite.send(Tick())
    expectEqual(log.lines, ["first", "second"])
    expectEqual(composite.ownedObjects.map(\.name), ["events", "events"])
    owned.object(.observer, named: "events")?.cancel()
    composite.send(Tick())
    expectEqual(log.lines, ["first", "second", "second"])
    expectEqual(owned.object(.observer, named: "events")?.id, second.id)
    expectEqual(composite.journal.released.map(\.reason), [.cancelled])
  }

  @Test func anObserverReplacesOnlyOneOfTheSameName() {
    let owned = OwnedObjects(owner: "Listener", in: composite)
    owned.observeEvents(of: composite) { [log] _ in log.add("no name") }
    owned.observeEvents(of: composite, named: "events") { [log] _ in log.add("given") }
    composite.send(Tick())
    expectEqual(log.lines, ["no name", "given"])
    owned.observeEvents(of: composite, named: "events") { [log] _ in log.add("given again") }
    composite.send(Tick())
    expectEqual(log.lines.suffix(2), ["no name", "given again"])
    expectEqual(composite.journal.released.map(\.reason), [.replaced])
  }

  /// A call goes through no more functions than the calls before it.
  @Test func noCallIsDeeperThanTheFirst() {
    let owned = OwnedObjects(owner: "Listener", in: composite)
    let depth = Depth()
    owned.observeEvents(of: composite) { _ in depth.note() }
    for _ in 0..<10 { composite.send(Tick()) }
    expectEqual(depth.noted.count, 10)
    expectEqual(depth.noted.max(), depth.noted.first)
  }

  @MainActor private final class Depth {
    private(set) var noted: [Int] = []
    func note() { noted.append(Thread.callStackReturnAddresses.count) }
  }
}
