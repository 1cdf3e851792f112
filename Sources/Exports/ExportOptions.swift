/// How a recording is to be exported.
public struct ExportOptions: Sendable, Equatable {
  /// The event that a chart, or a report's first table, is about; `nil` for the launch.
  public var event: String?
  /// The dispatch that it is about instead, by its number.
  public var dispatch: UInt64?
  /// What that dispatch may take, in nanoseconds; of a launch all of it, with the creation of the modules. A chart marks it.
  /// Without one, the budget counts that the recording says was passed, which is for the dispatch alone.
  public var budgetNanoseconds: UInt64?

  /// Options; without any, the first launch is charted.
  public init(event: String? = nil, dispatch: UInt64? = nil, budgetNanoseconds: UInt64? = nil) {
    self.event = event
    self.dispatch = dispatch
    self.budgetNanoseconds = budgetNanoseconds
  }
}
