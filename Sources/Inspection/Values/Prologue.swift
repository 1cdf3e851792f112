public import ModuleLifecycle

/// How an application stands at one moment: what an inspector has to know that has not read all entries before it.
public struct Prologue: Sendable, Equatable {
  /// The modules, in the order of the calls.
  public var modules: [ModuleStatus]
  /// Where the application stands.
  public var state: ApplicationState
  /// When it was launched, in nanoseconds since the journal's start; `nil` if it was not.
  public var launchedNanoseconds: UInt64?
  /// All objects that are owned, cleanups that go on, and owners that should be gone, as entries.
  public var entries: [JournalEntry]
  /// The number of the entry before which it is so; `nil` where that is not known.
  public var nextEntry: UInt64?

  /// A prologue.
  public init(
    modules: [ModuleStatus], state: ApplicationState, launchedNanoseconds: UInt64?, entries: [JournalEntry],
    nextEntry: UInt64? = nil
  ) {
    self.nextEntry = nextEntry
    self.modules = modules
    self.state = state
    self.launchedNanoseconds = launchedNanoseconds
    self.entries = entries
  }
}
