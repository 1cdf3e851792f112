import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Two events that stand for each other.
private struct Here: LifecycleEvent {
  var bridged: [any LifecycleEvent] { [There()] }
}

private struct There: LifecycleEvent {
  var bridged: [any LifecycleEvent] { [Here()] }
}

/// An event that stands for itself, and at the last step for two of itself.
private struct Twins: LifecycleEvent {
  var step = 1
  var bridged: [any LifecycleEvent] { Array(repeating: Twins(step: step + 1), count: step < 14 ? 1 : 2) }
}

private struct Saved: LifecycleEvent {
}

private struct Load: AsyncLifecycleEvent {
  typealias Vote = Bool
  typealias Response = Bool
  static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  static var deadline: Duration { .seconds(3_600) }
}

/// Events that lead to themselves, in whichever way, end with one warning that names them.
@MainActor @Suite(.inTurn, .serialized) struct CycleTests {
  private let composite = CompositeDelegate()
  private let count = Tally()

  @MainActor private final class Tally {
    var ticks = 0
    var others = 0
    var responses: [Bool] = []
    var answer: EventCompletion<Bool>?
  }

  private static let most = CompositeDelegate.maximumCycleLength
  private static let deepest = CompositeDelegate.maximumNesting

  private var warnings: [String] { composite.journal.warnings.map { "\($0.kind.rawValue): \($0.sentence)" } }

  private func endless(_ event: String, _ cycle: String) -> [String] {
    [
      "depthCap: \(event) was not delivered: it follows a chain of 10000 events that led to each other. "
        + "The cycle: \(cycle)."
    ]
  }

  private func deep(_ event: String, _ cycle: String) -> [String] {
    ["depthCap: \(event) was nested 16 events deep and was not delivered. The cycle: \(cycle)."]
  }

  private func onTick(_ name: String = "Clock", _ act: @escaping @MainActor (CompositeDelegate) -> Void) throws {
    try composite.register(name) { [unowned composite, count] in
      Probe(name) { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          count.ticks += 1
          act(composite)
        }
      }
    }
  }

  // MARK: Bridged events

  @Test func eventsThatStandForEachOtherEnd() {
    composite.send(Here())
    expectEqual(composite.journal.dispatches.count, Self.deepest)
    expectEqual(warnings, deep("here", "here → there → here"))
    #expect(composite.isIdle)
  }

  @Test func anEventThatStandsForItselfTwiceCausesOneWarningPerSend() {
    composite.send(Twins())
    expectEqual(warnings, deep("twins", "twins → twins"))
    composite.send(any: Twins())
    expectEqual(warnings, deep("twins", "twins → twins") + deep("twins", "twins → twins"))
  }

  @Test func aBridgedEventCanSendTheOriginalAgain() throws {
    try onTick { $0.send(Bridge()) }
    composite.send(Bridge())
    #expect(warnings == deep("tick", "tick → bridge → tick") || warnings == deep("bridge", "bridge → tick → bridge"))
    #expect(composite.stack.isQuiet)
  }

  private struct Bridge: LifecycleEvent {
    var bridged: [any LifecycleEvent] { [Tick()] }
  }

  // MARK: Events that handlers send

  @Test func handlersThatSendEachOthersEventsAreNamed() throws {
    try onTick { $0.send(Saved()) }
    try composite.register("Store") { [unowned composite] in
      Probe("Store") { $0.on(Saved.self) { [unowned composite] _, _ in composite.send(Tick()) } }
    }
    composite.send(DidReceiveMemoryWarning())
    composite.send(Tick())
    expectEqual(warnings, deep("tick", "tick → saved → tick"))
  }

  // MARK: Events that observers send

  @Test func anObserverThatSendsTheEventItObservesEnds() throws {
    try onTick { _ in }
    let listener = OwnedObjects(owner: "Listener", in: composite)
    listener.observeEvents(of: composite) { [weak composite] in composite?.send(any: $0) }
    composite.send(Tick())
    expectEqual(count.ticks, Self.most + 1)
    expectEqual(warnings, endless("tick", "tick → tick"))
    composite.send(Tick())
    expectEqual(count.ticks, 2 * (Self.most + 1), "each event from outside starts a new count")
  }

  @Test func twoObserversThatSendTheEventTheyObserveEnd() throws {
    try onTick { _ in }
    let listener = OwnedObjects(owner: "Listener", in: composite)
    for _ in 0..<2 { listener.observeEvents(of: composite) { [weak composite] in composite?.send(any: $0) } }
    composite.send(Tick())
    expectEqual(count.ticks, 2 * Self.most + 1, "however many events one leads to, it is one link of the chain")
    expectEqual(warnings, endless("tick", "tick → tick"))
  }

  @Test func anObserverAndAHandlerThatLeadToEachOtherEnd() throws {
    try composite.register("Store") { [unowned composite] in
      Probe("Store") { $0.on(Saved.self) { [unowned composite] _, _ in composite.send(Tick()) } }
    }
    let listener = OwnedObjects(owner: "Listener", in: composite)
    listener.observeEvents(of: composite) { [weak composite] event in
      if event is Tick { composite?.send(Saved()) }
    }
    composite.send(Tick())
    expectEqual(warnings, endless("saved", "saved → tick → saved"))
  }

  @Test func anObserverThatQueuesTheEventItObservesEnds() throws {
    try onTick { _ in }
    let listener = OwnedObjects(owner: "Listener", in: composite)
    listener.observeEvents(of: composite) { [weak composite] in composite?.enqueue(any: $0) }
    composite.send(Tick())
    expectEqual(count.ticks, Self.most + 1)
    expectEqual(warnings, endless("tick", "tick → tick"))
  }

  // MARK: Queued events

  @Test func aHandlerThatQueuesItsOwnEventEnds() throws {
    try onTick { $0.enqueue(Tick()) }
    composite.send(Tick())
    expectEqual(count.ticks, Self.most + 1)
    expectEqual(warnings, endless("tick", "tick → tick"))
    #expect(composite.isIdle)
  }

  @Test func anyNumberOfEventsThatLeadToNothingIsDelivered() throws {
    var isFirst = true
    try onTick { composite in
      guard isFirst else { return }
      isFirst = false
      for _ in 0..<2 * Self.most { composite.enqueue(Tick()) }
    }
    composite.send(Tick())
    expectEqual(count.ticks, 2 * Self.most + 1)
    #expect(warnings.isEmpty)
  }

  @Test func twoHandlersThatQueueTheSameEventEnd() throws {
    try onTick("A") { $0.enqueue(Tick()) }
    try onTick("B") { $0.enqueue(Tick()) }
    composite.send(Tick())
    expectEqual(count.ticks, 2 * (2 * Self.most + 1))
    expectEqual(warnings, endless("tick", "tick → tick"))
  }

  @Test func eventsSentBetweenQueuedOnesAreNamedToo() throws {
    try onTick { $0.send(Saved()) }
    try composite.register("Store") { [unowned composite] in
      Probe("Store") { $0.on(Saved.self) { [unowned composite] _, _ in composite.enqueue(Tick()) } }
    }
    composite.send(Tick())
    expectEqual(warnings, endless("tick", "tick → saved → tick"))
  }

  @Test func aCompletionThatQueuesItsEventAgainEnds() throws {
    try onTick { _ in }
    @MainActor func again() {
      count.others += 1
      if count.others < Self.most + 10 { composite.enqueue(Tick()) { again() } }
    }
    again()
    expectEqual(count.ticks, Self.most + 1)
    expectEqual(count.others, Self.most + 3, "the refused event's completion runs; a queued one's, later")
    expectEqual(warnings, endless("tick", "tick → tick"))
  }

  @Test func aCompletionThatSendsItsEventAgainEnds() async {
    @MainActor func again() {
      count.others += 1
      if count.others < 100 {
        composite.send(Load()) { [self] in
          count.responses.append($0)
          again()
        }
      }
    }
    again()
    expectEqual(composite.journal.dispatches.count, Self.deepest)
    expectEqual(warnings, deep("load", "load → load"))
    await eventually { count.others == 100 }
  }

  @Test func aCleanupAtTheEndOfAnEventThatSendsItAgainEnds() throws {
    try composite.register("Clock") { [unowned composite, count] in
      Probe("Clock") { handlers in
        handlers.on(Tick.self) { [weak composite] probe, _ in
          count.ticks += 1
          probe.owned.own(
            "", as: "turn", lifetime: .event(Tick.self), onMainActor: { [weak composite] in composite?.send(Tick()) })
        }
      }
    }
    composite.send(Tick())
    expectEqual(count.ticks, Self.deepest)
    expectEqual(warnings, deep("tick", "tick → tick"))
  }

  @Test func aRefusedSenderGetsTheAnswerForNoVotes() throws {
    try composite.register("Loader") { [unowned composite, count] in
      Probe("Loader") { handlers in
        handlers.answer(Question.self) { [unowned composite] _, _ in
          composite.enqueue(Question()) { count.responses.append($0) }
          return true
        }
      }
    }
    composite.send(Question())
    expectEqual(count.responses.count, Self.most + 1)
    expectEqual(count.responses.filter { !$0 }, [false])
  }

  private struct Question: LifecycleEvent {
    typealias Vote = Bool
    typealias Response = Bool
    static var policy: ResponsePolicy<Bool, Bool> { .any(default: false) }
  }

  // MARK: No cycles

  @Test func anEventCanQueueItselfThousandsOfTimes() throws {
    try onTick { [count] in if count.ticks < Self.most { $0.enqueue(Tick()) } }
    composite.send(Tick())
    expectEqual(count.ticks, Self.most)
    count.ticks = 0
    composite.send(Tick())
    expectEqual(count.ticks, Self.most, "the count starts again")
    expectEqual(warnings, [])
  }

  @Test func eventsQueuedFromOutsideAreCountedSeparately() throws {
    try onTick { [count] in
      count.others += 1
      if count.others % 1_000 != 0 { $0.enqueue(Tick()) }
    }
    try composite.register("Feed") { [count] in
      Probe("Feed") { $0.answerLater(Load.self) { _, _, completion in count.answer = completion } }
    }
    composite.send(Load()) { _ in }
    for _ in 0..<20 { composite.enqueue(Tick()) }
    count.answer?(true)
    expectEqual(count.ticks, 20_000)
    expectEqual(warnings, [])
  }

  @Test func anEventThatWaitsForAnAnswerEachTimeCanRepeatForever() throws {
    try composite.register("Feed") { [unowned composite, count] in
      Probe("Feed") { handlers in
        handlers.answerLater(Load.self) { [unowned composite] _, _, completion in
          count.others += 1
          count.answer = completion
          composite.enqueue(Load())
        }
      }
    }
    composite.send(Load()) { _ in }
    for _ in 0..<(Self.most + 10) { count.answer?(true) }
    expectEqual(count.others, Self.most + 11)
    expectEqual(warnings, [])
  }

  @Test func aHandlerCanQueueAnyNumberOfOtherEvents() throws {
    try onTick { _ in }
    try composite.register("Flood") { [unowned composite] in
      Probe("Flood") { handlers in
        handlers.on(Saved.self) { [unowned composite] _, _ in
          for _ in 0..<(2 * Self.most) { composite.enqueue(Tick()) }
        }
      }
    }
    composite.send(Saved())
    expectEqual(count.ticks, 2 * Self.most)
    expectEqual(warnings, [])
  }
}
