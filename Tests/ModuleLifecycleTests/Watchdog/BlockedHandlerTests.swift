import Dispatch
import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Handlers that really block the main actor, under the system's clock, until another thread has read about it.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct BlockedHandlerTests {
  /// Lets the handler return as soon as the journal has a matching entry.
  private final class Witness: Sendable {
    private let seen = DispatchSemaphore(value: 0)
    private let queue = DispatchQueue(label: "witness")
    private let reader = Locked<JournalReader?>(nil)
    private let fits: @Sendable (AnyEntry) -> Bool

    init(_ journal: Journal, _ fits: @escaping @Sendable (AnyEntry) -> Bool) {
      self.fits = fits
      let reader = journal.reader(from: .next) { [weak self, queue] in queue.async { [weak self] in self?.look() } }
      self.reader.withLock { $0 = reader }
      look()
    }

    private func look() {
      let entries = reader.withLock { $0 }?.readAny() ?? []
      if entries.contains(where: fits) { seen.signal() }
    }

    func wait() { seen.wait() }
  }

  @Test func theEntryIsReadWhileTheHandlerStillBlocks() throws {
    let composite = CompositeDelegate(budgets: EventBudgets(["tick": .milliseconds(120)]))
    let witness = Witness(composite.journal) { $0.type == "warning" }
    try composite.register("Stuck") {
      Probe("Stuck") { $0.on(Tick.self) { _, _ in witness.wait() } }
    }
    composite.send(Tick())
    let dispatch = try #require(composite.journal.dispatches.first)
    let entry = try #require(composite.journal.running.first)
    #expect(entry.module == "Stuck" && entry.event == "tick" && entry.dispatch == dispatch.id)
    expectEqual(entry.thresholdNanoseconds, 120_000_000)
    #expect(entry.atNanoseconds >= dispatch.atNanoseconds + 120_000_000)
    expectEqual(composite.journal.warnings.map(\.kind), [.overBudget], "and not again at the end")
  }

  @Test func theWatchdogFallsAsleepAndWakesAgain() async throws {
    let composite = CompositeDelegate(budgets: EventBudgets(["tick": .milliseconds(60)]))
    for count in 1...3 {
      let witness = Witness(composite.journal) { $0.type == "running" }
      try composite.register("Stuck \(count)") {
        Probe("Stuck") { handlers in handlers.on(Tick.self) { _, _ in witness.wait() } }
      }
      composite.send(Tick())
      expectEqual(composite.journal.running.count, count)
      try composite.remove("Stuck \(count)")
      while !composite.watchdog.isAsleep { await Task.yield() }
    }
  }

  @Test func aMainActorBlockedOutsideOfHandlersIsNoticed() throws {
    let composite = CompositeDelegate()
    let witness = Witness(composite.journal) { $0.warning?.kind == .mainActorBlocked }
    let tail = composite.watchdog.completionIsPending(.init(module: "Feed", event: "performFetch"))
    witness.wait()
    composite.watchdog.completionCame(tail)
    #expect(
      composite.journal.warnings[0].sentence.hasSuffix(
        "Perhaps it is blocked by Feed in performFetch, which has not completed."))
  }

  @Test func theWatchdogKeepsNothingAlive() throws {
    var composite: CompositeDelegate? = CompositeDelegate()
    weak let (dead, journal, watchdog) = (composite, composite?.journal, composite?.watchdog)
    composite?.send(Tick())
    _ = composite?.watchdog.completionIsPending(.init(module: "Feed", event: "performFetch"))
    composite = nil
    #expect(dead == nil && journal == nil && watchdog == nil)
  }
}
