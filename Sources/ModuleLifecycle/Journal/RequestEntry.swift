/// What an inspector in another process asked the application to do, and what became of that.
///
/// A request is written down when it is accepted or refused, and once more when it fails.
public struct RequestEntry: Sendable, Equatable {
  /// What became of a request.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The application does it in its turn.
    case accepted
    /// It is not done, for the reason that is given.
    case refused
    /// It was begun, and could not be done, for the reason that is given.
    case failed
  }

  /// What was asked for: `fire`, `remove`, `switchOff`, ….
  public var command: String = ""
  /// The event that was to be sent.
  public var event: String?
  /// Its arguments.
  public var arguments: JSONValue?
  /// The module that it was about.
  public var moduleID: ModuleID?
  /// The process that asked, as the system says; `nil` where the system does not say.
  public var process: Int?
  /// The user whose process that is.
  public var user: Int?
  /// What the inspector calls itself. Nothing proves it.
  public var claimedName: String?
  /// What became of it.
  public var outcome: Outcome = .accepted
  /// Why it was refused or failed, in a sentence.
  public var reason: String?
  /// When that was decided.
  public var atNanoseconds: UInt64 = 0

  /// An entry that says nothing yet.
  package init() {}
}

/// The journal was switched off or on.
public struct JournalSwitchEntry: Sendable, Equatable {
  /// Whether it is written from now on. What happened while it was off is not known.
  public var isOn = true
  /// When it was switched.
  public var atNanoseconds: UInt64
}
