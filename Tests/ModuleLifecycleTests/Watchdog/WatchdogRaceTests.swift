import Dispatch
import ModuleLifecycleTesting
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import ModuleLifecycle

/// Reads state that the main actor changes all the time.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct WatchdogRaceTests {
  /// Every dispatch is within its budget and every handler is quick. Any report would combine parts that do not belong
  /// together.
  @Test func readsDuringDispatchesReportNothingFalse() throws {
    let clock = ManualClock()
    let composite = CompositeDelegate(
      journal: Journal(clock: clock.monotonic),
      budgets: EventBudgets(["tick": .milliseconds(4), "didReceiveMemoryWarning": .milliseconds(2)]))
    for name in ["First", "Second"] {
      try composite.register(name) { [unowned composite] in
        Probe(name) { handlers in
          handlers.on(Tick.self) { [unowned composite] _, _ in
            clock.advance(by: .milliseconds(1))
            if name == "First" { composite.send(DidReceiveMemoryWarning()) }
          }
          handlers.on(DidReceiveMemoryWarning.self) { _, _ in clock.advance(by: .milliseconds(1)) }
        }
      }
    }
    let (watchdog, running) = (composite.watchdog, composite.running)
    let (isOver, looks) = (Flag(), DispatchGroup())
    DispatchQueue(label: "looks").async(group: looks) {
      while !isOver.isSet {
        watchdog.tick()
        if let dispatch = running.current?.dispatch {
          #expect([4_000_000, 2_000_000].contains(dispatch.budgetNanoseconds))
        }
      }
    }
    for _ in 0..<3_000 { composite.send(Tick()) }
    isOver.set()
    looks.wait()
    expectEqual(composite.journal.running, [])
    expectEqual(composite.journal.warnings, [])
  }

  private final class Flag: Sendable {
    private let stored = Atomic(false)
    var isSet: Bool { stored.load(ordering: .acquiring) }
    func set() { stored.store(true, ordering: .releasing) }
  }
}
