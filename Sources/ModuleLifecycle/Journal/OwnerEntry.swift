/// A change to an owner that is not a module: its release is expected, or it has gone.
public struct OwnerEntry: Sendable, Equatable {
  /// A kind of change to an owner.
  public struct Change: RecordedWord, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The change's name in the journal's format.
    public var description: String { rawValue }

    /// The owner is expected to be released.
    public static let expected = Change(rawValue: "expected")
    /// The owner is dead.
    public static let freed = Change(rawValue: "freed")
  }

  /// What happened to the owner.
  public package(set) var change: Change = .expected
  /// The owner's number.
  public package(set) var owner: OwnerID = 0
  /// The owner's name.
  public package(set) var name: String = ""
  /// When this was noticed, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// For `freed`, the time from its expected release to when it was found dead. For `expected`, how long its release
  /// may take.
  public var took: Duration? { tookNanoseconds.map { .nanoseconds($0) } }
  package var tookNanoseconds: UInt64?
  /// Whether the owner was freed after it had been reported as overdue.
  package var isLateRelease = false
  /// The last dispatch after which the owner was seen alive; 0 for "before the first".
  ///
  /// Set, together with `deadAfter`, when this is all that is known of the time.
  package var aliveAfter: DispatchID?
  /// The first dispatch after which the owner was found dead; see `aliveAfter`.
  package var deadAfter: DispatchID?
}

/// An object that was still alive when the application ended. It is not yet a leak: its release was not expected.
public struct AliveEntry: Sendable, Equatable {
  /// The owner's name.
  public package(set) var owner: String = ""
  /// The owner's number.
  package var ownerID: OwnerID = 0
  /// The object's number within its owner; 0 for the owner itself.
  package var number: Int = 0
  /// The object's kind; empty for the owner itself.
  public package(set) var kind: String = ""
  /// The object's name within its kind; empty for the owner itself.
  public package(set) var name: String = ""
  /// `overdue` if its release had been expected, otherwise `alive at exit`.
  package var state: String = ""
  /// When the application ended, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
}

/// An owner that should be gone but is still held.
public struct OverdueEntry: Sendable, Equatable {
  /// The module's registration; `nil` for an owner that is not a module.
  public package(set) var id: ModuleID?
  /// The owner's name.
  public package(set) var name: String = ""
  /// The owner's number.
  package var owner: OwnerID = 0
  /// When this was noticed, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// How long after its expected release this was noticed.
  public var elapsed: Duration { .nanoseconds(afterNanoseconds) }
  package var afterNanoseconds: UInt64 = 0
  /// What may hold the owner, the most trusted hint first.
  public package(set) var hints: [HolderHint] = []
  /// The name of the overdue owner that holds this one, if that explains it. Then there is no second warning.
  package var mutedBy: String?
}
