/// One module's answer to one event.
public struct Ballot<Vote: Sendable>: Sendable {
  /// The name of the module that voted.
  public let module: String
  /// Whether that is the main module.
  public let isMain: Bool
  /// What it answered.
  public let vote: Vote
  /// The module's registration; `nil` in a test of a policy.
  package var moduleID: ModuleID?

  /// A ballot; the composite makes them, and so does a test of a policy.
  public init(module: String, isMain: Bool = false, vote: Vote) {
    self.module = module
    self.isMain = isMain
    self.vote = vote
  }
}

extension Ballot {
  var voter: VoteConflict.Voter { VoteConflict.Voter(name: module, id: moduleID) }
}

/// Votes that contradict each other.
public enum VoteConflict: Sendable, Equatable {
  /// A module that voted.
  public struct Voter: Sendable, Hashable {
    /// The module's name.
    public var name: String
    /// The module's registration; `nil` in a test of a policy.
    public var id: ModuleID?

    /// The module of that name.
    public init(name: String, id: ModuleID? = nil) {
      self.name = name
      self.id = id
    }
  }

  /// Several modules claimed what only one can have.
  case claimed([Voter])
  /// The votes have nothing in common, and this module's was taken.
  case nothingInCommon(taken: Voter)
  /// What a policy of one's own says, as a sentence.
  case described(String)
}

/// What a policy makes of the ballots.
public struct Verdict<Response: Sendable>: Sendable {
  /// The combined answer.
  public let response: Response
  /// How the votes contradict each other; `nil` where they do not. It becomes a warning.
  public let conflict: VoteConflict?

  /// A verdict.
  public init(_ response: Response, conflict: VoteConflict? = nil) {
    self.response = response
    self.conflict = conflict
  }
}

/// How the votes of all modules become one response.
///
/// A policy is a value and total: it sees all ballots, in the order of the calls, only after every module has been
/// called, and gives a response for any of them, also for none. Modules that have no handler, abstain or throw cast no
/// ballot. Only a policy that was made with `stopping(when:)` has later modules left out.
public struct ResponsePolicy<Vote: Sendable, Response: Sendable>: Sendable {
  /// The policy's name, such as `any`.
  public let name: String
  /// The rule in words, completing "The answer is …": `yes if one says yes, otherwise no`.
  public private(set) var rule: String
  /// Whether a vote settles the matter, so that later modules are not called; `nil`, and all are called.
  public private(set) var stops: (@Sendable (Vote) -> Bool)?
  /// Whether there is nothing to combine and nobody stops anything.
  var asksNothing = false
  private let verdict: @Sendable ([Ballot<Vote>]) -> Verdict<Response>

  /// A policy of one's own.
  ///
  /// - Parameters:
  ///   - name: One word, shown in lists.
  ///   - rule: The rule in words, shown before the event is fired.
  ///   - verdict: The rule itself. It must give a verdict for any ballots, also for none.
  public init(
    name: String = "custom", rule: String, verdict: @escaping @Sendable ([Ballot<Vote>]) -> Verdict<Response>
  ) {
    self.name = name
    self.rule = rule
    self.verdict = verdict
  }

  /// The same policy, but a vote that settles the matter ends the dispatch: later modules are not called.
  ///
  /// Those modules are journaled as skipped, with the name of the one that claimed the event. Their handlers do not
  /// run, so ask for this only where none of them does anything but answer. The ballots cast until then are combined
  /// as before.
  ///
  /// ```swift
  /// static var policy: ResponsePolicy<Bool, Bool> { .any(default: false).stopping { $0 } }
  /// ```
  ///
  /// Only a vote that is given in the handler's turn can settle it: one that comes later finds the others called.
  ///
  /// - Parameter settles: Whether a vote settles it; asked once for each vote, in the order of the calls.
  public func stopping(when settles: @escaping @Sendable (Vote) -> Bool) -> Self {
    var policy = self
    if stops == nil { policy.rule += "; later modules are not called once that is settled" }
    policy.stops = settles
    policy.asksNothing = false
    return policy
  }

  /// Combines the ballots.
  public func combine(_ ballots: [Ballot<Vote>]) -> Verdict<Response> { verdict(ballots) }
}
