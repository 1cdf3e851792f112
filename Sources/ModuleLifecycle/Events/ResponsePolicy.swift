/// One module's answer to one event.
public struct Ballot<Vote: Sendable>: Sendable {
  /// The name of the module that voted.
  public let module: String
  /// Whether that is the main module.
  public let isMain: Bool
  /// What it answered.
  public let vote: Vote

  /// A ballot; the composite makes them, and so does a test of a policy.
  public init(module: String, isMain: Bool = false, vote: Vote) {
    self.module = module
    self.isMain = isMain
    self.vote = vote
  }
}

/// What a policy makes of the ballots.
public struct Verdict<Response: Sendable>: Sendable {
  /// The combined answer.
  public let response: Response
  /// Something about the votes that the application's author should know, as a sentence.
  public let warning: String?

  /// A verdict, with a warning where the votes contradict each other.
  public init(_ response: Response, warning: String? = nil) {
    self.response = response
    self.warning = warning
  }
}

/// How the votes of all modules become one response.
///
/// A policy is a value and total: it sees all ballots, in the order of the calls, only after every module has been
/// called, and gives a response for any of them, also for none. Modules that have no handler, abstain or throw cast no
/// ballot.
public struct ResponsePolicy<Vote: Sendable, Response: Sendable>: Sendable {
  /// The policy's name, such as `any`.
  public let name: String
  /// The rule in words, completing "The answer is …": `yes if one says yes, otherwise no`.
  public let rule: String
  /// Tells for a vote whether nobody else need be asked; `nil` where everybody is asked, whatever the others said.
  public private(set) var stops: (@Sendable (Vote) -> Bool)?
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

  /// The same policy, but the event ends with the first vote that `decides`.
  ///
  /// The modules that come later are not called, and the journal says who claimed the event. Without this, everybody is
  /// called always.
  public func stopping(when decides: @escaping @Sendable (Vote) -> Bool) -> Self {
    var policy = self
    policy.stops = decides
    return policy
  }

  /// Combines the ballots.
  public func combine(_ ballots: [Ballot<Vote>]) -> Verdict<Response> { verdict(ballots) }
}
