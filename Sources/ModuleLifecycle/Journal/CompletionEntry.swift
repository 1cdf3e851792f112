/// An answer from a handler that answers later, after its event was over or for a second time.
public struct CompletionEntry: Sendable, Equatable {
  /// What the handler did.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The kind's name in the journal's format.
    public let rawValue: String

    /// Creates a kind from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name in the journal's format.
    public var description: String { rawValue }

    /// It answered after the deadline. The response does not include the answer.
    public static let late = Kind(rawValue: "late")
    /// It answered again. The first answer counts.
    public static let again = Kind(rawValue: "again")
  }

  /// What the handler did.
  public var kind: Kind = .late
  /// The number of the dispatch concerned. Its entry may come after this one.
  public var dispatch: UInt64 = 0
  /// The event's name.
  public var event: String = ""
  /// The module's name.
  public var module: String = ""
  /// The module's registration.
  public var moduleID: ModuleID = ModuleID(rawValue: 0)
  /// The vote; `null` if the handler did not vote.
  public var value: JSONValue = .null
  /// When the handler answered, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
  /// The time from the handler's call to the answer.
  public var tookNanoseconds: UInt64 = 0
}
