#if CommandLine
import Dispatch
import RollcallLaunches
import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// What went wrong while events were fired. The texts are `nil` when nothing did.
struct FireVerdict {
  /// That handlers threw.
  let thrown: String?
  /// The budgets that were exceeded or prove nothing.
  let overBudget: String?
  /// The budgets that were checked only in part.
  let unchecked: String?
}

/// Prints new journal entries, even while a handler blocks the main thread: users must see a hang while it lasts.
final class FirePrinter: Sendable {
  private struct State: Sendable {
    var reader: JournalReader?
    /// What to print; `nil` for a recording.
    var report: FireReport?
    /// The recording's header, until it is printed.
    var header: JournalHeader?
    var launches: LaunchFinder
    var budgets: TimeBudgets
    var progress: ProgressLine
    /// How often a handler threw, and where it did first.
    var thrown: (count: Int, first: String)?
    /// Why an entry could not be printed; thrown on the main thread.
    var problem: (any Error)?

    /// Checks entries, of which the first has the number `seq` in the journal, and returns their text.
    mutating func text(of entries: [AnyEntry], from seq: UInt64) -> String {
      var (lines, seq): ([String], UInt64) = ([], seq)
      for entry in entries {
        let launch = launches.add(entry)
        budgets.add(entry, of: launch)
        if case .dispatch(let dispatch) = entry { note(dispatch) }
        if report != nil {
          lines.append(report?.add(entry, of: launch) ?? "")
        } else {
          if let header { lines.append("\(JournalLine.encode(header).printableJSON)\n") }
          header = nil
          lines.append("\(JournalLine.encode(entry, seq: seq).printableJSON)\n")
        }
        if case .gap(let gap) = entry { seq = seq.plus(gap.dropped) } else { seq = seq.plus(1) }
      }
      return lines.joined()
    }

    private mutating func note(_ dispatch: DispatchEntry) {
      for span in dispatch.handlers where span.hasThrown {
        let first = thrown?.first ?? "\(span.module) in #\(dispatch.id) \(dispatch.event)"
        thrown = ((thrown?.count ?? 0) + 1, first)
      }
    }

    var verdict: FireVerdict {
      let thrown = thrown.map { count, first in
        count == 1 ? "A handler threw: \(first)." : "Handlers threw \(CountText.times(count)), first \(first)."
      }
      return FireVerdict(
        thrown: thrown?.printable(.line), overBudget: budgets.report, unchecked: budgets.unchecked)
    }
  }

  private let output: OutputDivider
  private let state: Locked<State>
  private let queue = DispatchQueue(label: "rollcall.fire.printer")

  /// Creates a printer that starts with the oldest entry in the journal.
  ///
  /// - Parameters:
  ///   - report: What to print; `nil` for a recording with this header.
  ///   - count: The number of events to fire, for the progress line; `nil` shows none.
  init(of journal: Journal, as report: FireReport?, header: JournalHeader, checking budgets: TimeBudgets, count: Int?)
    throws
  {
    output = try OutputDivider()
    state = Locked(
      State(
        report: report, header: header, launches: LaunchFinder(process: journal.process.nanoseconds), budgets: budgets,
        progress: ProgressLine("firing", of: count)), .session)
    let reader = journal.reader { [weak self] in self?.printSoon() }
    state.withLock { $0.reader = reader }
  }

  /// Prints everything recorded so far.
  ///
  /// - Throws: The error that kept an entry from being printed.
  func flush() throws {
    // Each read returns a limited number of bytes. Limit the reads too: modules may write without end.
    var reads = 64
    while reads > 0, queue.sync(execute: printNews) { reads -= 1 }
    try state.withLock { state in
      guard let problem = state.problem else { return }
      state.progress.hide()
      throw problem
    }
  }

  /// Counts one more finished event.
  func noteFired() { state.withLock { $0.progress.step() } }

  /// Prints the remaining entries and the report's end, and nothing afterwards. Returns what went wrong.
  ///
  /// - Throws: The error that kept an entry from being printed.
  func end() throws -> FireVerdict {
    try flush()
    return try queue.sync {
      // Its last reference must not go under the lock.
      let reader = state.withLock { $0.reader.take() }
      defer { withExtendedLifetime(reader) {} }
      return try state.withLock { state in
        state.progress.hide()
        try output.write(state.report?.end() ?? "")
        return state.verdict
      }
    }
  }

  /// Called when an entry is recorded. Recording must not wait for the terminal.
  private func printSoon() { queue.async { [weak self] in _ = self?.printNews() } }

  /// Only called on the queue, so that entries are printed in order.
  ///
  /// - Returns: Whether there was anything to print.
  private func printNews() -> Bool {
    guard let reader = state.withLock({ $0.problem == nil ? $0.reader : nil }) else { return false }
    // Reading runs the events' own code.
    let (seq, entries) = (reader.next, reader.readAny())
    guard !entries.isEmpty else { return false }
    state.withLock { state in
      do {
        let text = state.text(of: entries, from: seq)
        if !text.isEmpty { state.progress.hide() }
        try output.write(text)
      } catch {
        state.problem = error
      }
    }
    return true
  }
}
#endif
