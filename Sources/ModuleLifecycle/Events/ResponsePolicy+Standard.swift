extension ResponsePolicy where Vote == Void, Response == Void {
  /// Tells all modules and asks nothing.
  public static var broadcast: Self {
    var policy = Self(name: "broadcast", rule: "none; modules are told, not asked") { _ in Verdict(()) }
    policy.asksNothing = true
    return policy
  }
}

extension ResponsePolicy {
  /// A rule of one's own.
  ///
  /// - Parameters:
  ///   - rule: The rule in words, completing "The answer is …".
  ///   - verdict: The rule itself. It must give a verdict for any ballots, also for none.
  public static func custom(
    _ rule: String, verdict: @escaping @Sendable ([Ballot<Vote>]) -> Verdict<Response>
  ) -> Self {
    Self(rule: rule, verdict: verdict)
  }
}

extension ResponsePolicy where Vote == Bool, Response == Bool {
  /// Yes when every module that votes says yes.
  ///
  /// - Parameter empty: The answer when nobody votes.
  public static func all(default empty: Bool) -> Self {
    Self(name: "all", rule: "no if one says no, otherwise yes\(whenEmpty(empty, unless: true))") { ballots in
      Verdict(ballots.isEmpty ? empty : ballots.allSatisfy(\.vote))
    }
  }

  /// Yes when one module says yes.
  ///
  /// - Parameters:
  ///   - empty: The answer when nobody votes.
  ///   - isClaim: Whether a yes claims the event for its module, so that a second yes is worth a warning.
  public static func any(default empty: Bool, isClaim: Bool = false) -> Self {
    Self(name: "any", rule: "yes if one says yes, otherwise no\(whenEmpty(empty, unless: false))") { ballots in
      let claimers = ballots.filter(\.vote).map(\.voter)
      return Verdict(
        ballots.isEmpty ? empty : !claimers.isEmpty,
        conflict: isClaim && claimers.count > 1 ? .claimed(claimers) : nil)
    }
  }

  private static func whenEmpty(_ empty: Bool, unless expected: Bool) -> String {
    empty == expected ? "" : empty ? "; yes when nobody votes" : "; no when nobody votes"
  }
}

extension ResponsePolicy where Vote == Response {
  /// The first module's vote.
  public static func first(default empty: Response) -> Self {
    Self(name: "first", rule: "the first vote") { Verdict($0.first?.vote ?? empty) }
  }

  /// The main module's vote; the others are called but do not decide.
  public static func main(default empty: Response) -> Self {
    Self(name: "main", rule: "the main module's vote") { Verdict($0.first(where: \.isMain)?.vote ?? empty) }
  }

  /// The main module's vote, or else the first one.
  public static func mainElseFirst(default empty: Response) -> Self {
    Self(name: "mainElseFirst", rule: "the main module's vote, else the first") { ballots in
      Verdict((ballots.first(where: \.isMain) ?? ballots.first)?.vote ?? empty)
    }
  }
}

extension ResponsePolicy where Vote == Response, Vote: Equatable {
  /// The vote that stands first in `ranking`; votes that do not stand there count less than all that do.
  public static func highest(_ ranking: [Vote], default empty: Vote) -> Self {
    let rule = "the highest of \(ranking.map { "\($0)" }.joined(separator: " > "))"
    return Self(name: "highest", rule: rule) { ballots in
      Verdict(ranking.first { ranked in ballots.contains { $0.vote == ranked } } ?? ballots.first?.vote ?? empty)
    }
  }
}

extension ResponsePolicy where Vote == Response, Vote: SetAlgebra {
  /// Everything that any module allows; empty when nobody votes.
  public static var union: Self {
    Self(name: "union", rule: "all that any module allows") { ballots in
      Verdict(ballots.reduce(into: Vote()) { $0.formUnion($1.vote) })
    }
  }

  /// What all modules allow.
  ///
  /// When the votes have nothing in common, the main module's vote stands (or the first, without one), with a warning.
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
  /// Every vote, in the order of the calls.
  public static var collect: Self {
    Self(name: "collect", rule: "all votes, in order") { ballots in Verdict(ballots.map(\.vote)) }
  }
}
