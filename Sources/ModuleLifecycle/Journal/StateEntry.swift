/// The application's state moved without an event: its modules were built anew.
public struct StateEntry: Codable, Sendable, Equatable {
  /// The state from now on.
  public var state: ApplicationState
  /// When it moved.
  public var atNanoseconds: UInt64

  enum CodingKeys: String, CodingKey {
    case state
    case atNanoseconds = "at_ns"
  }
}
