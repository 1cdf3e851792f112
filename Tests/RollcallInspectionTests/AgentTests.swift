import ModuleLifecycle
import RollcallEventArguments
import RollcallTestingAdditions
import Testing

@testable import RollcallInspection

/// An agent's answers to requests, over a real composite.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct AgentTests {
  private let composite = CompositeDelegate(name: "House", journal: Journal(capacity: 64 << 10))

  /// Sends a request and returns its answers, in order.
  private func answers(to kind: InspectionRequest.Kind, _ agent: InspectionAgent) async -> [Reply.Answer] {
    agent.send(InspectionRequest(id: 7, kind: kind))
    return await answers(from: agent)
  }

  private func answers(from agent: InspectionAgent) async -> [Reply.Answer] {
    var answers: [Reply.Answer] = []
    while answers.last?.isLast != true {
      answers += agent.receive(limit: 64).compactMap { message in
        if case .reply(let reply) = message, reply.id == 7 { reply.answer } else { nil }
      }
      await Task.yield()
    }
    return answers
  }

  @Test(arguments: [
    Command.fire(event: "didFinishLaunching", arguments: .null), .relaunch(arguments: .null),
    .fireRepeatedly(event: "didFinishLaunching", arguments: .null, times: 1),
  ])
  func theJournalMarksWhatAnInspectorFires(command: Command) async {
    let agent = InspectionAgent(composite) {}
    await expectEqual(answers(to: .perform(command), agent).last, .finished(problem: nil))
    composite.send(DidFinishLaunching())
    let fired = composite.journal.reader().readAny().compactMap { entry in
      if case .dispatch(let dispatch) = entry { dispatch.isFired } else { nil }
    }
    expectEqual(fired, [true, false])
  }

  @Test func theHelloSaysWhatTheSystemSaidAboutTheProcess() {
    let process = ProcessStart(nanoseconds: 7, isPrewarmed: true)
    let composite = CompositeDelegate(journal: Journal(process: process))
    expectEqual(InspectionAgent(composite) {}.hello.processStart, process)
  }

  @Test func nothingIsFiredAfterTheConnectionHasEnded() async {
    let agent = InspectionAgent(composite) {}
    agent.send(
      InspectionRequest(
        id: 7, kind: .perform(.fireRepeatedly(event: "openURL", arguments: .null, times: 1_000_000))))
    agent.send(
      InspectionRequest(id: 8, kind: .perform(.fireRepeatedly(event: "openURL", arguments: .null, times: 2))))
    expectEqual(
      agent.receive(limit: 64),
      [
        .reply(Reply(id: 7, answer: .accepted)),
        .reply(Reply(id: 8, answer: .refused("openURL is still being fired repeatedly; Esc stops that."))),
      ])
    agent.close()
    let answers = await answers(from: agent)
    #expect(answers.first == .started && answers.last == .finished(problem: nil))
    guard case .repeated(let summary) = answers[answers.count - 2] else { return #expect(Bool(false), "no summary") }
    #expect(summary.done == 0 && summary.times == 1_000_000)
  }

  @Test(arguments: [
    Command.fire(event: "openURL", arguments: .null),
    .fireRepeatedly(event: "openURL", arguments: .null, times: 2),
  ])
  func aCommandIsNotCarriedOutAfterTheCompositesDeath(command: Command) async {
    let agent = InspectionAgent(CompositeDelegate(name: "House")) {}
    for _ in 0..<2 {
      let answers = await answers(to: .perform(command), agent)
      expectEqual(answers, [.accepted, .started, .finished(problem: "The composite no longer exists.")])
    }
  }

  @Test(arguments: [0, -1, 1_000_001]) func theNumberOfRepetitionsIsBounded(times: Int) async {
    let agent = InspectionAgent(composite) {}
    let answers = await answers(
      to: .perform(.fireRepeatedly(event: "openURL", arguments: .null, times: times)), agent)
    expectEqual(answers, [.refused("An event can be fired from 1 to 1000000 times, not \(times).")])
  }

  @Test func aViewerCannotPerformCommandsButCanCheckThem() async {
    let agent = InspectionAgent(composite, role: .view) {}
    expectEqual(agent.hello.role, .view)
    await expectEqual(
      answers(to: .perform(.stopRepeating), agent), [.refused("This inspector may look, and change nothing.")])
    let wrong = Command.fire(event: "openURL", arguments: .object(["options": .integer(7)]))
    guard case .problems(let problems)? = await answers(to: .check(wrong), agent).last else {
      return #expect(Bool(false), "no problems")
    }
    expectEqual(problems.map(\.argument), ["options"])
  }

  /// The events' own code can be slow, and the thread that sends the request draws.
  @Test func argumentsAreCheckedOnTheMainActor() async {
    let turns = Locked<[AgentSurroundings.Turn]>([])
    let surroundings = AgentSurroundings(
      onMain: { _, turn in turns.withLock { $0.append(turn) } }, slice: { _ in })
    let wakes = Locked(0)
    let agent = InspectionAgent(composite, surroundings: surroundings) { wakes.withLock { $0 += 1 } }
    agent.send(InspectionRequest(id: 7, kind: .check(.fire(event: "openURL", arguments: .null))))
    func isAnswered() -> Bool {
      agent.receive(limit: 64).contains { if case .reply = $0 { true } else { false } }
    }
    #expect(!isAnswered())
    let before = wakes.withLock(\.self)
    // The turns hold the agent, which holds the closure that keeps them.
    let waiting = turns.withLock { turns in
      defer { turns = [] }
      return turns
    }
    for turn in waiting { turn() }
    #expect(wakes.withLock(\.self) > before, "the answer comes later than the request, and must wake its reader")
    #expect(isAnswered())
  }

  @Test func theEndIsReportedAfterAllEntriesOfTheCommand() async {
    let agent = InspectionAgent(composite) {}
    agent.send(InspectionRequest(id: 1, kind: .perform(.fire(event: "openURL", arguments: .null))))
    var told: [String] = []
    while told.last != "end" {
      for message in agent.receive(limit: 1) {
        switch message {
        case .entries(let entries, _): told += entries.map { if case .dispatch = $0 { "dispatch" } else { "entry" } }
        case .reply(let reply): told.append(reply.answer.isLast ? "end" : "\(reply.answer)")
        default: break
        }
      }
      await Task.yield()
    }
    expectEqual(told.filter { $0 != "entry" }, ["accepted", "started", "dispatch", "end"])
  }

  @Test func aReaderThatReadsNothingGetsTheEndAndBlocksNothing() async {
    let agent = InspectionAgent(composite) {}
    agent.send(
      InspectionRequest(
        id: 7, kind: .perform(.fireRepeatedly(event: "didReceiveMemoryWarning", arguments: .null, times: 3_000))))
    var summary: RepetitionSummary?
    while summary == nil {
      for message in agent.receive(limit: 0) {
        if case .reply(let reply) = message, case .repeated(let found) = reply.answer { summary = found }
      }
      await Task.yield()
    }
    expectEqual(summary?.done, 3_000)
    #expect(agent.backlog.dropped > 0)
  }

  @Test func aPrologueFollowsAGapAtTheRightPosition() async throws {
    let agent = InspectionAgent(composite) {}
    for _ in 0..<2_000 { composite.send(DidReceiveMemoryWarning()) }
    var messages: [InspectionMessage] = []
    while !messages.contains(where: { if case .prologue = $0 { true } else { false } }) {
      messages += agent.receive(limit: 8)
      await Task.yield()
    }
    guard case .entries(let entries, _)? = messages.first(where: { if case .entries = $0 { true } else { false } }),
      case .gap? = entries.first
    else { return #expect(Bool(false), "a gap comes first") }
    expectEqual(agent.receive(limit: 8), [], "the prologue is last, as there are no later entries")
  }
}
