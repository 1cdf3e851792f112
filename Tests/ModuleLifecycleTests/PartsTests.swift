import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

private struct Offer: LifecycleEvent {
  typealias Vote = Bool
  typealias Response = Bool
  static var policy: ResponsePolicy<Bool, Bool> { .any(default: false, isClaim: true).stopping { $0 } }
}

private struct Bundle: LifecycleEvent {
  var bridged: [any LifecycleEvent] { [Tick(), Tick()] }
}

@MainActor @Suite(.inTurn, .serialized) struct PartsTests {
  private let clock = ManualClock()
  private let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) }

  @Test func aNamedPartHasARowWithItsOwnTime() throws {
    try composite.register("Parties") { [clock] in
      Probe("Parties") { handlers in
        handlers.on(Tick.self) { _, _ in
          clock.advance(by: .milliseconds(1))
          CompositeDelegate.measure("crash report") {
            clock.advance(by: .milliseconds(2))
            CompositeDelegate.measure("symbols") { clock.advance(by: .milliseconds(4)) }
          }
          CompositeDelegate.measure("analytics") { clock.advance(by: .milliseconds(8)) }
        }
      }
    }
    composite.send(Tick())
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.part), [nil, "crash report", "symbols", "analytics"])
    expectEqual(handlers.map(\.parent), [nil, 0, 1, 0])
    expectEqual(handlers.map(\.selfNanoseconds), [1, 2, 4, 8].map { $0 * 1_000_000 })
    expectEqual(handlers.map(\.totalNanoseconds), [15, 6, 4, 8].map { $0 * 1_000_000 })
    expectEqual(handlers.map(\.startNanoseconds), [0, 1, 3, 7].map { $0 * 1_000_000 })
  }

  @Test func partsThatTakeNoTimeKeepTheirOrderAndNesting() throws {
    try composite.register("Parties") {
      Probe("Parties") { handlers in
        handlers.on(Tick.self) { _, _ in
          CompositeDelegate.measure("crash report") { CompositeDelegate.measure("symbols") {} }
          CompositeDelegate.measure("analytics") {}
        }
      }
    }
    composite.send(Tick())
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.part), [nil, "crash report", "symbols", "analytics"])
    expectEqual(handlers.map(\.parent), [nil, 0, 1, 0])
  }

  @Test func aPartThatThrowsRecordsAndRethrowsTheError() throws {
    try composite.register("Parties") {
      Probe("Parties") { handlers in
        handlers.on(Tick.self) { _, _ in try CompositeDelegate.measure("analytics") { throw Refusal("no key") } }
      }
    }
    composite.send(Tick())
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.outcome), [.threw, .threw])
    expectEqual(handlers.map(\.error), ["no key", "no key"])
  }

  @Test func outsideOfHandlersAPartOnlyRunsItsClosure() {
    expectEqual(CompositeDelegate.measure("nothing") { 7 }, 7)
    #expect(composite.journal.entries.isEmpty)
  }

  @Test func anEventSentInAPartBelongsToThePart() throws {
    try composite.register("Outer") { [unowned composite, clock] in
      Probe("Outer") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          CompositeDelegate.measure("warn") {
            clock.advance(by: .milliseconds(1))
            composite.send(DidReceiveMemoryWarning())
          }
        }
        handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .milliseconds(2)) }
      }
    }
    composite.send(Tick())
    let handlers = try #require(composite.journal.dispatches.last).handlers
    expectEqual(handlers.map(\.selfNanoseconds), [0, 1_000_000])
    expectEqual(handlers.map(\.totalNanoseconds), [3_000_000, 3_000_000])
  }

  @Test func anEventCanEndWithTheModuleThatClaimsIt() throws {
    let log = Log()
    for (name, vote) in [("A", false), ("B", true), ("C", true)] {
      try composite.register(name) {
        Probe(name, log: log) { handlers in
          handlers.answer(Offer.self) { probe, _ in
            probe.log.add(probe.name)
            return vote
          }
        }
      }
    }
    expectEqual(composite.send(Offer()), true)
    expectEqual(log.lines, ["A", "B"])
    let handlers = try #require(composite.journal.dispatches.first).handlers
    expectEqual(handlers.map(\.outcome), [.answered, .answered, .skipped])
    expectEqual(handlers.map(\.claimedBy), [nil, nil, "B"])
    composite.journal.isEnabled = false
    expectEqual(composite.send(Offer()), true)
    expectEqual(log.lines, ["A", "B", "A", "B"])
  }

  @Test func eachBridgedEventIsSentOnce() throws {
    let log = Log()
    for name in ["A", "B"] {
      try composite.register(name) {
        Probe(name, log: log) { handlers in
          handlers.on(Bundle.self) { probe, _ in probe.log.add("\(probe.name) bundle") }
          handlers.on(Tick.self) { probe, _ in probe.log.add("\(probe.name) tick") }
        }
      }
    }
    composite.send(Bundle())
    expectEqual(log.lines, ["A bundle", "B bundle", "A tick", "B tick", "A tick", "B tick"])
  }

  @Test func aQueuedEventComesAfterTheOutermostOne() throws {
    let log = Log()
    try composite.register("A") { [unowned composite] in
      Probe("A", log: log) { handlers in
        handlers.on(Tick.self) { [unowned composite] probe, _ in
          composite.enqueue(DidReceiveMemoryWarning())
          probe.log.add("A tick")
        }
      }
    }
    try composite.register("B") {
      Probe("B", log: log) { handlers in
        handlers.on(Tick.self) { probe, _ in probe.log.add("B tick") }
        handlers.on(DidReceiveMemoryWarning.self) { probe, _ in probe.log.add("B warned") }
      }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["A tick", "B tick", "B warned"])
    expectEqual(composite.journal.dispatches.map(\.parent), [nil, nil])
  }
}
