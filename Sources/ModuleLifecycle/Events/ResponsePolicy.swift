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
public enum VoteConflict: Sendable, Equatable {
  /// A module that voted.
  public struct Voter: Sendable, Hashable {
    /// The module's name.
    public var name: String
    /// The module's registration. `nil` in a test of a policy.
    public var id: ModuleID?

    /// Creates a voter from the module's name and, if known, its registration.
    public init(name: String, id: ModuleID? = nil) {
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
  public let conflict: VoteConflict?

  /// Creates a verdict with a response and, if the votes contradict each other, a conflict.
  public init(_ response: Response, conflict: VoteConflict? = nil) {
    self.response = response
    self.conflict = conflict
  }
}

/// How the votes of all modules are combined into one response.
///
/// A policy is a total function: it returns a response for any ballots, including none. It sees all ballots, in the
/// order of the calls, after every module has been called. Modules that have no handler, abstain or throw cast no
/// ballot. Only a policy created with `stopping(when:)` can leave later modules uncalled.
public struct ResponsePolicy<Vote: Sendable, Response: Sendable>: Sendable {
  /// The policy's name, such as `any`. It is shown in lists.
  public let name: String
  /// The rule as text that completes "The answer is …", such as `yes if one says yes, otherwise no`.
  public private(set) var rule: String
  /// Returns whether a vote settles the matter, so that later modules are not called. `nil` when all modules are
  /// always called.
  public private(set) var stops: (@Sendable (Vote) -> Bool)?
  /// Whether there are no votes to combine and no vote can end the dispatch.
  var asksNothing = false
  private let verdict: @Sendable ([Ballot<Vote>]) -> Verdict<Response>

  /// Creates a custom policy.
  ///
  /// - Parameters:
  ///   - name: One word, shown in lists.
  ///   - rule: The rule as text, shown before the event is fired.
  ///   - verdict: The rule itself. It must return a verdict for any ballots, including none.
  public init(
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
