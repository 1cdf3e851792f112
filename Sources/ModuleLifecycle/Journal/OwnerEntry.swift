/// A change to an owner that is not a module: its release is expected, or it has gone.
public struct OwnerEntry: Sendable, Equatable {
  /// A kind of change to an owner.
  public struct Change: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The change's name in the journal's format.
    public let rawValue: String

    /// Creates a change from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The change's name in the journal's format.
    public var description: String { rawValue }

    /// The owner is expected to be released.
    public static let expected = Change(rawValue: "expected")
    /// The owner is dead.
    public static let freed = Change(rawValue: "freed")
  }

  /// What happened to the owner.
  public var change: Change = .expected
  /// The owner's number.
  public var owner: UInt64 = 0
  /// The owner's name.
  public var name: String = ""
  /// When this was noticed, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
  /// For `freed`, the time from its expected release to when it was found dead. For `expected`, how long its release
  /// may take.
  public var tookNanoseconds: UInt64?
  /// Whether the owner was freed after it had been reported as overdue.
  public var isLateRelease = false
  /// The last dispatch after which the owner was seen alive; 0 for "before the first".
  ///
  /// Set, together with `deadAfter`, when this is all that is known of the time.
  public var aliveAfter: UInt64?
  /// The first dispatch after which the owner was found dead; see `aliveAfter`.
  public var deadAfter: UInt64?
}

/// An object that was still alive when the application ended. It is not yet a leak: its release was not expected.
public struct AliveEntry: Sendable, Equatable {
  /// The owner's name.
  public var owner: String = ""
  /// The owner's number.
  public var ownerID: UInt64 = 0
  /// The object's number within its owner; 0 for the owner itself.
  public var number: Int = 0
  /// The object's kind; empty for the owner itself.
  public var kind: String = ""
  /// The object's name within its kind; empty for the owner itself.
  public var name: String = ""
  /// `overdue` if its release had been expected, otherwise `alive at exit`.
  public var state: String = ""
  /// When the application ended, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
}
