import ArgumentParser
import Foundation

/// An end with a message: what went wrong goes to standard error, and the exit code says of what kind it was.
struct Failure: Error {
  /// The codes of sysexits, 1 for a handler that failed or took too long, and what shells say of Control-C.
  enum Code: Int32 {
    case firedBadly = 1
    case usage = 64
    case dataError = 65
    case noInput = 66
    case unavailable = 69
    case cannotCreate = 73
    case inputOutput = 74
    case interrupted = 130
  }

  let message: String
  let code: Code

  init(_ message: String, code: Code) {
    self.message = message
    self.code = code
  }

  /// Runs a command's body on the main actor, which a command is on already, and ends it the way a failure says.
  static func report(_ body: @MainActor () throws -> Void) throws {
    do {
      try MainActor.assumeIsolated { try body() }
    } catch let failure as Failure {
      if !failure.message.isEmpty { StandardError.say("\(failure.message)\n") }
      throw ExitCode(failure.code.rawValue)
    }
  }
}
