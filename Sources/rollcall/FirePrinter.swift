#if CommandLine
import Dispatch
import Launches
import ModuleLifecycle

/// Prints new journal entries, even while a handler blocks the main thread: users must see a hang while it lasts.
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

  /// Creates a printer that starts with the oldest entry in the journal.
  ///
  /// - Parameter count: The number of events to fire, for the progress line; `nil` shows none.
  init(of journal: Journal, as report: any FireReport, checking budgets: TimeBudgets, count: Int?) throws {
    output = try OutputDivider()
    state = Locked(State(report: report, budgets: budgets, progress: ProgressLine("firing", of: count)))
    let reader = journal.reader { [weak self] in self?.printSoon() }
    state.withLock { $0.reader = reader }
  }

  /// Prints everything recorded so far.
  ///
  /// - Throws: The error that kept an entry from being printed.
  func flush() throws {
    // Each read returns a limited number of bytes. Limit the reads too: modules may write without end.
    var reads = 64
    while reads > 0, printNews() { reads -= 1 }
    try state.withLock { state in
      guard let problem = state.problem else { return }
      state.progress.hide()
      throw problem
    }
  }

  /// Counts one more finished event.
  func noteFired() { state.withLock { $0.progress.step() } }

  /// Prints the remaining entries and the report's end, and nothing afterwards.
  ///
  /// - Returns: Whether a handler threw, the exceeded budgets, and the budgets that could not be checked.
  /// - Throws: The error that kept an entry from being printed.
  func end() throws -> (hasFailures: Bool, overBudget: String?, unchecked: String?) {
    try flush()
    return try state.withLock { state in
      state.reader = nil
      state.progress.hide()
      try output.write(state.report.end())
      return (state.hasFailures, state.budgets.report, state.budgets.unchecked)
    }
  }

  /// Called when an entry is recorded. Recording must not wait for the terminal.
  private func printSoon() { queue.async { [weak self] in _ = self?.printNews() } }

  /// - Returns: Whether there was anything to print.
  private func printNews() -> Bool {
    state.withLock { state in
      guard let reader = state.reader, state.problem == nil else { return false }
      let seq = reader.next
      let entries = reader.read()
      guard !entries.isEmpty else { return false }
      for case .dispatch(let dispatch) in entries where dispatch.hasThrown { state.hasFailures = true }
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
