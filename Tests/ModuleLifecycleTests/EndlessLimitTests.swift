import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// A limit of any length is allowed. With the system's clock, a task that sleeps for much longer than a century ends the program.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct EndlessLimitTests {
  private struct Patient: AsyncLifecycleEvent {
    typealias Vote = Bool
    typealias Response = Bool
    static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
    static var deadline: Duration { .seconds(Int64.max) }
  }

  @Test func anEventWithAnEndlessDeadlineIsAnswered() async throws {
    let (composite, gate) = (CompositeDelegate(), CleanupEnd())
    try composite.register("A") {
      Probe("A") { handlers in
        handlers.answer(Patient.self) { _, _ async throws -> Bool? in
          await gate.wait()
          return true
        }
      }
    }
    let answer = Task { await composite.send(Patient()) }
    // The deadline's task has begun to sleep.
    for _ in 0..<100 { await Task.yield() }
    gate.reach()
    await expectEqual(answer.value, true)
  }

  @Test func aShutdownWithEndlessLimitsEnds() async throws {
    let (composite, gate) = (CompositeDelegate(), CleanupEnd())
    try composite.register("Uploads") {
      let probe = Probe("Uploads")
      probe.owned.own(closing: gate, "photo", as: .request, within: .seconds(Int64.max)) { await $0.wait() }
      return probe
    }
    let left = Task { await composite.shutDown(within: .seconds(Int64.max)) }
    for _ in 0..<100 { await Task.yield() }
    gate.reach()
    #expect(await left.value.isEmpty)
  }

  @Test func eachWaitIsAtMostAsLongAsATaskCanSleep() async throws {
    let asked = Locked<[Duration]>([])
    let composite = CompositeDelegate(sleep: { duration in asked.withLock { $0.append(duration) } })
    try await composite.application.sleep(.seconds(Int64.max))
    try await composite.application.sleep(.seconds(5))
    expectEqual(asked.withLock(\.self), [Application.longestSleep, .seconds(5)])
  }
}
