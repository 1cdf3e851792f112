import ModuleLifecycleTesting
import Recordings
import Testing

@testable import ModuleLifecycle

/// The result of a fetch.
private enum Found: String, Codable, Sendable { case new, failed, nothing }

private struct Fetch: AsyncLifecycleEvent {
  typealias Vote = Found
  typealias Response = Found
  static var policy: ResponsePolicy<Found, Found> { .highest([.new, .failed, .nothing], default: .nothing) }
  static var example: Fetch { Fetch() }
  static var deadline: Duration { .seconds(20) }
}

private struct Save: AsyncLifecycleEvent {
  static var example: Save { Save() }
}

@MainActor @Suite(.timeLimit(.minutes(10))) struct CompletionTests {
  private let clock = ManualClock()
  private let time = Sleepers()
  private let composite: CompositeDelegate
  /// The completions that modules received, by module.
  private let kept = Kept()

  @MainActor final class Kept {
    fileprivate var completions: [String: Completion<Found>] = [:]
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

  @Test func awaitedModulesAndTheRemainingTimeAreKnown() throws {
    defer { time.close() }
    try register("A", "B")
    send()
    clock.advance(by: .seconds(5))
    let id = try #require(composite.awaitedAnswers.first?.dispatch)
    #expect(
      composite.awaitedAnswers
        == [AwaitedAnswers(event: Fetch.name, dispatch: id, modules: ["A", "B"], rest: .seconds(15))])
    kept.completions["A"]?(.new)
    #expect(composite.awaitedAnswers.map(\.modules) == [["B"]])
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
    #expect(kept.responses == ["new"])
    let dispatch = try #require(dispatch)
    #expect(dispatch.totalNanoseconds == 7_000_000)
    #expect(dispatch.response == .string("new"))
    #expect(dispatch.handlers.map(\.value) == [.string("new"), .string("failed"), .string("nothing")])
    #expect(dispatch.handlers.map(\.outcome) == [.answered, .answered, .answered])
    #expect(dispatch.handlers.map(\.totalNanoseconds) == [3_000_000, 7_000_000, 3_000_000])
    #expect(dispatch.handlers.map(\.suspendedNanoseconds) == [3_000_000, 7_000_000, 3_000_000])
    #expect(dispatch.handlers.map(\.selfNanoseconds) == [0, 0, 0])
  }

  @Test func aQuickAnswerDoesNotEndTheEventBeforeTheOthersHaveStarted() throws {
    defer { time.close() }
    try composite.register("Quick") {
      Probe("Quick") { $0.answerLater(Fetch.self) { _, _, completion in completion(.nothing) } }
    }
    try register("Slow")
    send()
    #expect(kept.responses == [])
    kept.completions["Slow"]?(.new)
    #expect(kept.responses == ["new"])
  }

  @Test func ifAllAnswerAtOnceTheResponseComesAtOnce() throws {
    try composite.register("Quick") {
      Probe("Quick") { $0.answerLater(Fetch.self) { _, _, completion in completion(.failed) } }
    }
    send()
    #expect(kept.responses == ["failed"])
    #expect(dispatch?.handlers.first?.suspendedNanoseconds == 0)
  }

  @Test func withoutHandlersTheResponseIsTheOneForNoVotes() {
    send()
    #expect(kept.responses == ["nothing"])
  }

  @Test func aModuleThatCompletesTwiceIsNamedAndTheFirstAnswerCounts() throws {
    defer { time.close() }
    try register("Feed", "Push")
    send()
    kept.completions["Feed"]?(.nothing)
    kept.completions["Feed"]?(.new)
    kept.completions["Push"]?(.nothing)
    kept.completions["Push"]?(.new)
    #expect(kept.responses == ["nothing"])
    #expect(
      warnings == [
        "Feed completed fetch more than once. The first answer counts.",
        "Push completed fetch more than once. The first answer counts.",
      ])
    #expect(lateOnes == ["Feed again nothing after 0 ms", "Push again nothing after 0 ms"])
  }

  @Test func aModuleThatNeverCompletesIsNamedWhenTheDeadlineHasPassed() async throws {
    defer { time.close() }
    try register("Feed", "Push", "Store")
    send()
    kept.completions["Push"]?(.failed)
    clock.advance(by: .seconds(20))
    await time.wakeAll()
    await eventually { kept.responses == ["failed"] }
    #expect(warnings == ["Feed and Store had not completed fetch after 20 s. The sender stopped waiting."])
    #expect(dispatch?.handlers.map(\.outcome) == [.unanswered, .answered, .unanswered])
    #expect(dispatch?.handlers.map(\.totalNanoseconds) == [20_000_000_000, 0, 20_000_000_000])
    clock.advance(by: .seconds(1))
    kept.completions["Store"]?(.new)
    #expect(kept.responses == ["failed"])
    #expect(lateOnes == ["Store late new after 21000 ms"])
  }

  @Test func aCompletionThatIsDroppedAbstains() throws {
    defer { time.close() }
    try register("Feed")
    try composite.register("Careless") {
      Probe("Careless") { $0.answerLater(Fetch.self) { _, _, _ in } }
    }
    send()
    kept.completions["Feed"]?(.new)
    #expect(kept.responses == ["new"])
    #expect(warnings == ["Careless released the completion of fetch without calling it."])
    #expect(dispatch?.handlers.map(\.outcome) == [.answered, .abstained])
  }

  @Test func aHandlerThatThrowsAbstainsAndTheOthersAreAwaited() throws {
    defer { time.close() }
    try composite.register("Push") {
      Probe("Push") { $0.answerLater(Fetch.self) { _, _, _ in throw Refusal("no token") } }
    }
    try register("Feed")
    send()
    kept.completions["Feed"]?(.nothing)
    #expect(kept.responses == ["nothing"])
    #expect(dispatch?.handlers.map(\.outcome) == [.threw, .answered])
    #expect(dispatch?.handlers.first?.error == "no token")
    #expect(warnings == ["Push threw in fetch: \"no token\". The other modules continued."])
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
      #expect(await response == .new)
    }
    #expect(log.lines == begun + ["feed ends"])
    #expect(dispatch?.handlers.map(\.outcome) == [.answered, .answered])
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
    #expect(await composite.send(Fetch()) == .nothing)
    #expect(dispatch?.handlers.first?.error == "offline")
  }

  @Test func anEventWithoutVotesEndsWhenAllHandlersHaveFinished() async throws {
    defer { time.close() }
    try composite.register("Store") {
      Probe("Store") { $0.on(Save.self) { _, _ async in await Task.yield() } }
    }
    await composite.send(Save())
    #expect(dispatch?.handlers.map(\.outcome) == [.returned])
    #expect(dispatch?.response == .null)
  }

  @Test func queuedEventsWaitForTheLastAnswerAndSentEventsDoNot() throws {
    defer { time.close() }
    try register("Feed")
    send()
    composite.enqueue(Tick())
    composite.send(DidReceiveMemoryWarning())
    #expect(composite.enqueuedCount == 1)
    #expect(composite.journal.dispatches.map(\.event) == ["didReceiveMemoryWarning"])
    kept.completions["Feed"]?(.new)
    #expect(composite.journal.dispatches.map(\.event) == ["didReceiveMemoryWarning", "fetch", "tick"])
    #expect(composite.enqueuedCount == 0)
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
    #expect(kept.responses == ["nothing"])
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
    #expect(await composite.sendAndWait(any: event) as? Found == .failed)
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
    #expect(kept.responses == ["new"])
    guard isJournaled else { return }
    #expect(dispatch?.handlers.map(\.outcome) == [.answered])
    #expect(dispatch?.handlers.map(\.value) == [.string("new")])
    #expect(dispatch?.handlers.map(\.error) == ["no token"])
    #expect(composite.journal.warnings.map(\.kind) == [.handlerThrew])
    #expect(warnings == ["Push threw in fetch: \"no token\". The other modules continued."])
    #expect(lateOnes == [])
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
    #expect(dispatch?.handlers.map(\.outcome) == [.threw])
    #expect(warnings == ["Push threw in fetch: \"no token\". The other modules continued."])
  }
}
