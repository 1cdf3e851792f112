/// The handler that is running at this moment.
public struct RunningHandler: Sendable, Equatable {
  /// The module's name.
  public let module: String
  /// The event's name.
  public let event: String
  /// When it was called, counted from the journal's start.
  public let sinceNanoseconds: UInt64

  /// A running handler; composites make them, and so does a source that reads from elsewhere.
  public init(module: String, event: String, sinceNanoseconds: UInt64) {
    self.module = module
    self.event = event
    self.sinceNanoseconds = sinceNanoseconds
  }
}
