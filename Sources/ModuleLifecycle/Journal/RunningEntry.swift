/// A handler that has not returned and has passed a threshold: written while it is at work, and not by its thread.
public struct RunningEntry: Sendable, Equatable {
  /// The module's name.
  public var module: String = ""
  /// The module's registration.
  public var moduleID: ModuleID?
  /// The event's name.
  public var event: String = ""
  /// The dispatch under way, if that is known. Its entry comes when it is over.
  public var dispatch: UInt64?
  /// When it was noticed.
  public var atNanoseconds: UInt64
  /// For how long the handler had been running then.
  public var runningNanoseconds: UInt64 = 0
  /// For how long the whole dispatch had, the handlers before this one included; `nil` where the dispatch is not known.
  public var dispatchNanoseconds: UInt64?
  /// The threshold that was passed: a step of the handler's time, or the event's budget.
  public var thresholdNanoseconds: UInt64 = 0
  /// The event's budget; `nil` where it has none.
  public var budgetNanoseconds: UInt64?
}
