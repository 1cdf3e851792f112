/// An owner that is no module: its release is expected, or it went.
public struct OwnerEntry: Sendable, Equatable {
  /// What happened to the owner.
  public struct Change: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The change in the journal's format.
    public let rawValue: String

    /// The change of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The change in the journal's format.
    public var description: String { rawValue }

    /// It is expected to be released.
    public static let expected = Change(rawValue: "expected")
    /// It is dead.
    public static let freed = Change(rawValue: "freed")
  }

  /// What happened.
  public var change: Change = .expected
  /// The owner's number.
  public var owner: UInt64 = 0
  /// Its name.
  public var name: String = ""
  /// When that was noticed.
  public var atNanoseconds: UInt64
  /// How long after it was expected to go it was found dead; for `expected`, how long it may take.
  public var tookNanoseconds: UInt64?
  /// Whether it was freed after it had been reported as overdue.
  public var isLateRelease = false
  /// The last dispatch after which it was seen alive, and the first after which it was found dead, where that is all
  /// that is known; 0 for "before the first".
  public var aliveAfter: UInt64?
  /// See `aliveAfter`.
  public var deadAfter: UInt64?
}

/// An object that was still alive when the application ended. That is no leak yet: its release was not expected.
public struct AliveEntry: Sendable, Equatable {
  /// The owner's name.
  public var owner: String = ""
  /// The owner's number.
  public var ownerID: UInt64 = 0
  /// The object's number within its owner; 0 for the owner itself.
  public var number: Int = 0
  /// What kind of thing it is; empty for the owner itself.
  public var kind: String = ""
  /// Its name within the kind; empty for the owner itself.
  public var name: String = ""
  /// `overdue` where its release had been expected, otherwise `alive at exit`.
  public var state: String = ""
  /// When the application ended.
  public var atNanoseconds: UInt64
}
