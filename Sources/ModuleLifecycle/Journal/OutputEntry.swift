/// A line that was printed while the screen was up.
public struct OutputEntry: Sendable, Equatable {
  /// The line, without its end.
  public var line: String = ""
  /// The module whose handler was running, if one was.
  public var module: String?
  /// That module's registration.
  public var moduleID: ModuleID?
  /// The event that it was handling.
  public var event: String?
  /// When the line was read.
  public var atNanoseconds: UInt64
}
