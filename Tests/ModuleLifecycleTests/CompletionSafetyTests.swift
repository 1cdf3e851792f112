import ModuleLifecycleTesting
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

private struct Load: AsyncLifecycleEvent {
  typealias Vote = Bool
  typealias Response = Bool
  static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  static var deadline: Duration { .seconds(20) }
}

private struct Bridge: LifecycleEvent {
  var bridged: [any LifecycleEvent] { [Tick()] }
}

private struct Question: LifecycleEvent {
  typealias Vote = Bool
  typealias Response = Bool
  static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  var bridged: [any LifecycleEvent] { [Tick()] }
}

/// Every caller is answered once and every queued event is delivered, even if composites go away meanwhile.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct CompletionSafetyTests {
  @MainActor private final class Kept {
    var completions: [EventCompletion<Bool>] = []
    var responses: [Bool] = []
  }

  private let clock = ManualClock()
  private let time = Sleepers()
  private let composite: CompositeDelegate
  private let kept = Kept()

  init() { composite = CompositeDelegate(journal: Journal(clock: clock.monotonic), sleep: time.sleep) }

  private func registerShop() throws -> Weak<CompositeDelegate> {
    try composite.register("Shop") { [kept, time] in
      let shop = CompositeDelegate(sleep: time.sleep)
      try shop.register("Feed") {
        Probe("Feed") { $0.answerLater(Load.self) { _, _, completion in kept.completions.append(completion) } }
      }
      return shop
    }
    return Weak(composite.module(CompositeDelegate.self, named: "Shop"))
  }

  private struct Weak<Object: AnyObject> {
    weak var object: Object?
    init(_ object: Object?) { self.object = object }
  }

  private var events: [String] { composite.journal.dispatches.map(\.event) }

  @Test func aDispatchOfAReleasedNestedCompositeIsStillRecorded() throws {
    defer { time.close() }
    let shop = try registerShop()
    shop.object?.send(Load()) { [kept] in kept.responses.append($0) }
    composite.enqueue(Tick())
    try composite.remove("Shop")
    #expect(shop.object == nil && kept.responses == [] && composite.enqueuedCount == 1)
    kept.completions.removeFirst()(true)
    expectEqual(kept.responses, [true])
    expectEqual(events, ["load", "tick"])
    #expect(composite.isIdle)
  }

  @Test func aCompletionIsCalledForAnEventQueuedInAReleasedComposite() throws {
    defer { time.close() }
    let shop = try registerShop()
    composite.send(Load()) { _ in }
    shop.object?.enqueue(Load()) { [kept] in kept.responses.append($0) }
    try composite.remove("Shop")
    #expect(shop.object == nil && kept.responses == [])
    kept.completions.removeFirst()(true)
    expectEqual(kept.responses, [false])
    #expect(composite.isIdle)
  }

  @Test func aCompletionIsCalledForAQueuedEventWhenEverythingIsReleased() async throws {
    defer { time.close() }
    var composite: CompositeDelegate? = CompositeDelegate(sleep: time.sleep)
    try composite?.register("Feed") { [kept] in
      Probe("Feed") { $0.answerLater(Load.self) { _, _, completion in kept.completions.append(completion) } }
    }
    composite?.send(Load()) { [kept] in kept.responses.append($0) }
    composite?.enqueue(Load()) { [kept] in kept.responses.append($0) }
    composite = nil
    await eventually { kept.responses == [false, false] }
  }

  @Test func warningsAboutACompletionNameItsDispatch() throws {
    try composite.register("Careless") {
      Probe("Careless") { $0.answerLater(Load.self) { _, _, _ in } }
    }
    try composite.register("Eager") {
      Probe("Eager") { handlers in
        handlers.answerLater(Load.self) { _, _, completion in
          completion(true)
          completion(false)
        }
      }
    }
    composite.send(Load()) { _ in }
    let id = try #require(composite.journal.dispatches.first?.id)
    expectEqual(composite.journal.warnings.map(\.dispatch), [id, id])
    let notes = composite.journal.entries.compactMap {
      if case .completion(let entry) = $0 { entry.dispatch } else { nil }
    }
    expectEqual(notes, [id])
  }

  @Test func theDeadlineStartsAtTheFirstCall() async throws {
    defer { time.close() }
    let slept = Log()
    let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) { [time] duration in
      slept.add("\(duration)")
      try await time.sleep(duration)
    }
    try composite.register("Slow") { [kept, clock] in
      Probe("Slow") { handlers in
        handlers.answerLater(Load.self) { _, _, completion in
          clock.advance(by: .seconds(8))
          kept.completions.append(completion)
        }
      }
    }
    composite.send(Load()) { _ in }
    await time.waitForSleepers()
    expectEqual(slept.lines, ["12.0 seconds"])
  }

  @Test func bridgedEventsComeBeforeEventsThatHandlersQueued() throws {
    try composite.register("Session") { [unowned composite] in
      Probe("Session") { handlers in
        handlers.on(Bridge.self) { [unowned composite] _, _ in composite.enqueue(DidReceiveMemoryWarning()) }
        handlers.on(Question.self) { [unowned composite] _, _ in composite.enqueue(DidReceiveMemoryWarning()) }
      }
    }
    composite.send(Bridge())
    composite.send(Bridge())
    composite.send(Question())
    expectEqual(
      events,
      [
        "bridge", "tick", "didReceiveMemoryWarning", "bridge", "tick", "didReceiveMemoryWarning", "question", "tick",
        "didReceiveMemoryWarning",
      ])
    #expect(composite.isIdle)
  }
}
