import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The main actor's answers to pings, which the tests give in its place.
@Suite(.inTurn, .serialized) struct MainActorPingTests {
  private let clock = ManualClock()
  private let journal: Journal
  private let watchdog: Watchdog

  init() {
    journal = Journal(clock: clock.monotonic)
    let pings = PingBox()
    box = pings
    watchdog = Watchdog(
      journal: journal, running: CurrentHandler(origin: journal.origin), observers: Observers(changed: {})
    ) { pings.add($0) }
  }

  private let box: PingBox

  private final class PingBox: Sendable {
    private let stored = Locked<[@Sendable () -> Void]>([])
    func add(_ answer: @escaping @Sendable () -> Void) { stored.withLock { $0.append(answer) } }
    func takeAll() -> [@Sendable () -> Void] {
      stored.withLock { stored in
        defer { stored = [] }
        return stored
      }
    }
  }

  private func look(after milliseconds: Int) {
    clock.advance(by: .milliseconds(milliseconds))
    watchdog.tick()
  }

  @Test func silenceNamesTheOneHandlerThatHasNotCompleted() {
    let tail = watchdog.completionIsPending(.init(module: "Feed", event: "performFetch"))
    #expect(watchdog.isArmed)
    look(after: 0)
    look(after: 900)
    expectEqual(journal.warnings, [])
    look(after: 200)
    look(after: 500)
    expectEqual(
      journal.warnings,
      [
        WarningEntry(
          kind: .mainActorBlocked, module: "Feed", atNanoseconds: 1_100_000_000, elapsedNanoseconds: 1_100_000_000,
          handlers: [.init(module: "Feed", event: "performFetch")])
      ])
    watchdog.completionCame(tail)
    watchdog.completionCame(tail)
    #expect(!watchdog.isArmed)
  }

  @Test func noneOfSeveralHandlersIsSingledOut() {
    let tails = ["Feed", "Push"].map { watchdog.completionIsPending(.init(module: $0, event: "performFetch")) }
    look(after: 0)
    look(after: 1_000)
    expectEqual(
      journal.warnings.map(\.sentence),
      [
        "The main actor has not answered for 1.0 s, and no handler is running. "
          + "Perhaps it is blocked by one of these, which have not completed: Feed in performFetch, "
          + "Push in performFetch."
      ])
    #expect(journal.warnings[0].module == nil)
    watchdog.completionCame(tails[0])
    #expect(watchdog.isArmed)
    watchdog.completionCame(tails[1])
    #expect(!watchdog.isArmed)
  }

  @Test func aMainActorThatAnswersCausesNoWarning() {
    _ = watchdog.completionIsPending(.init(module: "Feed", event: "performFetch"))
    for _ in 0..<20 {
      look(after: 250)
      for answer in box.takeAll() { answer() }
    }
    expectEqual(journal.warnings, [])
  }

  @Test func onlyOnePingIsSentAtATime() {
    _ = watchdog.completionIsPending(.init(module: "Feed", event: "performFetch"))
    for _ in 0..<20 { look(after: 300) }
    expectEqual(box.takeAll().count, 1)
    expectEqual(journal.warnings.count, 1)
  }
}
