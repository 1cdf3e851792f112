/// The handler that is running at this moment.
public struct RunningHandler: Sendable, Equatable {
  /// The module's name.
  public let module: String
  /// The module's registration.
  public let moduleID: ModuleID?
  /// The event's name.
  public let event: String
  /// When it was called, counted from the journal's start.
  public let sinceNanoseconds: UInt64
  /// The dispatch that it is called in; `nil` where that is not known.
  public let dispatch: RunningDispatch?

  /// A running handler.
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

/// A dispatch under way.
public struct RunningDispatch: Sendable, Equatable {
  /// Its number.
  public let id: UInt64
  /// When its first handler was called, counted from the journal's start.
  public let sinceNanoseconds: UInt64
  /// What it may take, in nanoseconds, less what events before it have used of the same budget; `nil` for any time.
  public let budgetNanoseconds: UInt64?

  /// A dispatch under way.
  package init(id: UInt64, sinceNanoseconds: UInt64, budgetNanoseconds: UInt64?) {
    self.id = id
    self.sinceNanoseconds = sinceNanoseconds
    self.budgetNanoseconds = budgetNanoseconds
  }
}
