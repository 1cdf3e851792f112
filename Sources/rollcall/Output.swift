#if CommandLine
import Foundation
import ModuleLifecycle
import TerminalDashboard
import TextFormatting

/// Where the user is told what does not belong into the output.
enum StandardError {
  /// Says something, made printable. Where nothing can be written, nothing happens.
  static func say(_ text: String) { write(text.printable()) }

  /// Writes what this program itself has for the terminal.
  static func write(_ sequence: String) { try? FileHandle.standardError.write(contentsOf: Data(sequence.utf8)) }
}

/// Where people and programs read what a command found. All that a command writes there goes through here.
enum StandardOutput {
  /// The reader has gone, which ends the program without a word.
  struct ReaderHasGone: Error {}

  /// Prints lines, made printable.
  static func say(_ text: String) throws { try write(Array("\(text.printable())\n".utf8)) }

  /// Writes bytes as they are, at once.
  ///
  /// - Parameter descriptor: Where standard output is.
  /// - Throws: `Failure` when they can't be written, as on a full disk; `ReaderHasGone`, where that is no signal.
  static func write(_ bytes: [UInt8], to descriptor: Int32 = STDOUT_FILENO) throws {
    guard !ExportFile.write(bytes, to: descriptor) else { return }
    let code = errno
    if code == EPIPE { throw ReaderHasGone() }
    throw Failure("Standard output can't be written: \(SystemError.words(code)).", code: .inputOutput)
  }
}

/// Keeps standard output for the report: what modules print there goes to standard error.
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

/// Says on standard error how far something long has come, on a terminal.
struct ProgressLine: Sendable {
  private let verb: String
  private let count: Int
  private let isWatched: Bool
  private let began = ContinuousClock.now
  private var done = 0
  private var percent = 0
  private var isShown = false

  /// - Parameters:
  ///   - verb: What is being done: `exporting`.
  ///   - count: How many steps there are; `nil`, and nothing is said.
  init(_ verb: String, of count: Int?) {
    self.verb = verb
    self.count = count ?? 1
    isWatched = count != nil && isatty(STDERR_FILENO) != 0
  }

  /// Another step is done.
  mutating func step() {
    done += 1
    let now = done * 100 / max(1, count)
    guard isWatched, now != percent else { return }
    percent = now
    // What is quick says nothing.
    guard isShown || ContinuousClock.now - began > .seconds(1) else { return }
    isShown = true
    StandardError.write("\r\(verb): \(percent)%\(left)\u{1B}[K")
  }

  /// How long the rest takes if it goes on like that; nothing where that is not worth saying.
  private var left: String {
    let elapsed = (ContinuousClock.now - began) / .seconds(1)
    let rest = elapsed / Double(max(1, done)) * Double(count - done)
    return rest < 5 ? "" : ", \(TimeInWords.exact(UInt64(rest) * 1_000_000_000)) left"
  }

  /// Leaves an empty line where it was shown, for what comes now.
  mutating func hide() {
    guard isShown else { return }
    isShown = false
    StandardError.write("\r\u{1B}[K")
  }
}
#endif
