import CNcurses
import Synchronization
import TextFormatting

/// Gives texts to the tmux in which the program runs. tmux keeps a text in a buffer, and passes it on to its own
/// terminal's clipboard if that terminal allows it.
public final class TmuxBuffer: Sendable {
  private struct Work {
    var isUnderWay = false
    /// The text to load next.
    var next: String?
  }

  private let work = Mutex(Work())
  private let command: [String]
  private let patience: Int32

  /// Creates a buffer.
  public convenience init() { self.init(command: ["tmux", "load-buffer", "-w", "-"], patience: 2_000) }

  /// - Parameter patience: The longest time for one text, in milliseconds.
  init(command: [String], patience: Int32) { (self.command, self.patience) = (command, patience) }

  /// Loads a text on another thread. Never blocks. The text is made printable, so that it is harmless where it is
  /// pasted.
  ///
  /// While a text is being loaded, only the latest of the following ones is kept.
  ///
  /// - Parameter report: Called on that thread after the last text, with that text and whether tmux has taken it. Not
  ///   called if the thread exists already: then the first caller gets the report.
  public func load(_ text: String, report: @escaping @Sendable (String, Bool) -> Void) {
    let isUnderWay = work.withLock { work in
      work.next = text
      defer { work.isUnderWay = true }
      return work.isUnderWay
    }
    guard !isUnderWay else { return }
    if !DetachedThread.start("rollcall-copy", { self.loadAll(report) }) {
      work.withLock { $0 = Work() }
      report(text, false)
    }
  }

  private func loadAll(_ report: (String, Bool) -> Void) {
    var (last, isTaken) = ("", false)
    while let text = next() {
      (last, isTaken) = (text, Self.run(command, input: text.printable(), patience: patience) == 0)
    }
    report(last, isTaken)
  }

  private func next() -> String? {
    work.withLock { work in
      defer { work.next = nil }
      work.isUnderWay = work.next != nil
      return work.next
    }
  }

  /// Returns the exit status; -1 if there is none.
  private static func run(_ command: [String], input: String, patience: Int32) -> Int32 {
    var arguments = unsafe command.map { unsafe strdup($0) } + [nil]
    defer { for index in unsafe arguments.indices { unsafe free(arguments[index]) } }
    return unsafe rollcall_run_with_input(&arguments, input, input.utf8.count, patience)
  }
}
