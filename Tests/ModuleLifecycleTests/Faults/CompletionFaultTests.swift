import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Completion faults of other composite delegates: shown on a small one that has the fault, and absent here.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct CompletionFaultTests {
  private let time = Sleepers()
  private let calls = RecordedCalls()
  private let composite: CompositeDelegate

  /// The responses that the sender's completions received.
  @MainActor private final class Responses { var all: [BackgroundFetchResult] = [] }
  private let responses = Responses()

  init() { composite = CompositeDelegate(sleep: time.sleep) }

  private func register(_ names: String...) throws {
    for name in names {
      try composite.register(name) { [calls] in
        ModuleSpy(name, in: calls, handling: [.answerLater(PerformFetch.self)])
      }
    }
  }

  private func send() { composite.send(PerformFetch()) { [responses] in responses.all.append($0) } }

  /// The warnings of one kind. A slow machine causes others.
  private func warnings(_ kind: WarningEntry.Kind) -> [String] {
    composite.journal.warnings.filter { $0.kind == kind }.map(\.sentence)
  }

  private func completion(_ name: String) throws -> RecordedCompletion<PerformFetch> {
    try #require(calls.takeCompletion(of: PerformFetch.self, by: name))
  }

  @Test func theSendersCompletionIsCalledOnceHoweverManyAnswer() throws {
    defer { time.close() }
    var naive: [String] = []
    RawCompletion(delegates: [{ $0("no data") }, { $0("new data") }, { $0("failed") }]).fetch { naive.append($0) }
    expectEqual(naive, ["no data", "new data", "failed"], "it was called three times, the first time too soon")

    try register("A", "B", "C")
    send()
    try completion("A")(.noData)
    try completion("B")(.newData)
    expectEqual(responses.all, [])
    try completion("C")(.failed)
    expectEqual(responses.all, [.newData])
  }

  @Test func twoEventsUnderWayKeepTheirCompletionsApart() throws {
    defer { time.close() }
    var (first, second): ([String], [String]) = ([], [])
    let naive = SharedCompletion()
    naive.fetch { first.append($0) }
    naive.fetch { second.append($0) }
    naive.answer("to the first")
    naive.answer("to the second")
    expectEqual(first, [])
    expectEqual(second, ["to the first", "to the second"])

    try register("A")
    var answers: [String] = []
    composite.send(PerformFetch()) { answers.append("first \($0)") }
    composite.send(PerformFetch()) { answers.append("second \($0)") }
    try completion("A")(.noData)
    try completion("A")(.newData)
    expectEqual(answers, ["first noData", "second newData"])
  }

  @Test func aModuleThatAnswersTwiceDoesNotAnswerForAnother() throws {
    defer { time.close() }
    var naive: [[String]] = []
    let counter = BareCounter(2) { naive.append($0) }
    counter.answer("A: no data")
    counter.answer("A: no data again")
    expectEqual(naive, [["A: no data", "A: no data again"]], "the event ended without waiting for B")

    try register("A", "B")
    send()
    let twice = try completion("A")
    twice(.noData)
    twice(.noData)
    expectEqual(responses.all, [])
    try completion("B")(.newData)
    expectEqual(responses.all, [.newData])
    expectEqual(warnings(.completedTwice), ["A completed performFetch more than once. The first answer counts."])
  }

  @Test func anAnswerDuringTheCallDoesNotEndTheEvent() throws {
    defer { time.close() }
    let naive = EagerCounter()
    naive.fetch([{ $0() }, { $0() }])
    expectEqual(naive.completions, 2, "the count was zero after each")

    for name in ["A", "B"] {
      try composite.register(name) { [responses] in
        Probe(name) { handlers in
          handlers.answerLater(PerformFetch.self) { _, _, completion in
            expectEqual(responses.all, [])
            completion(.noData)
          }
        }
      }
    }
    send()
    expectEqual(responses.all, [.noData])
  }

  @Test func aModuleThatNeverAnswersDoesNotBlockTheEventForever() async throws {
    defer { time.close() }
    var naive: [[String]] = []
    let counter = BareCounter(2) { naive.append($0) }
    counter.answer("A: new data")
    expectEqual(naive, [], "it never completes, since B never answers")

    try register("A", "B")
    send()
    try completion("A")(.newData)
    expectEqual(responses.all, [])
    await time.wakeAll()
    await eventually { responses.all == [.newData] }
    expectEqual(warnings(.neverCompleted), ["B had not completed performFetch after 25 s. The sender stopped waiting."])
    try completion("B")(.failed)
    expectEqual(responses.all, [.newData])
  }
}
