public import Foundation
import ModuleLifecycle

/// Runs the lab's cases in child processes.
///
/// A child is an executable with a command that takes a case's name and calls `LabCase.run()`. It has no input, its
/// output goes only into the outcome, and it is ended after five seconds.
public struct ChildCases: Sendable {
  private let executable: URL
  private let arguments: @Sendable (LabCase) -> [String]

  /// Creates a runner.
  ///
  /// - Parameters:
  ///   - executable: The program to run.
  ///   - arguments: Returns the program's arguments for a case.
  public init(executable: URL, arguments: @escaping @Sendable (LabCase) -> [String]) {
    self.executable = executable
    self.arguments = arguments
  }

  /// Runs one case to its end, which takes some tens of milliseconds.
  ///
  /// - Parameter patience: How long the child can run before it is ended.
  func run(_ labCase: LabCase, patience: DispatchTimeInterval = .seconds(5)) async -> ChildOutcome {
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = executable
    process.arguments = arguments(labCase)
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_BACKTRACE": "enable=no"]) { $1 }
    process.standardInput = FileHandle.nullDevice
    (process.standardOutput, process.standardError) = (output, errors)
    let ended = Moment()
    process.terminationHandler = { _ in ended.come() }
    do {
      try process.runWithoutBlockedSignals()
    } catch {
      return ChildOutcome(end: .notStarted("\(error.localizedDescription)"))
    }
    let isInTime = await ended.wait(atMost: patience)
    if !isInTime {
      kill(process.processIdentifier, SIGKILL)
      _ = await ended.wait(atMost: .seconds(5))
    }
    defer { process.dropWhatItHolds() }
    let end: ChildOutcome.End =
      !isInTime
      ? .tookTooLong
      : process.terminationReason == .uncaughtSignal
        ? .signal(process.terminationStatus) : .exit(process.terminationStatus)
    return ChildOutcome(end: end, output: Self.text(of: output), errors: Self.text(of: errors))
  }

  private static func text(of pipe: Pipe) -> String {
    defer { try? pipe.fileHandleForReading.close() }
    return String(decoding: (try? pipe.fileHandleForReading.readToEnd()) ?? Data(), as: UTF8.self)
  }
}
