/// Whether an activity is continued, and what was restored for it.
///
/// A handler that restores nothing answers `true` or `false`.
public struct UserActivityContinuation: Sendable, Equatable, ExpressibleByBooleanLiteral {
  /// Whether it is continued.
  public var isContinued: Bool
  /// The names of the objects that go on with it, such as a document or a window.
  public var restored: [String]

  /// A continuation, by default of nothing that was restored.
  public init(_ isContinued: Bool, restored: [String] = []) {
    self.isContinued = isContinued
    self.restored = restored
  }

  /// A continuation for which nothing was restored.
  public init(booleanLiteral isContinued: Bool) { self.init(isContinued) }
}

extension UserActivityContinuation: Codable {
  private enum CodingKeys: String, CodingKey {
    case isContinued = "continued"
    case restored
  }

  /// Reads an object, or only whether it is continued.
  public init(from decoder: any Decoder) throws {
    if let isContinued = try? decoder.singleValueContainer().decode(Bool.self) {
      self.init(isContinued)
      return
    }
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      try container.decode(Bool.self, forKey: .isContinued),
      restored: try container.decodeIfPresent([String].self, forKey: .restored) ?? [])
  }
}

extension ResponsePolicy where Vote == UserActivityContinuation, Response == UserActivityContinuation {
  /// Continued when one module says so, with everything that any of them restored, in the order of the calls.
  public static var anyContinues: Self {
    Self(name: "any", rule: "yes if one says yes, otherwise no, and all restored objects in order") { ballots in
      Verdict(
        UserActivityContinuation(
          ballots.contains(where: \.vote.isContinued), restored: ballots.flatMap(\.vote.restored)))
    }
  }
}
