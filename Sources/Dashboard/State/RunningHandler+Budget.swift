#if CommandLine
import ModuleLifecycle

extension RunningHandler {
  /// How a dispatch stands to what it may take.
  enum Standing: Equatable {
    /// So much of the budget is used.
    case used(UInt64, of: UInt64)
    /// The budget is exceeded by so much.
    case over(UInt64, of: UInt64)
  }

  /// What a journal tells of the handler, for a source that can't be asked what runs now.
  init(_ entry: RunningEntry) {
    func since(_ duration: UInt64) -> UInt64 { entry.atNanoseconds - min(duration, entry.atNanoseconds) }
    self.init(
      module: entry.module, event: entry.event, sinceNanoseconds: since(entry.runningNanoseconds),
      dispatch: entry.dispatch.map { id in
        RunningDispatch(
          id: id, sinceNanoseconds: since(entry.dispatchNanoseconds ?? entry.runningNanoseconds),
          budgetNanoseconds: entry.budgetNanoseconds)
      })
  }

  /// Whether its dispatch has taken longer than it may.
  func isOverBudget(at now: UInt64) -> Bool { if case .over = standing(at: now) { true } else { false } }

  /// How long it has been running.
  func elapsed(at now: UInt64) -> UInt64 { now - min(sinceNanoseconds, now) }

  /// How its dispatch stands to its budget; `nil` where it may take any time.
  func standing(at now: UInt64) -> Standing? {
    guard let dispatch, let budget = dispatch.budgetNanoseconds else { return nil }
    let elapsed = now - min(dispatch.sinceNanoseconds, now)
    return elapsed < budget ? .used(elapsed, of: budget) : .over(elapsed - budget, of: budget)
  }
}
#endif
