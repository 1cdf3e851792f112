package import ModuleLifecycle

/// The application's state at one moment. It replaces all earlier entries for an inspector that has not read them.
package struct Prologue: Sendable, Equatable {
  /// The modules, in call order.
  package var modules: [ModuleStatus]
  /// The application's state.
  package var state: ApplicationState
  /// The time of the launch, in nanoseconds since the journal's start; `nil` if there was none.
  package var launchedNanoseconds: UInt64?
  /// All owned objects, unfinished cleanups and owners that are overdue, as entries. A gap counts those that could not
  /// be sent or kept.
  package var entries: [AnyEntry]
  /// The number of the entry that follows this state; `nil` if unknown.
  package var nextEntry: UInt64?

  /// Creates a prologue.
  package init(
    modules: [ModuleStatus], state: ApplicationState, launchedNanoseconds: UInt64?, entries: [AnyEntry],
    nextEntry: UInt64? = nil
  ) {
    self.nextEntry = nextEntry
    self.modules = modules
    self.state = state
    self.launchedNanoseconds = launchedNanoseconds
    self.entries = entries
  }
}
