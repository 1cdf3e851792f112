#if CommandLine
import CursesTerminal
import Dispatch
import Foundation
import ModuleLifecycle
import TextFormatting

/// The end of a dashboard: the terminal's thread announces it, and the main thread goes on.
///
/// The main thread may be held up by a handler, and whether that hangs or is slow can't be told. A signal ends the process
/// then. When the user quits, the application goes on as soon as the handler returns, unless the process is to leave
/// handlers, so that the shell is back within 100 ms: then it is ended. Which of the two it is, is decided once.
final class DashboardEnd: Sendable {
  private enum Ending: Sendable {
    case none
    case announced(TerminalResult)
    /// The main thread goes on; the other one leaves it alone.
    case accepted
    /// The process is being ended; the main thread must not go on.
    case imposed
  }

  private let programName: String
  private let running: CurrentHandler
  private let leavesHandlers: Bool
  private let ending = Locked(Ending.none)
  private let accepted = DispatchSemaphore(value: 0)

  private let prepare: @Sendable () -> Void
  private let leave: @Sendable (Int32) -> Void

  /// - Parameters:
  ///   - programName: Begins the line that names the handler that was left, or is waited for.
  ///   - running: The handler that is at work.
  ///   - leavesHandlers: Whether the process is ended when the user quits while a handler is at work.
  ///   - leave: Ends the process with an exit code.
  ///   - prepare: Called before the process is ended here, by a signal or by `leave`. The process waits for it.
  init(
    programName: String, running: CurrentHandler, leavesHandlers: Bool,
    leave: @escaping @Sendable (Int32) -> Void = { exit($0) }, prepare: @escaping @Sendable () -> Void = {}
  ) {
    self.programName = programName
    self.leavesHandlers = leavesHandlers
    self.prepare = prepare
    self.leave = leave
    self.running = running
  }

  /// Lets the main thread work until the end is announced; to be called there.
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
      // The other thread is inside of `exit`.
      case .imposed: sleep(1)
      }
    }
  }

  /// Announces the end; to be called on the terminal's thread, after the terminal was given back.
  ///
  /// - Parameters:
  ///   - result: How it ended.
  ///   - status: The exit code of a process that has to be ended here.
  func finish(_ result: TerminalResult, status: Int32 = 0) {
    ending.withLock { $0 = .announced(result) }
    // Gets the run loop to return, so that it is asked whether to go on.
    DispatchQueue.main.async {}
    guard accepted.wait(timeout: .now() + .milliseconds(70)) == .timedOut else { return }
    if result == .quit, !leavesHandlers {
      return say { "\($0) is still handling \($1), and is waited for. Control-C ends the process." }
    }
    guard impose() else { return }
    prepare()
    result.raiseSignal()
    say { "\($0) was still handling \($1) and was left." }
    leave(status)
  }

  /// Says something of the handler that is at work, by the names of its module and its event.
  private func say(_ sentence: (String, String) -> String) {
    guard let handler = running.current else { return }
    let text = "\(programName): \(sentence(handler.module, handler.event))".printable(.line)
    try? FileHandle.standardError.write(contentsOf: Data("\(text)\n".utf8))
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
