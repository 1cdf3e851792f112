import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Runs a closure when it dies.
private final class Farewell: Sendable {
  private let say: @MainActor @Sendable () -> Void
  init(_ say: @escaping @MainActor @Sendable () -> Void) { self.say = say }
  deinit { MainActor.assumeIsolated { say() } }
}

/// A module whose handler holds the only reference to a `Farewell`.
private final class Host: Module {
  private let makeFarewell: () -> Farewell
  init(_ makeFarewell: @escaping () -> Farewell) { self.makeFarewell = makeFarewell }

  func instanceHandlers(_ handlers: inout ModuleHandlers<Host>) {
    let farewell = makeFarewell()
    handlers.on(Tick.self) { _, _ in withExtendedLifetime(farewell) {} }
  }
}

/// An event that runs a closure when it is asked which events it stands for.
private struct Sly: LifecycleEvent {
  @MainActor static var act: (() -> Void)?
  var bridged: [any LifecycleEvent] {
    MainActor.assumeIsolated { Self.act?() }
    return []
  }
}

/// An event without votes whose policy stops all the same.
private struct Offer: LifecycleEvent {
  static var policy: ResponsePolicy<Void, Void> { .broadcast.stopping { true } }
}

/// Changes at the worst moments: no dead module is called, and no access overlaps another.
@MainActor @Suite(.inTurn, .serialized) struct DispatchSafetyTests {
  private let composite = CompositeDelegate()
  private let log = Log()

  private func register(_ name: String, _ act: @escaping @MainActor () throws -> Void = {}) throws {
    try composite.register(name) { [log] in
      Probe(name, log: log) { handlers in
        handlers.on(Tick.self) { probe, _ in
          try act()
          probe.log.add(probe.name)
        }
      }
    }
  }

  /// Observes, and runs a closure when it dies.
  @MainActor private final class Witness: Observer {
    private let farewell: Farewell
    init(_ farewell: Farewell) { self.farewell = farewell }
    nonisolated var interests: ObserverInterests { [.calls] }
    func around(_ call: ObservedCall, _ body: () -> ObservedCall.Ending) { _ = body() }
  }

  /// Only the plan of the event that was sent last refers to the observer.
  @Test func anObserverThatDiesWithItsPlanMaySendTheSameEvent() throws {
    try register("A")
    var witness: Witness? = Witness(Farewell { [unowned composite] in composite.send(Tick()) })
    composite.observers.add(try #require(witness))
    for _ in 0..<2 { composite.send(Tick()) }
    composite.observers.remove(try #require(witness))
    witness = nil
    for _ in 0..<2 { composite.send(Tick()) }
    expectEqual(log.lines, Array(repeating: "A", count: 5))
  }

  @Test func aCompositeThatWasNotMadeForNestingIsRefused() throws {
    let stranger = CompositeDelegate()
    try stranger.register("Cart") { [log] in
      Probe("Cart", log: log) { $0.on(Tick.self) { probe, _ in probe.log.add(probe.name) } }
    }
    #expect(throws: CompositeError.madeElsewhere("Shop")) { try composite.register("Shop") { stranger } }
    expectEqual(
      "\(CompositeError.madeElsewhere("Shop"))",
      "'Shop' is a composite that was created elsewhere. Create it in this module's factory, without a journal."
    )
    composite.send(Tick())
    try stranger.remove("Cart")
    composite.send(Tick())
    expectEqual(log.lines, [])
  }

  @Test(arguments: [true, false]) func anObjectHeldOnlyByAHandlerCanSendAsItDies(isPlanned: Bool) throws {
    try register("Other")
    try composite.register("Host") { [unowned composite, log] in
      Host {
        Farewell { [unowned composite] in
          log.add("dies among \(composite.modules.count) of \(composite.handledEvents.count)")
          composite.send(Tick())
        }
      }
    }
    if isPlanned { composite.send(Tick()) }
    try composite.remove("Host")
    expectEqual(log.lines.suffix(2), ["dies among 2 of 1", "Other"])
    composite.send(Tick())
    expectEqual(composite.journal.dispatches.last?.handlers.map(\.module), ["Other"])
  }

  @Test(arguments: [true, false]) func anObjectHeldOnlyByAHandlerCanBringItsModuleBackAsItDies(isPlanned: Bool) throws {
    try composite.register("Host") { [unowned composite, log] in
      Host {
        Farewell { [weak composite] in
          if log.lines.isEmpty { try? composite?.restore("Host") }
          log.add("dies")
        }
      }
    }
    if isPlanned { composite.send(Tick()) }
    try composite.remove("Host")
    expectEqual(composite.modules.map(\.isPresent), [true])
    composite.send(Tick())
    expectEqual(composite.journal.dispatches.last?.handlers.map(\.module), ["Host"])
    try composite.remove("Host")
    expectEqual(log.lines, ["dies", "dies"])
  }

  @Test func anEventThatRemovesAModuleBeforeDeliveryDoesNotCallIt() throws {
    try composite.register("Session") { [log] in
      Probe("Session", log: log) { $0.on(Sly.self) { probe, _ in probe.log.add("called") } }
    }
    composite.send(Sly())
    Sly.act = { [composite] in
      Sly.act = nil
      try? composite.remove("Session")
    }
    defer { Sly.act = nil }
    composite.send(Sly())
    composite.send(Sly())
    expectEqual(composite.journal.dispatches.last?.handlers.isEmpty, true)
    #expect(composite.modulesStillAlive.isEmpty)
  }

  /// What a handler in the innermost of three composites does while an event is under way at each level.
  enum Mischief: CaseIterable {
    case itself, shop, mall, tearDown, again, moved
  }

  @Test(arguments: Mischief.allCases) func aRunningHandlersModuleLivesUntilItHasReturned(mischief: Mischief) throws {
    try composite.register("First") { Probe("First") { $0.on(Tick.self) { _, _ in } } }
    try composite.register("Mall") { [log, unowned composite] in
      let mall = CompositeDelegate()
      try mall.register("Shop") { [unowned composite, unowned mall] in
        let shop = CompositeDelegate()
        try shop.register("Cart") { [unowned composite, unowned shop, unowned mall] in
          Probe("Cart", log: log) { handlers in
            handlers.on(Tick.self) { [unowned composite, unowned shop, unowned mall] probe, _ in
              if composite.stack.dispatches.count < 4 {
                return composite.stack.dispatches.count == 2 ? shop.send(Tick()) : composite.send(Tick())
              }
              try CompositeDelegate.measure("mischief") {
                switch mischief {
                case .itself: try shop.remove("Cart")
                case .shop: try mall.remove("Shop")
                case .mall: try composite.remove("Mall")
                case .tearDown: composite.tearDown()
                case .again:
                  try mall.remove("Shop")
                  try mall.restore("Shop")
                  try composite.remove("Mall")
                  try composite.restore("Mall")
                  try composite.remove("Mall")
                case .moved:
                  try composite.move("First", to: 2)
                  try shop.register("Late") { Probe("Late") }
                  try shop.remove("Cart")
                  try shop.restore("Cart")
                }
              }
              probe.log.add(probe.name)
              probe.owned.own("draft", as: .file) {}
            }
          }
        }
        return shop
      }
      return mall
    }
    composite.send(Tick())
    expectEqual(log.lines, ["Cart"])
    #expect(composite.modulesStillAlive.isEmpty)
    #expect(composite.stack.isQuiet)
    #expect(composite.ownedObjects.isEmpty)
  }

  @Test func theLastReferenceCanBeReleasedInsideAHandler() throws {
    @MainActor final class Box { var composite: CompositeDelegate? = CompositeDelegate() }
    let box = Box()
    weak let gone = box.composite
    for name in ["A", "B"] {
      try box.composite?.register(name) { [log, weak box] in
        Probe(name, log: log) { handlers in
          handlers.on(Tick.self) { [weak box] probe, _ in
            box?.composite = nil
            probe.log.add(probe.name)
          }
        }
      }
    }
    box.composite?.send(Tick())
    expectEqual(log.lines, ["A", "B"])
    #expect(gone == nil)
  }

  @Test func anEventWithoutVotesCanBeStoppedToo() throws {
    for name in ["A", "B"] {
      try composite.register(name) { Probe(name) { $0.answer(Offer.self) { _, _ in () } } }
    }
    composite.send(Offer())
    expectEqual(composite.journal.dispatches.last?.handlers.map(\.outcome), [.answered, .skipped])
    expectEqual(composite.journal.dispatches.last?.handlers.last?.claimedBy, "A")
  }

  @Test func anEventSentByAModuleRemovedInItsHandlerNamesTheModule() throws {
    try composite.register("Outer") { [unowned composite] in
      Probe("Outer") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in composite.send(DidReceiveMemoryWarning()) }
      }
    }
    for name in ["Stays", "Goes"] {
      try composite.register(name) { [unowned composite] in
        let probe = Probe(name) { handlers in
          handlers.on(DidReceiveMemoryWarning.self) { [unowned composite] probe, _ in
            if probe.name == "Goes" { try composite.remove("Goes") }
          }
        }
        probe.owned.own("draft", as: .file, onMainActor: { [weak composite] in composite?.send(Offer()) })
        return probe
      }
    }
    composite.send(Tick())
    let dispatches = composite.journal.dispatches
    expectEqual(dispatches.map(\.event), ["offer", "didReceiveMemoryWarning", "tick"])
    expectEqual(dispatches.map(\.parentModule), ["Goes", "Outer", nil])
    expectEqual(dispatches.map(\.parent), [dispatches[1].id, dispatches[2].id, nil])
  }
}
