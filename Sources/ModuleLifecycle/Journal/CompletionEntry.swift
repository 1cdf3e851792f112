/// What a handler that answers later did after its event was over, or a second time.
public struct CompletionEntry: Sendable, Equatable {
  /// What it did.
  public struct Kind: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The kind in the journal's format.
    public let rawValue: String

    /// The kind of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The kind in the journal's format.
    public var description: String { rawValue }

    /// It answered after the deadline; the answer is not in the response.
    public static let late = Kind(rawValue: "late")
    /// It answered once more; the first answer stands.
    public static let again = Kind(rawValue: "again")
  }

  /// What it did.
  public var kind: Kind = .late
  /// The dispatch concerned; its entry may follow.
  public var dispatch: UInt64 = 0
  /// The event's name.
  public var event: String = ""
  /// The module's name.
  public var module: String = ""
  /// The module's registration.
  public var moduleID: ModuleID = ModuleID(rawValue: 0)
  /// The vote; `null` where it gave none.
  public var value: JSONValue = .null
  /// When it answered.
  public var atNanoseconds: UInt64
  /// How long after its call that was.
  public var tookNanoseconds: UInt64 = 0
}
