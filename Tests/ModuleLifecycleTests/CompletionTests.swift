import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The result of a fetch.
private enum Found: String, Codable, Sendable { case new, failed, nothing }

private struct Fetch: AsyncLifecycleEvent {
  typealias Vote = Found
  typealias Response = Found
  static var policy: ResponsePolicy<Found, Found> { .highest([.new, .failed, .nothing], default: .nothing) }
  static var deadline: Duration { .seconds(20) }
}

private struct Save: AsyncLifecycleEvent {
}

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct CompletionTests {
  private let clock = ManualClock()
  private let time = Sleepers()
  private let composite: CompositeDelegate
  /// The completions that modules received, by module.
  private let kept = Kept()

  @MainActor final class Kept {
    fileprivate var completions: [String: EventCompletion<Found>] = [:]
    var responses: [String] = []
  }

  init() {
    composite = CompositeDelegate(journal: Journal(clock: clock.monotonic), sleep: time.sleep)
  }

  private func register(_ names: String...) throws {
    for name in names {
      try composite.register(name) { [kept] in
        Probe(name) { $0.answerLater(Fetch.self) { _, _, completion in kept.completions[name] = completion } }
      }
    }
  }

  private func send() { composite.send(Fetch()) { [kept] in kept.responses.append($0.rawValue) } }

  private var dispatch: DispatchEntry? { composite.journal.dispatches.last }
  /// The warnings about answers. On a slow machine the watchdog warns as well.
  private var warnings: [String] {
    composite.journal.warnings.filter { $0.kind != .mainActorBlocked }.map(\.sentence)
  }
  private var lateOnes: [String] {
    composite.journal.entries.compactMap { entry in
      guard case .completion(let entry) = entry else { return nil }
      return "\(entry.module) \(entry.kind) \(entry.value.words) after \(entry.tookNanoseconds / 1_000_000) ms"
    }
  }

  /// The cleanups of an owner that died in a handler come between the handlers and the wait.
  @Test func anAnswerFromACleanupEndsTheEvent() throws {
    defer { time.close() }
    final class Thumbnail {}
    var thumbnail: Thumbnail? = Thumbnail()
    composite.own(for: try #require(thumbnail), "cache", as: .file) { [kept] in
      MainActor.assumeIsolated { kept.completions["Feed"]?(.new) }
    }
    try composite.register("Feed") { [kept] in
      Probe("Feed") { handlers in
        handlers.answerLater(Fetch.self) { _, _, completion in
          kept.completions["Feed"] = completion
          thumbnail = nil
        }
      }
    }
    send()
    expectEqual(kept.responses, ["new"])
    expectEqual(composite.awaitedAnswers, [])
  }

  @Test func awaitedModulesAndTheRemainingTimeAreKnown() throws {
    defer { time.close() }
    try register("A", "B")
    send()
    clock.advance(by: .seconds(5))
    let id = try #require(composite.awaitedAnswers.first?.dispatch)
    expectEqual(
      composite.awaitedAnswers,
      [AwaitedAnswers(event: Fetch.name, dispatch: id, modules: ["A", "B"], rest: .seconds(15))])
    kept.completions["A"]?(.new)
    expectEqual(composite.awaitedAnswers.map(\.modules), [["B"]])
    kept.completions["B"]?(.new)
    #expect(composite.awaitedAnswers.isEmpty)
  }

  @Test func theResponseComesWhenTheLastModuleHasAnswered() throws {
    defer { time.close() }
    try register("Feed", "Push", "Store")
    send()
    clock.advance(by: .milliseconds(3))
    kept.completions["Store"]?(.nothing)
    kept.completions["Feed"]?(.new)
    #expect(kept.responses == [] && composite.journal.dispatches.isEmpty)
    clock.advance(by: .milliseconds(4))
    kept.completions["Push"]?(.failed)
    expectEqual(kept.responses, ["new"])
    let dispatch = try #require(dispatch)
    expectEqual(dispatch.totalNanoseconds, 7_000_000)
    expectEqual(dispatch.response, .string("new"))
    expectEqual(dispatch.handlers.map(\.value), [.string("new"), .string("failed"), .string("nothing")])
    expectEqual(dispatch.handlers.map(\.outcome), [.answered, .answered, .answered])
    expectEqual(dispatch.handlers.map(\.totalNanoseconds), [3_000_000, 7_000_000, 3_000_000])
    expectEqual(dispatch.handlers.map(\.suspendedNanoseconds), [3_000_000, 7_000_000, 3_000_000])
    expectEqual(dispatch.handlers.map(\.selfNanoseconds), [0, 0, 0])
  }

  @Test func aQuickAnswerDoesNotEndTheEventBeforeTheOthersHaveStarted() throws {
    defer { time.close() }
    try composite.register("Quick") {
      Probe("Quick") { $0.answerLater(Fetch.self) { _, _, completion in completion(.nothing) } }
    }
    try register("Slow")
    send()
    expectEqual(kept.responses, [])
    kept.completions["Slow"]?(.new)
    expectEqual(kept.responses, ["new"])
  }

  @Test func ifAllAnswerAtOnceTheResponseComesAtOnce() throws {
    try composite.register("Quick") {
      Probe("Quick") { $0.answerLater(Fetch.self) { _, _, completion in completion(.failed) } }
    }
    send()
    expectEqual(kept.responses, ["failed"])
    expectEqual(dispatch?.handlers.first?.suspendedNanoseconds, 0)
  }

  @Test func withoutHandlersTheResponseIsTheOneForNoVotes() {
    send()
    expectEqual(kept.responses, ["nothing"])
  }

  @Test func aModuleThatCompletesTwiceIsNamedAndTheFirstAnswerCounts() throws {
    defer { time.close() }
    try register("Feed", "Push")
    send()
    kept.completions["Feed"]?(.nothing)
    kept.completions["Feed"]?(.new)
    kept.completions["Push"]?(.nothing)
    kept.completions["Push"]?(.new)
    expectEqual(kept.responses, ["nothing"])
    expectEqual(
      warnings,
      [
        "Feed completed fetch more than once. The first answer counts.",
        "Push completed fetch more than once. The first answer counts.",
      ])
    expectEqual(lateOnes, ["Feed again nothing after 0 ms", "Push again nothing after 0 ms"])
  }

  @Test func aModuleThatNeverCompletesIsNamedWhenTheDeadlineHasPassed() async throws {
    defer { time.close() }
    try register("Feed", "Push", "Store")
    send()
    kept.completions["Push"]?(.failed)
    clock.advance(by: .seconds(20))
    await time.wakeAll()
    await eventually { kept.responses == ["failed"] }
    expectEqual(warnings, ["Feed and Store had not completed fetch after 20 s. The sender stopped waiting."])
    expectEqual(dispatch?.handlers.map(\.outcome), [.unanswered, .answered, .unanswered])
    expectEqual(dispatch?.handlers.map(\.totalNanoseconds), [20_000_000_000, 0, 20_000_000_000])
    clock.advance(by: .seconds(1))
    kept.completions["Store"]?(.new)
    expectEqual(kept.responses, ["failed"])
    expectEqual(lateOnes, ["Store late new after 21000 ms"])
  }

  @Test func aCompletionThatIsDroppedAbstains() throws {
    defer { time.close() }
    try register("Feed")
    try composite.register("Careless") {
      Probe("Careless") { $0.answerLater(Fetch.self) { _, _, _ in } }
    }
    send()
    kept.completions["Feed"]?(.new)
    expectEqual(kept.responses, ["new"])
    expectEqual(warnings, ["Careless released the completion of fetch without calling it."])
    expectEqual(dispatch?.handlers.map(\.outcome), [.answered, .abstained])
  }

  @Test func aHandlerThatThrowsAbstainsAndTheOthersAreAwaited() throws {
    defer { time.close() }
    try composite.register("Push") {
      Probe("Push") { $0.answerLater(Fetch.self) { _, _, _ in throw Refusal("no token") } }
    }
    try register("Feed")
    send()
    kept.completions["Feed"]?(.nothing)
    expectEqual(kept.responses, ["nothing"])
    expectEqual(dispatch?.handlers.map(\.outcome), [.threw, .answered])
    expectEqual(dispatch?.handlers.first?.error, "no token")
    expectEqual(warnings, ["Push threw in fetch: \"no token\". The other modules continued."])
  }

  @Test(arguments: FirstSegment.isSupported ? [true, false] : [false])
  func anAsyncHandlerStartsInItsTurnOrAfterTheEventAndAnswersWhenItReturns(startsInItsTurn: Bool) async throws {
    defer { time.close() }
    let gate = AsyncStream.makeStream(of: Void.self)
    let log = Log()
    try composite.register("Feed") {
      Probe("Feed", log: log) { handlers in
        handlers.answer(Fetch.self) { probe, _ async throws -> Found? in
          probe.log.add("feed begins")
          for await _ in gate.stream { break }
          probe.log.add("feed ends")
          return .new
        }
      }
    }
    try composite.register("Store") {
      Probe("Store", log: log) { handlers in
        handlers.answer(Fetch.self) { probe, _ in
          probe.log.add("store")
          return .nothing
        }
      }
    }
    let begun = startsInItsTurn ? ["feed begins", "store"] : ["store", "feed begins"]
    await FirstSegment.$runsAtOnce.withValue(startsInItsTurn) {
      async let response = composite.send(Fetch())
      await eventually { log.lines == begun }
      gate.continuation.finish()
      await expectEqual(response, .new)
    }
    expectEqual(log.lines, begun + ["feed ends"])
    expectEqual(dispatch?.handlers.map(\.outcome), [.answered, .answered])
    #expect(dispatch?.handlers[1].suspendedNanoseconds == nil)
  }

  @Test func anAsyncHandlerThatThrowsAbstains() async throws {
    defer { time.close() }
    try composite.register("Feed") {
      Probe("Feed") { handlers in
        handlers.answer(Fetch.self) { _, _ async throws -> Found? in
          await Task.yield()
          throw Refusal("offline")
        }
      }
    }
    await expectEqual(composite.send(Fetch()), .nothing)
    expectEqual(dispatch?.handlers.first?.error, "offline")
  }

  @Test func anEventWithoutVotesEndsWhenAllHandlersHaveFinished() async throws {
    defer { time.close() }
    try composite.register("Store") {
      Probe("Store") { $0.on(Save.self) { _, _ async in await Task.yield() } }
    }
    await composite.send(Save())
    expectEqual(dispatch?.handlers.map(\.outcome), [.returned])
    expectEqual(dispatch?.response, .null)
  }

  @Test func queuedEventsWaitForTheLastAnswerAndSentEventsDoNot() throws {
    defer { time.close() }
    try register("Feed")
    send()
    composite.enqueue(Tick())
    composite.send(DidReceiveMemoryWarning())
    expectEqual(composite.enqueuedCount, 1)
    expectEqual(composite.journal.dispatches.map(\.event), ["didReceiveMemoryWarning"])
    kept.completions["Feed"]?(.new)
    expectEqual(composite.journal.dispatches.map(\.event), ["didReceiveMemoryWarning", "fetch", "tick"])
    expectEqual(composite.enqueuedCount, 0)
  }

  @Test func anyThreadCanComplete() async throws {
    defer { time.close() }
    try register("Feed")
    send()
    let completion = try #require(kept.completions["Feed"])
    await concurrently(4) { _ in completion(.new) }
    await eventually { kept.responses == ["new"] && warnings.count == 3 }
  }

  @Test func aWaitingSenderGetsItsResponseThoughTheCompositeDies() async throws {
    defer { time.close() }
    var composite: CompositeDelegate? = CompositeDelegate(sleep: time.sleep)
    try composite?.register("Feed") { [kept] in
      Probe("Feed") { $0.answerLater(Fetch.self) { _, _, completion in kept.completions["Feed"] = completion } }
    }
    composite?.send(Fetch()) { [kept] in kept.responses.append($0.rawValue) }
    composite = nil
    await eventually { kept.responses == ["nothing"] }
    kept.completions["Feed"]?(.new)
    expectEqual(kept.responses, ["nothing"])
  }

  @Test func anEventWithoutAStaticTypeIsAwaitedToo() async throws {
    defer { time.close() }
    try composite.register("Feed") {
      Probe("Feed") { handlers in
        handlers.answer(Fetch.self) { _, _ async throws -> Found? in
          await Task.yield()
          return .failed
        }
      }
    }
    let event: any LifecycleEvent = Fetch()
    await expectEqual(composite.sendAndWait(any: event) as? Found, .failed)
  }

  @Test(arguments: [true, false]) func aHandlerThatAnswersAndThrowsHasAnswered(isJournaled: Bool) throws {
    composite.journal.isEnabled = isJournaled
    try composite.register("Push") {
      Probe("Push") { handlers in
        handlers.answerLater(Fetch.self) { _, _, completion in
          completion(.new)
          throw Refusal("no token")
        }
      }
    }
    send()
    expectEqual(kept.responses, ["new"])
    guard isJournaled else { return }
    expectEqual(dispatch?.handlers.map(\.outcome), [.answered])
    expectEqual(dispatch?.handlers.map(\.value), [.string("new")])
    expectEqual(dispatch?.handlers.map(\.error), ["no token"])
    expectEqual(composite.journal.warnings.map(\.kind), [.handlerThrew])
    expectEqual(warnings, ["Push threw in fetch: \"no token\". The other modules continued."])
    expectEqual(lateOnes, [])
  }

  @Test func aHandlerThatAbstainsAndThrowsHasThrown() throws {
    try composite.register("Push") {
      Probe("Push") { handlers in
        handlers.answerLater(Fetch.self) { _, _, completion in
          completion.abstain()
          throw Refusal("no token")
        }
      }
    }
    send()
    expectEqual(dispatch?.handlers.map(\.outcome), [.threw])
    expectEqual(warnings, ["Push threw in fetch: \"no token\". The other modules continued."])
  }
}
