import RollcallCTerminal
import RollcallTextFormatting
import Synchronization

/// Gives texts to a command that copies its standard input.
public final class CopyCommand: Sendable {
  private struct Work {
    var isUnderWay = false
    /// The text to copy next.
    var next: String?
  }

  private let work = Mutex(Work())
  private let command: [String]
  private let patience: Int32

  /// - Parameters:
  ///   - command: A program, which is found in PATH, and its arguments.
  ///   - patience: The longest time for one text, in milliseconds.
  public init(_ command: [String], patience: Int32 = 2_000) { (self.command, self.patience) = (command, patience) }

  /// Copies a text on another thread. Never blocks. The text is made printable, so that it is harmless where it is
  /// pasted.
  ///
  /// While a text is being copied, only the latest of the following ones is kept.
  ///
  /// - Parameter report: Called on that thread after the last text, with that text and whether the command has taken it. Not
  ///   called if the thread exists already: then the first caller gets the report.
  public func copy(_ text: String, report: @escaping @Sendable (String, Bool) -> Void) {
    let isUnderWay = work.withLock { work in
      work.next = text
      defer { work.isUnderWay = true }
      return work.isUnderWay
    }
    guard !isUnderWay else { return }
    if !DetachedThread.start("rollcall-copy", { self.copyAll(report) }) {
      work.withLock { $0 = Work() }
      report(text, false)
    }
  }

  private func copyAll(_ report: (String, Bool) -> Void) {
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
