#if CommandLine
import Dispatch
import ModuleLifecycle

/// Prints what is new in the journal, also while a handler keeps the main thread: that it hangs is worth hearing then.
final class FirePrinter: Sendable {
  private struct State: Sendable {
    var reader: JournalReader?
    var report: any FireReport
    var budgets: TimeBudgets
    var progress: ProgressLine
    /// Whether a handler threw.
    var hasFailures = false
    /// Why an entry could not be printed; thrown on the main thread.
    var problem: (any Error)?
  }

  private let output: OutputDivider
  private let state: Locked<State>
  private let queue = DispatchQueue(label: "rollcall.fire.printer")

  /// Begins with the oldest entry that the journal keeps.
  ///
  /// - Parameter count: How many events are to be fired, where it is to be said how far that is.
  init(of journal: Journal, as report: any FireReport, checking budgets: TimeBudgets, count: Int?) throws {
    output = try OutputDivider()
    state = Locked(State(report: report, budgets: budgets, progress: ProgressLine("firing", of: count)))
    let reader = journal.reader { [weak self] in self?.printSoon() }
    state.withLock { $0.reader = reader }
  }

  /// Prints everything that has been written down so far.
  ///
  /// - Throws: What kept an entry from being printed.
  func flush() throws {
    // One read gives only so many bytes; what modules write all the time does not hold this up for ever.
    var reads = 64
    while reads > 0, printNews() { reads -= 1 }
    try state.withLock { state in
      guard let problem = state.problem else { return }
      state.progress.hide()
      throw problem
    }
  }

  /// Another event is over.
  func noteFired() { state.withLock { $0.progress.step() } }

  /// Prints the rest and the report's end, and nothing after it.
  ///
  /// - Returns: Whether a handler threw, what was over its budget, and whose budget could not be checked.
  /// - Throws: What kept an entry from being printed.
  func end() throws -> (hasFailures: Bool, overBudget: String?, unchecked: String?) {
    try flush()
    return try state.withLock { state in
      state.reader = nil
      state.progress.hide()
      try output.write(state.report.end())
      return (state.hasFailures, state.budgets.report, state.budgets.unchecked)
    }
  }

  /// Called where something is written down, which must not wait for the terminal.
  private func printSoon() { queue.async { [weak self] in _ = self?.printNews() } }

  /// - Returns: Whether there was anything to print.
  private func printNews() -> Bool {
    state.withLock { state in
      guard let reader = state.reader, state.problem == nil else { return false }
      let seq = reader.next
      let entries = reader.read()
      guard !entries.isEmpty else { return false }
      for case .dispatch(let dispatch) in entries where dispatch.hasFailures { state.hasFailures = true }
      state.budgets.check(entries)
      do {
        let text = try state.report.add(entries, from: seq)
        if !text.isEmpty { state.progress.hide() }
        try output.write(text)
      } catch {
        state.problem = error
      }
      return true
    }
  }
}
#endif
