/// One module's answer to an event.
public struct Ballot<Vote: Sendable>: Sendable {
  /// The name of the module that voted.
  public let module: String
  /// Whether the module is the main module.
  public let isMain: Bool
  /// The module's answer.
  public let vote: Vote
  /// The module's registration. `nil` in a test of a policy.
  package var moduleID: ModuleID?

  /// Creates a ballot. The composite does this, and so can a test of a policy.
  public init(module: String, isMain: Bool = false, vote: Vote) {
    self.module = module
    self.isMain = isMain
    self.vote = vote
  }
}

extension Ballot {
  var voter: VoteConflict.Voter { VoteConflict.Voter(name: module, id: moduleID) }
}

/// A contradiction between votes.
package enum VoteConflict: Sendable, Equatable {
  /// A module that voted.
  package struct Voter: Sendable, Hashable {
    /// The module's name.
    package var name: String
    /// The module's registration. `nil` in a test of a policy.
    package var id: ModuleID?

    /// Creates a voter from the module's name and, if known, its registration.
    package init(name: String, id: ModuleID? = nil) {
      self.name = name
      self.id = id
    }
  }

  /// Several modules claimed an event that only one can have.
  case claimed([Voter])
  /// The votes have nothing in common, and the vote of `taken` was used.
  case nothingInCommon(taken: Voter)
  /// A conflict that a custom policy describes in a sentence.
  case described(String)
}

/// A policy's result for a set of ballots.
public struct Verdict<Response: Sendable>: Sendable {
  /// The combined answer.
  public let response: Response
  /// The contradiction between the votes, which becomes a warning. `nil` when there is none.
  package let conflict: VoteConflict?

  /// Creates a verdict with a response and, if the votes contradict each other, a sentence for the warning.
  public init(_ response: Response, conflict: String? = nil) {
    self.response = response
    self.conflict = conflict.map(VoteConflict.described)
  }

  init(_ response: Response, contradiction: VoteConflict?) {
    self.response = response
    conflict = contradiction
  }
}

/// How the votes of all modules are combined into one response.
///
/// A policy is a total function: it returns a response for any ballots, including none. It sees all ballots, in the
/// order of the calls, after every module has been called. Modules that have no handler, abstain or throw cast no
/// ballot. Only a policy created with `stopping(when:)` can leave later modules uncalled.
public struct ResponsePolicy<Vote: Sendable, Response: Sendable>: Sendable {
  /// The policy's name, such as `any`. It is shown in lists.
  package let name: String
  /// The rule as text that completes "The answer is …", such as `yes if one says yes, otherwise no`.
  package private(set) var rule: String
  /// Returns whether a vote settles the matter, so that later modules are not called. `nil` when all modules are
  /// always called.
  package private(set) var stops: (@Sendable (Vote) -> Bool)?
  /// Whether there are no votes to combine and no vote can end the dispatch.
  var asksNothing = false
  private let verdict: @Sendable ([Ballot<Vote>]) -> Verdict<Response>

  /// Creates a custom policy.
  ///
  /// - Parameters:
  ///   - name: One word, shown in lists.
  ///   - rule: The rule as text, shown before the event is fired.
  ///   - verdict: The rule itself. It must return a verdict for any ballots, including none.
  package init(
    name: String = "custom", rule: String, verdict: @escaping @Sendable ([Ballot<Vote>]) -> Verdict<Response>
  ) {
    self.name = name
    self.rule = rule
    self.verdict = verdict
  }

  /// Returns a policy that stops calling modules once a vote settles the matter.
  ///
  /// The journal lists the later modules as skipped, with the name of the module that claimed the event. Their
  /// handlers don't run, so use this only if the handlers do nothing but answer. The ballots cast so far are combined
  /// as before.
  ///
  /// ```swift
  /// static var policy: ResponsePolicy<Bool, Bool> { .any(default: false).stopping { $0 } }
  /// ```
  ///
  /// Only a vote given during the handler's turn can settle the matter. When a later vote arrives, the other modules
  /// have already been called.
  ///
  /// - Parameter settles: Returns whether a vote settles the matter. Called once for each vote, in the order of the
  ///   calls.
  public func stopping(when settles: @escaping @Sendable (Vote) -> Bool) -> Self {
    var policy = self
    if stops == nil { policy.rule += "; later modules are not called once that is settled" }
    policy.stops = settles
    policy.asksNothing = false
    return policy
  }

  /// Combines ballots into a verdict.
  public func combine(_ ballots: [Ballot<Vote>]) -> Verdict<Response> { verdict(ballots) }
}

extension ResponsePolicy where Vote == Void, Response == Void {
  /// Calls every module and asks nothing.
  public static var broadcast: Self {
    var policy = Self(name: "broadcast", rule: "none; modules are told, not asked") { _ in Verdict(()) }
    policy.asksNothing = true
    return policy
  }
}

extension ResponsePolicy {
  /// Creates a custom policy.
  ///
  /// - Parameters:
  ///   - rule: The rule as text that completes "The answer is …".
  ///   - verdict: The rule itself. It must return a verdict for any ballots, including none.
  public static func custom(
    _ rule: String, verdict: @escaping @Sendable ([Ballot<Vote>]) -> Verdict<Response>
  ) -> Self {
    Self(rule: rule, verdict: verdict)
  }
}

extension ResponsePolicy where Vote == Bool, Response == Bool {
  /// Answers yes when every module that votes says yes.
  ///
  /// - Parameter empty: The answer when no module votes.
  public static func all(default empty: Bool) -> Self {
    Self(name: "all", rule: "no if one says no, otherwise yes\(whenEmpty(empty, unless: true))") { ballots in
      Verdict(ballots.isEmpty ? empty : ballots.allSatisfy(\.vote))
    }
  }

  /// Answers yes when at least one module says yes.
  ///
  /// - Parameters:
  ///   - empty: The answer when no module votes.
  ///   - isClaim: Whether a yes claims the event for its module. A second yes then causes a warning.
  public static func any(default empty: Bool, isClaim: Bool = false) -> Self {
    Self(name: "any", rule: "yes if one says yes, otherwise no\(whenEmpty(empty, unless: false))") { ballots in
      let claimers = ballots.filter(\.vote).map(\.voter)
      return Verdict(
        ballots.isEmpty ? empty : !claimers.isEmpty,
        contradiction: isClaim && claimers.count > 1 ? .claimed(claimers) : nil)
    }
  }

  private static func whenEmpty(_ empty: Bool, unless expected: Bool) -> String {
    empty == expected ? "" : empty ? "; yes when no module votes" : "; no when no module votes"
  }
}

extension ResponsePolicy where Vote == Response {
  /// Answers with the first vote.
  ///
  /// - Parameter empty: The answer when no module votes.
  public static func first(default empty: Response) -> Self {
    Self(name: "first", rule: "the first vote") { Verdict($0.first?.vote ?? empty) }
  }

  /// Answers with the main module's vote. The other modules are called but don't decide.
  ///
  /// - Parameter empty: The answer when the main module doesn't vote.
  public static func main(default empty: Response) -> Self {
    Self(name: "main", rule: "the main module's vote") { Verdict($0.first(where: \.isMain)?.vote ?? empty) }
  }

  /// Answers with the main module's vote, or with the first vote if the main module doesn't vote.
  ///
  /// - Parameter empty: The answer when no module votes.
  public static func mainElseFirst(default empty: Response) -> Self {
    Self(name: "mainElseFirst", rule: "the main module's vote, else the first") { ballots in
      Verdict((ballots.first(where: \.isMain) ?? ballots.first)?.vote ?? empty)
    }
  }
}

extension ResponsePolicy where Vote == Response, Vote: Equatable {
  /// Answers with the vote that comes first in `ranking`.
  ///
  /// - Parameters:
  ///   - ranking: The possible votes, highest first. Votes that are not in it rank below all that are.
  ///   - empty: The answer when no module votes.
  public static func highest(_ ranking: [Vote], default empty: Vote) -> Self {
    let rule = "the highest of \(ranking.map { "\($0)" }.joined(separator: " > "))"
    return Self(name: "highest", rule: rule) { ballots in
      Verdict(ranking.first { ranked in ballots.contains { $0.vote == ranked } } ?? ballots.first?.vote ?? empty)
    }
  }
}

extension ResponsePolicy where Vote == Response, Vote: SetAlgebra {
  /// Answers with everything that any module allows. Empty when no module votes.
  public static var union: Self {
    Self(name: "union", rule: "all that any module allows") { ballots in
      Verdict(ballots.reduce(into: Vote()) { $0.formUnion($1.vote) })
    }
  }

  /// Answers with what all modules allow.
  ///
  /// When the votes have nothing in common, the answer is the main module's vote (or the first vote, if the main
  /// module doesn't vote), with a warning.
  ///
  /// - Parameter empty: The answer when no module votes.
  public static func intersection(default empty: Vote) -> Self {
    Self(name: "intersection", rule: "what all modules allow") { ballots in
      guard let first = ballots.first else { return Verdict(empty) }
      let common = ballots.dropFirst().reduce(into: first.vote) { $0.formIntersection($1.vote) }
      guard common.isEmpty, ballots.contains(where: { !$0.vote.isEmpty }) else { return Verdict(common) }
      let deciding = ballots.first(where: \.isMain) ?? first
      return Verdict(deciding.vote, contradiction: .nothingInCommon(taken: deciding.voter))
    }
  }
}

extension ResponsePolicy where Response == [Vote] {
  /// Answers with every vote, in the order of the calls.
  public static var collect: Self {
    Self(name: "collect", rule: "all votes, in order") { ballots in Verdict(ballots.map(\.vote)) }
  }
}
