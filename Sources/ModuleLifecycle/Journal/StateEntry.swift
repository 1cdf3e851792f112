/// The application's state moved without an event: its modules were built anew.
public struct StateEntry: Sendable, Equatable {
  /// The state from now on.
  public var state: ApplicationState = .notRunning
  /// When it moved.
  public var atNanoseconds: UInt64
}
