#if CommandLine
import Foundation
import TextFormatting

/// Where the user is told what does not belong into the output.
enum StandardError {
  /// Says something, made printable. Where nothing can be written, nothing happens.
  static func say(_ text: String) { write(text.printable()) }

  /// Writes what this program itself has for the terminal.
  static func write(_ sequence: String) { try? FileHandle.standardError.write(contentsOf: Data(sequence.utf8)) }
}

/// Where people read what a command found.
enum StandardOutput {
  /// Prints lines, made printable.
  static func say(_ text: String) { print(text.printable()) }
}

/// Keeps standard output for the report: what modules print there goes to standard error.
struct OutputDivider: Sendable {
  private let output: FileHandle

  init() throws {
    let saved = dup(STDOUT_FILENO)
    guard saved >= 0, dup2(STDERR_FILENO, STDOUT_FILENO) >= 0 else {
      throw Failure("Standard output can't be used.", code: .unavailable)
    }
    output = FileHandle(fileDescriptor: saved, closeOnDealloc: true)
  }

  /// - Throws: `Failure` when the text can't be written, as on a full disk.
  func write(_ text: String) throws {
    guard !text.isEmpty, (try? output.write(contentsOf: Data(text.utf8))) == nil else { return }
    throw Failure("Standard output can't be written.", code: .unavailable)
  }
}

/// Says on standard error how far something long has come, where somebody watches.
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
    StandardError.write("\r\(verb): \(percent)%")
  }

  /// Leaves an empty line where it was shown, for what comes now.
  mutating func hide() {
    guard isShown else { return }
    isShown = false
    StandardError.write("\r\u{1B}[K")
  }
}

/// Rows of text in columns that are as wide as they need to be, with a head.
struct TextTable {
  private var rows: [[String]]
  private let numbers: Set<String>

  /// - Parameters:
  ///   - head: What stands above the columns.
  ///   - numbers: Those of them that end on the right, as numbers do.
  ///   - rows: Texts as they are; each is made printable, on one line.
  init(_ head: [String], numbers: Set<String> = [], rows: [[String]] = []) {
    self.rows = [head]
    self.numbers = numbers
    for row in rows { add(row) }
  }

  /// - Parameter row: Texts as they are; each is made printable, on one line.
  mutating func add(_ row: [String]) { rows.append(row.map { $0.printable(.line) }) }

  /// Takes a column out.
  mutating func drop(_ head: String) {
    guard let column = rows[0].firstIndex(of: head) else { return }
    for index in rows.indices { rows[index].remove(at: column) }
  }

  var isEmpty: Bool { rows.count == 1 }

  /// The table, each row indented by a space and ended without spaces.
  var text: String {
    rows.padded(alignments: rows[0].map { numbers.contains($0) ? .trailing : .leading }).map { cells in
      let line = " " + cells.joined(separator: "  ")
      return String(line.reversed().drop { $0 == " " }.reversed())
    }.joined(separator: "\n")
  }
}
#endif
