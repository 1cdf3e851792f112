#if CommandLine
import RollcallCursesTerminal
import Dispatch
import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// Coordinates the end of a dashboard: the terminal's thread announces it, and the main thread continues.
///
/// A handler can block the main thread, and a hung handler looks the same as a slow one. A signal then ends the
/// process. After the user quits, the application continues when the handler returns; with `leavesHandlers`, the
/// process is ended instead, so that the shell returns within 100 ms. Only one of the two can happen.
final class DashboardEnd: Sendable {
  private enum Ending: Sendable {
    case none
    case announced(TerminalResult)
    /// The main thread continues; the terminal's thread does nothing more.
    case accepted
    /// The process is being ended; the main thread must not continue.
    case imposed
  }

  private let programName: String
  private let running: CurrentHandler?
  private let leavesHandlers: Bool
  private let ending = Locked(Ending.none)
  private let accepted = DispatchSemaphore(value: 0)

  private let prepare: @Sendable () -> Bool
  private let leave: @Sendable (Int32) -> Void

  /// - Parameters:
  ///   - programName: The prefix of the line that names the handler.
  ///   - running: The handler that is running; `nil` without an application in this process.
  ///   - leavesHandlers: Whether to end the process when the user quits while a handler is running.
  ///   - leave: Ends the process with an exit code.
  ///   - prepare: Called before the process is ended here, by a signal or by `leave`. The process waits for it. Returns
  ///     whether a recording has ended by itself.
  init(
    programName: String, running: CurrentHandler?, leavesHandlers: Bool,
    leave: @escaping @Sendable (Int32) -> Void = { exit($0) }, prepare: @escaping @Sendable () -> Bool = { false }
  ) {
    self.programName = programName
    self.leavesHandlers = leavesHandlers
    self.prepare = prepare
    self.leave = leave
    self.running = running
  }

  /// Runs work on the main thread until the end is announced. Call it on the main thread.
  func wait(_ work: () -> Void) -> TerminalResult {
    while true {
      let before = ending.withLock { ending in
        defer { if case .announced = ending { ending = .accepted } }
        return ending
      }
      switch before {
      case .none, .accepted: work()
      case .announced(let result):
        accepted.signal()
        return result
      // The other thread is inside `exit`.
      case .imposed: sleep(1)
      }
    }
  }

  /// Announces the end. Call it on the terminal's thread, after the terminal has been restored.
  ///
  /// - Parameters:
  ///   - result: How the dashboard ended.
  ///   - status: The exit code, if the process has to be ended here.
  func finish(_ result: TerminalResult, status: Int32 = 0) {
    ending.withLock { $0 = .announced(result) }
    // Makes the run loop return, so that the main thread checks whether to continue.
    DispatchQueue.main.async {}
    guard accepted.wait(timeout: .now() + .milliseconds(70)) == .timedOut else { return }
    if result == .quit, !leavesHandlers {
      return say { "\($0) is still handling \($1). Waiting for it; Control-C ends the process." }
    }
    guard impose() else { return }
    let hasFailed = prepare()
    result.raiseSignal()
    say { "\($0) was still handling \($1) and was abandoned." }
    leave(hasFailed ? DashboardEnding.unwritten.rawValue : status)
  }

  /// Prints a sentence with the names of the running handler's module and event.
  private func say(_ sentence: (String, String) -> String) {
    guard let handler = running?.current else { return }
    let text = "\(programName): \(sentence(handler.module, handler.event))".printable(.line)
    ErrorOutput.write("\(text)\n")
  }

  private func impose() -> Bool {
    ending.withLock { ending in
      guard case .announced = ending else { return false }
      ending = .imposed
      return true
    }
  }
}
#endif
