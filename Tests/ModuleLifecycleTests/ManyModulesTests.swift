import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// What works for a few modules works for ten thousand. The dispatch benchmark measures the time it takes.
@MainActor @Suite(.inTurn, .serialized) struct ManyModulesTests {
  private static let count = sized(10_000)
  private let composite = CompositeDelegate(journal: Journal(capacity: 64 << 20))
  private let log = Log()

  private func name(_ number: Int) -> String { "Module \(number)" }

  private func register() throws {
    for number in 1...Self.count {
      let after = number > 1 ? [name(number - 1)] : []
      try composite.register(name(number), after: after) { [log] in
        let probe = Probe("\(number)", log: log) { $0.on(Tick.self) { probe, _ in probe.log.add(probe.name) } }
        probe.owned.own("only", as: "thing") { log.add("-\(number)") }
        return probe
      }
    }
  }

  @Test func tenThousandModulesAreCalledAndTornDownInOrder() throws {
    try register()
    composite.send(Tick())
    #expect(log.lines == (1...Self.count).map { "\($0)" })
    composite.tearDown()
    #expect(log.lines.dropFirst(Self.count).elementsEqual((1...Self.count).reversed().map { "-\($0)" }))
    #expect(composite.modulesStillAlive.isEmpty)
    expectEqual(composite.journal.changes.suffix(2), ["Module 1 removed", "Module 1 freed"])
  }

  @Test func eachOfTenThousandCanBeSwitchedRemovedAndBroughtBack() throws {
    try register()
    for number in stride(from: 1, through: Self.count, by: 2) {
      try composite.set(name(number), isOn: false)
      try composite.set(name(number), isOn: true)
      try composite.remove(name(number))
      try composite.restore(name(number))
    }
    #expect(throws: CompositeError.mustComeAfter(name(Self.count), name(Self.count - 1))) {
      try composite.move(name(Self.count), to: Self.count - 1)
    }
    let called = log.lines.count
    composite.send(Tick())
    expectEqual(log.lines.count, called + Self.count)
  }

  @Test func modulesThatAreHeldAreAllStillAliveAfterATeardown() throws {
    var held: [Probe] = []
    for number in 1...Self.count { try composite.register(name(number)) { Probe("\(number)") } }
    for number in 1...Self.count { held.append(try #require(composite.module(Probe.self, named: name(number)))) }
    composite.tearDown()
    expectEqual(composite.modulesStillAlive.count, Self.count)
    held = []
    composite.send(Tick())
    #expect(composite.modulesStillAlive.isEmpty)
  }

  @Test func twoHundredThousandQueuedEventsAreDeliveredInOrder() throws {
    @MainActor final class Kept {
      var answer: EventCompletion<Bool>?
      var seen: [Int] = []
    }
    let kept = Kept()
    try composite.register("Reader") {
      Probe("Reader") { $0.answerLater(Load.self) { _, _, completion in kept.answer = completion } }
    }
    composite.send(Load()) { _ in }
    let count = sized(200_000)
    for number in 1...count { composite.enqueue(Tick()) { kept.seen.append(number) } }
    expectEqual(composite.enqueuedCount, count)
    #expect(kept.seen.isEmpty)
    kept.answer?(true)
    #expect(kept.seen.elementsEqual(1...count))
    #expect(composite.isIdle)
    #expect(composite.stack.queue.capacity <= 1_024)
  }
}

/// Queued events wait until it is answered.
private struct Load: AsyncLifecycleEvent {
  typealias Vote = Bool
  typealias Response = Bool
  static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  static var deadline: Duration { .seconds(3_600) }
}
