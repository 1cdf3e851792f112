/// How a recording is to be exported.
public struct ExportOptions: Sendable, Equatable {
  /// The event that a chart, or a report's first table, is about; `nil` for the launch.
  public var event: String?
  /// The dispatch that it is about instead, by its number.
  public var dispatch: UInt64?
  /// What that event may take, in nanoseconds, where the recording doesn't say so itself; a chart marks it.
  public var budgetNanoseconds: UInt64?

  /// Options; without any, the first launch is charted.
  public init(event: String? = nil, dispatch: UInt64? = nil, budgetNanoseconds: UInt64? = nil) {
    self.event = event
    self.dispatch = dispatch
    self.budgetNanoseconds = budgetNanoseconds
  }
}
