#if CommandLine
import CursesTerminal
import Dispatch
import Foundation
import ModuleLifecycle
import TextFormatting

/// The end of a dashboard: the terminal's thread announces it, and the main thread goes on.
///
/// When the main thread is held up by a handler, the terminal's thread does not wait for it and ends the process. Which
/// of the two it is, is decided once.
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
  private let ending = Locked(Ending.none)
  private let accepted = DispatchSemaphore(value: 0)

  private let prepare: @Sendable () -> Void
  private let leave: @Sendable (Int32) -> Void

  /// - Parameters:
  ///   - programName: Begins the line that names the handler that was left.
  ///   - running: The handler that is at work.
  ///   - leave: Ends the process with an exit code.
  ///   - prepare: Called before the process is ended here, by a signal or by `leave`. The process waits for it.
  init(
    programName: String, running: CurrentHandler, leave: @escaping @Sendable (Int32) -> Void = { exit($0) },
    prepare: @escaping @Sendable () -> Void = {}
  ) {
    self.programName = programName
    self.prepare = prepare
    self.leave = leave
    self.running = running
  }

  /// Lets the main thread work until the end is announced; to be called there.
  func wait(_ work: () -> Void) -> TerminalResult {
    while true {
      if let result = accept() { return result }
      work()
    }
  }

  private func accept() -> TerminalResult? {
    let (result, isImposed) = ending.withLock { ending -> (TerminalResult?, Bool) in
      switch ending {
      case .none, .accepted: return (nil, false)
      case .imposed: return (nil, true)
      case .announced(let result):
        ending = .accepted
        return (result, false)
      }
    }
    // The other thread is inside of `exit`.
    while isImposed { sleep(1) }
    if result != nil { accepted.signal() }
    return result
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
    guard accepted.wait(timeout: .now() + .milliseconds(40)) == .timedOut, impose() else { return }
    prepare()
    result.raiseSignal()
    if let handler = running.current {
      let sentence = "\(programName): \(handler.module) was still handling \(handler.event) and was left."
      try? FileHandle.standardError.write(contentsOf: Data("\(sentence.printable(.line))\n".utf8))
    }
    leave(status)
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
