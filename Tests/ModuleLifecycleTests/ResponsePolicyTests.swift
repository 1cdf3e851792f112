import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct ResponsePolicyTests {
  private func ballots<Vote>(_ votes: [Vote], main: Int? = nil) -> [Ballot<Vote>] {
    votes.enumerated().map { Ballot(module: "M\($0.offset + 1)", isMain: $0.offset == main, vote: $0.element) }
  }

  @Test(arguments: [([], true), ([true], true), ([true, false], false), ([false, true, true], false)])
  func all(votes: [Bool], answer: Bool) {
    expectEqual(ResponsePolicy.all(default: true).combine(ballots(votes)).response, answer)
  }

  @Test(arguments: [([], false), ([false], false), ([false, true], true), ([true, true], true)])
  func any(votes: [Bool], answer: Bool) {
    let verdict = ResponsePolicy.any(default: false).combine(ballots(votes))
    expectEqual(verdict.response, answer)
    #expect(verdict.conflict == nil)
  }

  @Test func aSecondClaimIsAWarning() {
    let policy = ResponsePolicy<Bool, Bool>.any(default: false, isClaim: true)
    #expect(policy.combine(ballots([true, false])).conflict == nil)
    expectEqual(
      policy.combine(ballots([true, true, true])).conflict, .claimed(["M1", "M2", "M3"].map { .init(name: $0) }))
  }

  @Test func firstAndMain() {
    expectEqual(ResponsePolicy.first(default: 0).combine(ballots([3, 4], main: 1)).response, 3)
    expectEqual(ResponsePolicy.main(default: 0).combine(ballots([3, 4], main: 1)).response, 4)
    expectEqual(ResponsePolicy.main(default: 0).combine(ballots([3, 4])).response, 0)
    expectEqual(ResponsePolicy.mainElseFirst(default: 0).combine(ballots([3, 4], main: 1)).response, 4)
    expectEqual(ResponsePolicy.mainElseFirst(default: 0).combine(ballots([3, 4])).response, 3)
    expectEqual(ResponsePolicy.mainElseFirst(default: 9).combine([]).response, 9)
  }

  @Test func highest() {
    let policy = ResponsePolicy<String, String>.highest(["new", "failed", "none"], default: "none")
    expectEqual(policy.combine(ballots(["none", "failed"])).response, "failed")
    expectEqual(policy.combine(ballots(["none", "new", "failed"])).response, "new")
    expectEqual(policy.combine([]).response, "none")
    expectEqual(policy.combine(ballots(["odd"])).response, "odd")
  }

  @Test func unionAndIntersection() {
    #expect(ResponsePolicy<Set<Int>, Set<Int>>.union.combine(ballots([[1], [2, 3]])).response == [1, 2, 3])
    #expect(ResponsePolicy<Set<Int>, Set<Int>>.union.combine([]).response == [])
    let policy = ResponsePolicy<Set<Int>, Set<Int>>.intersection(default: [9])
    expectEqual(policy.combine([]).response, [9])
    expectEqual(policy.combine(ballots([[1, 2], [2, 3]])).response, [2])
    let disjoint = policy.combine(ballots([[1], [2]], main: 1))
    expectEqual(disjoint.response, [2])
    expectEqual(disjoint.conflict, .nothingInCommon(taken: .init(name: "M2")))
  }

  @Test func fetchResultsAndTerminateReplies() {
    let fetched = PerformFetch.policy
    expectEqual(fetched.combine(ballots([.noData, .failed])).response, .failed)
    expectEqual(fetched.combine(ballots([.noData, .newData, .failed])).response, .newData)
    let terminated = ApplicationShouldTerminate.policy
    expectEqual(terminated.combine(ballots([.now, .later])).response, .later)
    expectEqual(terminated.combine(ballots([.later, .cancel, .now])).response, .cancel)
  }

  @Test func orientationsWithNothingInCommonAreTheMainModules() {
    let policy = SupportedInterfaceOrientations.policy
    expectEqual(policy.combine(ballots([.all, .landscape])).response, .landscape)
    let disjoint = policy.combine(ballots([.portrait, .landscape], main: 1))
    expectEqual(disjoint.response, .landscape)
    expectEqual(disjoint.conflict, .nothingInCommon(taken: .init(name: "M2")))
  }

  @Test func anActivityIsContinuedWithEverythingRestored() {
    let policy = ContinueUserActivity.policy
    let votes = [UserActivityContinuation(true, restored: ["book"]), false, .init(true, restored: ["note", "map"])]
    expectEqual(policy.combine(ballots(votes)).response, .init(true, restored: ["book", "note", "map"]))
    expectEqual(policy.combine(ballots([false, false])).response, false)
  }

  @Test func aCustomPolicy() {
    let policy = ResponsePolicy<String, Int>.custom("how many letters there are") { ballots in
      Verdict(ballots.reduce(0) { $0 + $1.vote.count })
    }
    #expect(policy.name == "custom" && policy.rule == "how many letters there are")
    expectEqual(policy.combine(ballots(["ab", "c"])).response, 3)
  }

  @Test func stoppingIsOptionalAndChangesNothingElse() throws {
    let policy = ResponsePolicy<Bool, Bool>.any(default: false)
    #expect(policy.stops == nil)
    let stopping = policy.stopping { $0 }
    let stops = try #require(stopping.stops)
    #expect(stops(true) && !stops(false))
    expectEqual(stopping.name, "any")
    expectEqual(
      stopping.rule, "yes if one says yes, otherwise no; later modules are not called once that is settled")
    expectEqual(stopping.stopping { !$0 }.rule, stopping.rule)
    #expect(stopping.combine(ballots([false, true])).response && !stopping.combine([]).response)
  }

  @Test func collectKeepsEveryVoteInOrder() {
    #expect(ResponsePolicy<Int, [Int]>.collect.combine(ballots([2, 1, 2])).response == [2, 1, 2])
  }
}
