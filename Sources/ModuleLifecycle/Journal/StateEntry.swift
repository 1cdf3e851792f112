/// A change of the application's state without an event, because its modules were created again.
public struct StateEntry: Sendable, Equatable {
  /// The state from now on.
  public var state: ApplicationState = .notRunning
  /// When the state changed, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
}
