/// A request that an inspector in another process made, and its outcome.
///
/// A request is recorded when it is accepted or refused, and again if it fails.
public struct RequestEntry: Sendable, Equatable {
  /// The outcome of a request.
  public enum Outcome: String, Sendable, CaseIterable {
    /// The application will carry out the request in its turn.
    case accepted
    /// The request was refused, for the given reason.
    case refused
    /// The request was begun but could not be completed, for the given reason.
    case failed
  }

  /// The requested command: `fire`, `remove`, `switchOff`, ….
  public package(set) var command: String = ""
  /// The name of the event to send; `nil` for other commands.
  package var event: String?
  /// The event's arguments, if any.
  package var arguments: JSONValue?
  /// The registration of the module concerned, if any.
  package var moduleID: ModuleID?
  /// The ID of the requesting process, as reported by the system; `nil` if the system does not report it.
  public package(set) var process: Int?
  /// The ID of the user who runs that process.
  package var user: Int?
  /// The name that the inspector gives itself. It is not verified.
  package var claimedName: String?
  /// The outcome of the request.
  public package(set) var outcome: Outcome = .accepted
  /// Why the request was refused or failed, as a sentence.
  package var reason: String?
  /// When the outcome was decided, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64 = 0

  /// Creates an empty entry.
  package init() {}
}
