/// A handler that is running.
public struct RunningHandler: Sendable, Equatable {
  /// The module's name.
  public let module: String
  /// The module's registration. `nil` when it is not known.
  public let moduleID: ModuleID?
  /// The event's name.
  public let event: String
  /// When the handler was called, in nanoseconds since the journal's start.
  public let sinceNanoseconds: UInt64
  /// The dispatch that called the handler. `nil` when it is not known.
  public let dispatch: RunningDispatch?

  package init(
    module: String, moduleID: ModuleID? = nil, event: String, sinceNanoseconds: UInt64,
    dispatch: RunningDispatch? = nil
  ) {
    self.module = module
    self.moduleID = moduleID
    self.event = event
    self.sinceNanoseconds = sinceNanoseconds
    self.dispatch = dispatch
  }
}

/// A dispatch in progress.
public struct RunningDispatch: Sendable, Equatable {
  /// The dispatch's number.
  public let id: UInt64
  /// When the first handler was called, in nanoseconds since the journal's start.
  public let sinceNanoseconds: UInt64
  /// The time budget in nanoseconds, less what earlier events have used of the same budget. `nil` when the event has
  /// none.
  public let budgetNanoseconds: UInt64?

  package init(id: UInt64, sinceNanoseconds: UInt64, budgetNanoseconds: UInt64?) {
    self.id = id
    self.sinceNanoseconds = sinceNanoseconds
    self.budgetNanoseconds = budgetNanoseconds
  }
}
