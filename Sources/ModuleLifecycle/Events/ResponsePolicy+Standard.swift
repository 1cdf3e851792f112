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
        conflict: isClaim && claimers.count > 1 ? .claimed(claimers) : nil)
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
      return Verdict(deciding.vote, conflict: .nothingInCommon(taken: deciding.voter))
    }
  }
}

extension ResponsePolicy where Response == [Vote] {
  /// Answers with every vote, in the order of the calls.
  public static var collect: Self {
    Self(name: "collect", rule: "all votes, in order") { ballots in Verdict(ballots.map(\.vote)) }
  }
}
