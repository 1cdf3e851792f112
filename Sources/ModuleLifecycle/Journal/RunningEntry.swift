/// A handler that has passed a time threshold and is still running.
///
/// It is written while the handler runs, by another thread.
public struct RunningEntry: Sendable, Equatable {
  /// The module's name.
  public var module: String = ""
  /// The module's registration.
  public var moduleID: ModuleID?
  /// The event's name.
  public var event: String = ""
  /// The dispatch in progress, if known. Its entry follows when it ends.
  public var dispatch: UInt64?
  /// When this was noticed, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
  /// How long the handler had been running by then.
  public var runningNanoseconds: UInt64 = 0
  /// How long the whole dispatch had been running, including earlier handlers; `nil` if the dispatch is not known.
  public var dispatchNanoseconds: UInt64?
  /// The threshold that was passed: a step of the handler's time, or the event's budget.
  public var thresholdNanoseconds: UInt64 = 0
  /// The event's budget; `nil` if it has none.
  public var budgetNanoseconds: UInt64?
}
