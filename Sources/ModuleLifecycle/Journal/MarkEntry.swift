/// A moment that the application's author has named, such as the first frame.
public struct MarkEntry: Sendable, Equatable {
  /// The mark's name.
  public var name: String = ""
  /// When it was set, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
  /// The dispatch in progress; `nil` between dispatches.
  public var dispatch: UInt64?
  /// The name of the module whose handler was running; `nil` between handlers.
  public var module: String?
  /// The registration of that module; `nil` between handlers.
  public var moduleID: ModuleID?
}
