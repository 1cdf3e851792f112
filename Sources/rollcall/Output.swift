#if CommandLine
import Foundation
import ModuleLifecycle
import RollcallTerminalDashboard
import RollcallTextFormatting

/// Writes messages that do not belong in the output.
enum StandardError {
  /// Writes a text, made printable. Ignores errors.
  static func say(_ text: String) { write(text.printable()) }

  /// Writes a terminal sequence of this program unchanged.
  static func write(_ sequence: String) { ErrorOutput.write(sequence) }
}

/// Writes the results of commands, for people and programs. All writes to standard output go through this type.
enum StandardOutput {
  /// The reader has closed the pipe. This ends the program silently.
  struct ReaderHasGone: Error {}

  /// Prints lines, made printable.
  static func say(_ text: String) throws { try write(Array("\(text.printable())\n".utf8)) }

  /// Writes bytes unchanged, without a buffer.
  ///
  /// - Parameter descriptor: The descriptor of standard output.
  /// - Throws: `Failure` when they can't be written, as on a full disk; `ReaderHasGone` when SIGPIPE is ignored.
  static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) throws {
    guard !ExportFile.write(bytes, to: descriptor) else { return }
    let code = errno
    if code == EPIPE { throw ReaderHasGone() }
    throw Failure("Standard output can't be written: \(SystemError.words(code)).", code: .inputOutput)
  }
}

extension TextTable {
  /// Creates a table without the columns that have only empty cells.
  init(filled head: [String], numbers: Set<String>, rows: [[String]]) {
    let columns = head.indices.filter { column in rows.contains { column < $0.count && !$0[column].isEmpty } }
    self.init(
      columns.map { head[$0] }, numbers: numbers,
      rows: rows.map { row in columns.map { $0 < row.count ? row[$0] : "" } })
  }
}

/// Reserves standard output for the report. Output from modules goes to standard error.
struct OutputDivider: Sendable {
  private let output: FileHandle

  init() throws {
    let saved = dup(STDOUT_FILENO)
    guard saved >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw Failure("Standard output can't be used: \(SystemError.words(errno)).", code: .unavailable)
    }
    output = FileHandle(fileDescriptor: saved, closeOnDealloc: true)
  }

  func write(_ text: String) throws { try StandardOutput.write(Array(text.utf8), to: output.fileDescriptor) }
}

/// Shows the progress of a long operation on standard error, if that is a terminal.
struct ProgressLine: Sendable {
  private let verb: String
  private let count: Int
  private let isWatched: Bool
  private let began = ContinuousClock.now
  private var done = 0
  private var percent = 0
  private var isShown = false

  /// - Parameters:
  ///   - verb: The operation: `exporting`.
  ///   - count: The number of steps; `nil` shows nothing.
  init(_ verb: String, of count: Int?) {
    self.verb = verb
    self.count = count ?? 1
    isWatched = count != nil && isatty(STDERR_FILENO) != 0
  }

  /// Counts one more finished step.
  mutating func step() {
    done += 1
    let now = done * 100 / max(1, count)
    guard isWatched, now != percent else { return }
    percent = now
    // A quick operation shows nothing.
    guard isShown || ContinuousClock.now - began > .seconds(1) else { return }
    isShown = true
    StandardError.write("\r\(verb): \(percent)%\u{1B}[K")
  }

  /// Clears the line for the next output.
  mutating func hide() {
    guard isShown else { return }
    isShown = false
    StandardError.write("\r\u{1B}[K")
  }
}
#endif
