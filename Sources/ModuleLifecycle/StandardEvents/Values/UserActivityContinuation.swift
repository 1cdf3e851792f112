/// Whether an activity is continued, and the objects that were restored for it.
///
/// A handler that restores nothing can answer `true` or `false`.
public struct UserActivityContinuation: Sendable, Equatable, ExpressibleByBooleanLiteral {
  /// Whether the activity is continued.
  public var isContinued: Bool
  /// The names of the objects that continue the activity, such as a document or a window.
  public var restored: [String]

  /// Creates a continuation, by default without restored objects.
  public init(_ isContinued: Bool, restored: [String] = []) {
    self.isContinued = isContinued
    self.restored = restored
  }

  /// Creates a continuation without restored objects.
  public init(booleanLiteral isContinued: Bool) { self.init(isContinued) }
}

extension UserActivityContinuation: Codable {
  private enum CodingKeys: String, CodingKey {
    case isContinued = "continued"
    case restored
  }

  /// Decodes an object, or a Boolean that says whether the activity is continued.
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
  /// Continued if one module says so, with all restored objects, in the order of the calls.
  public static var anyContinues: Self {
    Self(name: "any", rule: "yes if one says yes, otherwise no, and all restored objects in order") { ballots in
      Verdict(
        UserActivityContinuation(
          ballots.contains(where: \.vote.isContinued), restored: ballots.flatMap(\.vote.restored)))
    }
  }
}
