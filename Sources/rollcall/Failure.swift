#if CommandLine
import ArgumentParser
import Foundation
import Recordings
import TerminalDashboard
import TextFormatting

/// An end with a message: what went wrong goes to standard error, and the exit code says of what kind it was.
struct Failure: Error {
  /// The codes of sysexits, 1 for a handler that failed or took too long, and what shells say of Control-C.
  enum Code: Int32 {
    case firedBadly = 1
    case usage = 64
    case dataError = 65
    case noInput = 66
    case unavailable = 69
    case systemError = 71
    case cannotCreate = 73
    case inputOutput = 74
    /// What is wrong is how the user has set the program up, and not what it was asked to do or given to read.
    case configuration = 78
    case interrupted = 130
  }

  let message: String
  let code: Code

  /// - Parameter sentences: What went wrong, on one line, whatever the names in it are.
  init(_ sentences: String, code: Code) { self.init(lines: [sentences], code: code) }

  /// - Parameter lines: What went wrong, each on a line of its own.
  init(lines: [String], code: Code) {
    self.init(text: lines.map { $0.printable(.line) }.joined(separator: "\n"), code: code)
  }

  /// - Parameter text: What went wrong, in lines whose names are known to have no line breaks.
  init(text: String, code: Code) {
    message = text
    self.code = code
  }

  /// A name on the command line that nothing has.
  ///
  /// - Parameter suggestion: The nearest valid names, as a sentence; empty where there are none.
  init(no what: String, named name: String, suggestion: String) {
    self.init(
      ["There is no \(what) '\(name)'.", suggestion].filter { !$0.isEmpty }.joined(separator: " "), code: .usage)
  }

  /// Does something, and makes a failure of the error that it throws.
  ///
  /// - Parameter beginning: What stands before the error's own words.
  static func wrapping<Result>(_ code: Code, _ beginning: String = "", _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw Failure("\(beginning)\(error)", code: code) }
  }

}

/// A command that runs on the main actor, which it is on already, and ends the way a failure says.
protocol ReportingCommand: ParsableCommand, Sendable {
  /// What the command does.
  @MainActor func perform() throws
}

extension ReportingCommand {
  func run() throws { try MainActor.assumeIsolated { try perform() } }
}

extension RecordingError {
  /// What kind of end it is.
  var exitCode: Failure.Code {
    switch problem {
    case .missing, .folder, .notAFile, .unreadable: .noInput
    case .empty, .header, .cancelled, .changed: .dataError
    }
  }
}

extension DashboardEnding {
  /// - Throws: `Failure` with no more to say, where lines in place of keys did not go well.
  func check(whenFailed code: Failure.Code) throws {
    switch self {
    case .quit: break
    case .failed: throw Failure("", code: code)
    case .misunderstood: throw Failure("", code: .usage)
    case .unwritten: throw Failure("", code: .inputOutput)
    }
  }
}
#endif
