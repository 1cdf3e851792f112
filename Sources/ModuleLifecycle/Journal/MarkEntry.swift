/// A moment that the application's author has named, such as the first frame.
public struct MarkEntry: Sendable, Equatable {
  /// What it is called.
  public var name: String = ""
  /// When it was.
  public var atNanoseconds: UInt64
  /// The dispatch that was under way; `nil` between dispatches.
  public var dispatch: UInt64?
  /// The module whose handler was running; `nil` between handlers.
  public var module: String?
  /// That module's registration.
  public var moduleID: ModuleID?
}
