import ModuleLifecycleTesting
import RollcallTestSupport
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// Asks for numbers that come later. The response contains all of them.
private struct Gather: AsyncLifecycleEvent {
  typealias Vote = Int
  typealias Response = [Int]
  static var policy: ResponsePolicy<Int, [Int]> { .collect }
  static var deadline: Duration { .seconds(20) }
}

/// Answers in any order, repeated or missing, with the deadline at any time.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct CompletionPropertyTests {
  @Test func theCallerIsAnsweredOnceWithTheVotesThatCameInTime() async throws {
    var totals = AnswerTotals()
    for seed in 1...300 as ClosedRange<UInt64> {
      let run = RandomAnswers(seed: seed)
      try run.prepare()
      await run.play()
      try #require(run.problems == [], "seed \(seed)\n\(run.log.joined(separator: "\n"))")
      totals.add(run.totals)
    }
    // Otherwise the runs were too quiet to prove anything.
    #expect(totals.expired > 50 && totals.again > 50 && totals.late > 50 && totals.dropped > 50, "\(totals)")
  }

  @Test func theJournalChangesNothing() async throws {
    for seed in 1...100 as ClosedRange<UInt64> {
      let (journaled, silent) = (RandomAnswers(seed: seed), RandomAnswers(seed: seed, journaled: false))
      for run in [journaled, silent] {
        try run.prepare()
        await run.play()
      }
      try #require(silent.log == journaled.log, "seed \(seed)")
      try #require(silent.problems == [], "seed \(seed)")
    }
  }
}

/// How often each case occurred.
private struct AnswerTotals {
  var expired = 0
  var again = 0
  var late = 0
  var dropped = 0

  mutating func add(_ other: AnswerTotals) {
    expired += other.expired
    again += other.again
    late += other.late
    dropped += other.dropped
  }
}

/// Sends one event to random modules, some in a nested composite, which answer at random times in random ways.
@MainActor private final class RandomAnswers {
  /// The expected result of one module's call.
  private struct Call {
    let name: String
    let began: UInt64
    var vote: Int?
    var outcome: HandlerSpan.Outcome?
    var ended: UInt64?
    var completion: EventCompletion<Int>?
    /// Whether its completion has been called, in time or not.
    var isSettled = false
  }

  private(set) var log: [String] = []
  private(set) var problems: [String] = []
  private(set) var totals = AnswerTotals()
  private let composite: CompositeDelegate
  private let clock = ManualClock()
  private let time = Sleepers()
  private var random: SplitMix
  private var names: [String] = []
  private var calls: [Call] = []
  private var responses: [[Int]] = []
  private var hasExpired = false
  private let isJournaled: Bool

  init(seed: UInt64, journaled: Bool = true) {
    random = SplitMix(state: seed)
    isJournaled = journaled
    let time = time
    // Only waits for the deadline sleep here. Checks of removed modules, after a second, are cancelled.
    composite = CompositeDelegate(journal: Journal(clock: clock.monotonic)) { duration in
      guard duration > .seconds(1) else { throw CancellationError() }
      try await time.sleep(duration)
    }
    composite.journal.isEnabled = journaled
  }

  private func draw(_ count: Int) -> Int { Int(random.next() % UInt64(count)) }

  func prepare() throws {
    for number in 0..<(1 + draw(5)) {
      let isNested = draw(4) == 0
      if isNested {
        try composite.register("C\(number)") { [unowned self] in
          let shop = CompositeDelegate()
          for inner in 0..<draw(3) { try register("M\(number).\(inner)", in: shop) }
          return shop
        }
      } else {
        try register("M\(number)", in: composite)
      }
    }
  }

  private func register(_ name: String, in composite: CompositeDelegate) throws {
    let style = draw(7)
    names.append(name)
    try composite.register(name) { [unowned self] in
      Probe(name) { [unowned self] handlers in
        if style == 0 {
          handlers.answer(Gather.self) { [unowned self] _, _ in answerAtOnce(name) }
        } else {
          handlers.answerLater(Gather.self) { [unowned self] _, _, completion in
            try answer(name, style, completion)
          }
        }
      }
    }
  }

  // MARK: Within the call

  private func answerAtOnce(_ name: String) -> Int? {
    let vote = draw(3) == 0 ? nil : draw(100)
    log.append("\(name) says \(vote.map { "\($0)" } ?? "nothing") at once")
    calls.append(
      Call(name: name, began: clock.monotonic.now, vote: vote, outcome: vote == nil ? .abstained : .answered))
    clock.advance(by: .nanoseconds(draw(50)))
    calls[calls.count - 1].ended = clock.monotonic.now
    return vote
  }

  private func answer(_ name: String, _ style: Int, _ completion: EventCompletion<Int>) throws {
    calls.append(Call(name: name, began: clock.monotonic.now, completion: completion))
    clock.advance(by: .nanoseconds(draw(50)))
    let index = calls.count - 1
    switch style {
    case 1: act(on: index, 0)
    case 2:
      log.append("\(name) throws")
      settle(index, .threw)
      calls[index].completion = nil
      throw Refusal("\(name) would not")
    case 3:
      // The completion is dropped when this function, which holds it too, has returned.
      log.append("\(name) drops it at once")
      totals.dropped += 1
      settle(index, .abstained)
      calls[index].completion = nil
    default: break
    }
  }

  /// Notes the answer that counts: the first one before the event's end.
  private func settle(_ index: Int, _ outcome: HandlerSpan.Outcome, _ vote: Int? = nil) {
    if calls[index].isSettled {
      totals.again += 1
      return
    }
    calls[index].isSettled = true
    if hasExpired {
      totals.late += 1
      return
    }
    calls[index].outcome = outcome
    calls[index].vote = vote
    calls[index].ended = clock.monotonic.now
  }

  // MARK: Later

  func play() async {
    composite.send(Gather()) { [unowned self] in
      responses.append($0)
      log.append("response \($0)")
    }
    if calls.map(\.name) != names { problems.append("called \(calls.map(\.name)), not \(names)") }
    for _ in 0..<(4 + draw(20)) {
      clock.advance(by: .nanoseconds(draw(1_000)))
      let index = draw(calls.count + 1)
      if index < calls.count {
        act(on: index, draw(6))
      } else if draw(3) == 0 {
        removeOne()
      } else if !isOver, draw(2) == 0 {
        await expire()
      }
      check()
    }
    if !isOver { await expire() }
    check()
    for index in calls.indices where calls[index].completion != nil { act(on: index, 0) }
    check()
    time.close()
    if isJournaled { checkJournal() }
    composite.tearDown()
    if !composite.modulesStillAlive.isEmpty { problems.append("alive: \(composite.modulesStillAlive)") }
  }

  /// Whether no answer is awaited any more.
  private var isOver: Bool { hasExpired || calls.allSatisfy { $0.outcome != nil } }

  private func act(on index: Int, _ deed: Int) {
    guard let completion = calls[index].completion else { return }
    let name = calls[index].name
    switch deed {
    case 0...2:
      let vote = draw(100)
      log.append("\(name) says \(vote)")
      settle(index, .answered, vote)
      completion(vote)
    case 3:
      log.append("\(name) abstains")
      settle(index, .abstained)
      completion.abstain()
    case 4:
      log.append("\(name) fails")
      settle(index, .threw)
      completion.fail(Refusal("\(name) failed"))
    default:
      // Apart from the local one, the test holds the last reference.
      log.append("\(name) lets go")
      if calls[index].outcome == nil, !hasExpired {
        totals.dropped += 1
        settle(index, .abstained)
      }
      calls[index].completion = nil
    }
  }

  /// Removes a module whose answer may still be open. Its vote counts all the same.
  private func removeOne() {
    let present = composite.modules.filter { $0.isPresent && $0.parent == nil }.map(\.name)
    guard !present.isEmpty else { return }
    let name = present[draw(present.count)]
    log.append("\(name) is removed")
    do {
      try composite.remove(name)
    } catch {
      problems.append("\(name) was not removed: \(error)")
    }
  }

  private func expire() async {
    log.append("the deadline passes")
    totals.expired += 1
    await time.waitForSleepers()
    hasExpired = true
    for index in calls.indices where calls[index].outcome == nil { calls[index].ended = clock.monotonic.now }
    await time.wakeAll()
    await eventually { !responses.isEmpty }
  }

  // MARK: Checks

  private func check() {
    let votes = calls.compactMap(\.vote)
    let expected = isOver ? [votes] : []
    if responses != expected { problems.append("the caller got \(responses), not \(expected)") }
  }

  private func checkJournal() {
    guard let entry = composite.journal.dispatches.last, composite.journal.dispatches.count == 1 else {
      return problems.append("the journal does not have exactly one dispatch")
    }
    let rows = entry.handlers.filter { $0.module.hasPrefix("M") }
    if rows.map(\.outcome) != calls.map({ $0.outcome ?? .unanswered }) { problems.append("outcomes: \(rows)") }
    let times = calls.map { ($0.ended ?? 0) - $0.began }
    if rows.map(\.totalNanoseconds) != times { problems.append("times \(rows.map(\.totalNanoseconds)), not \(times)") }
    let again = composite.journal.warnings.count { $0.kind == .completedTwice }
    if again != totals.again { problems.append("\(again) second answers, not \(totals.again)") }
    let late = composite.journal.entries.count {
      if case .completion(let entry) = $0 { entry.kind == .late } else { false }
    }
    if late != totals.late { problems.append("\(late) late answers, not \(totals.late)") }
  }
}
