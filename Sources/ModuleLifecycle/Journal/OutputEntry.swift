/// A line that the application printed while the dashboard was on screen.
public struct OutputEntry: Sendable, Equatable {
  /// The line, without its line break.
  public var line: String = ""
  /// The name of the module whose handler was running, if any.
  public var module: String?
  /// The registration of that module, if any.
  public var moduleID: ModuleID?
  /// The name of the event that it was handling, if any.
  public var event: String?
  /// When the line was read, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
}
