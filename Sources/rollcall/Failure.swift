#if CommandLine
import ArgumentParser
import RollcallReports
import Foundation
import RollcallInspection
import RollcallMaps
import RollcallRecordings
import RollcallTerminalDashboard
import RollcallTextFormatting

/// An error that ends the program. The message goes to standard error, and the exit code gives the kind of error.
struct Failure: Error {
  /// The codes of `sysexits.h`, 1 for a handler that failed or took too long, and the shells' code for Control-C.
  enum Code: Int32 {
    case firedBadly = 1
    case usage = 64
    case dataError = 65
    case noInput = 66
    case unavailable = 69
    case systemError = 71
    case cannotCreate = 73
    case inputOutput = 74
    /// The user's settings are wrong, not the command line or the input.
    case configuration = 78
    case interrupted = 130
  }

  let message: String
  let code: Code

  /// - Parameter sentences: The problem. It is made printable, so that it stays on one line whatever names it contains.
  init(_ sentences: String, code: Code) { self.init(lines: [sentences], code: code) }

  /// - Parameter lines: The problem, one element per line.
  init(lines: [String], code: Code) {
    self.init(text: lines.map { $0.printable(.line) }.joined(separator: "\n"), code: code)
  }

  /// - Parameter text: The problem, in one or more lines. The names in it must have no line breaks.
  init(text: String, code: Code) {
    message = text
    self.code = code
  }

  /// Creates a failure for an unknown name on the command line.
  ///
  /// - Parameter suggestion: A sentence with the nearest valid names; empty when there are none.
  init(no what: String, named name: String, suggestion: String) {
    self.init(
      ["There is no \(what) '\(name)'.", suggestion].filter { !$0.isEmpty }.joined(separator: " "), code: .usage)
  }

  /// Runs the body, and turns the error that it throws into a failure.
  ///
  /// - Parameter beginning: A prefix for the error's description.
  static func wrapping<Result>(_ code: Code, _ beginning: String = "", _ body: () throws -> Result) throws -> Result {
    do { return try body() } catch { throw Failure("\(beginning)\(error)", code: code) }
  }
}

extension Failure {
  /// Creates the failure for an error of the libraries below; `nil` for other errors, such as those of the parser.
  init?(_ error: any Error) {
    switch error {
    case let failure as Failure: self = failure
    case let error as ModuleMapError: self.init(text: error.description, code: .dataError)
    case let error as RecordingError: self.init(error.description, code: error.exitCode)
    case let error as StreamCopy.Failure:
      let hint = if case .noFile = error { " TMPDIR names the folder for temporary files." } else { "" }
      self.init(error.description + hint, code: error.exitCode)
    case let error as ExportError:
      // A hint for an export that has nothing to show.
      let hint = if case .noDispatch(nil, let events) = error, !events.isEmpty { " --event selects one." } else { "" }
      self.init(error.description + hint, code: .dataError)
    case let error as ExportFileError:
      let hint = error.isOccupied ? " --overwrite replaces it." : ""
      self.init(error.description + hint, code: error.hasBegun ? .inputOutput : .cannotCreate)
    case let error as RecordingStartError:
      let description =
        error.cause == .exists
        ? "'\(error.path)' already exists. Choose another name, or replace it with --overwrite." : error.description
      self.init(description, code: error.hasBegun ? .inputOutput : .cannotCreate)
    case let error as Replay.UnknownEvent: self.init(error.description, code: .usage)
    case let error as InspectionError: self.init(error.description, code: .unavailable)
    case let error as Refusal: self.init(error.description, code: .cannotCreate)
    case let error as DashboardError:
      self.init(
        lines: [error.description, "Without a screen, --plain does the same line by line."], code: .unavailable)
    default: return nil
    }
  }
}

extension StreamCopy.Failure {
  /// The exit code. Input that is not a recording, or is too large, counts as wrong data.
  fileprivate var exitCode: Failure.Code {
    switch self {
    case .header, .lineTooLong, .tooLarge: .dataError
    case .noFile: .cannotCreate
    case .broken: .inputOutput
    }
  }
}

/// A command that runs on the main actor, where `main()` already is, and throws `Failure` to end with an error.
protocol ReportingCommand: ParsableCommand, Sendable {
  /// Runs the command.
  @MainActor func perform() throws
}

extension ReportingCommand {
  func run() throws { try MainActor.assumeIsolated { try perform() } }
}

extension RecordingError {
  /// The exit code for this error.
  var exitCode: Failure.Code {
    switch problem {
    case .missing, .folder, .notAFile, .unreadable: .noInput
    case .empty, .header, .cancelled, .changed: .dataError
    }
  }
}

extension DashboardEnding {
  /// - Throws: `Failure` without a message when a session of commands line by line ended badly.
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
