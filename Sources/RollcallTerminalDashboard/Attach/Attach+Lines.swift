#if CommandLine
import RollcallCursesTerminal
import Foundation
import RollcallInspection
import ModuleLifecycle

extension Attach {
  /// The longest line that can be sent, in bytes.
  private static let mostBytes = 64 << 10

  /// Passes on the lines of the application, and sends it the lines of standard input, until a signal asks to end or
  /// nothing can be written. The end of standard input changes nothing.
  ///
  /// - Parameter write: Writes a line with its line break to standard output, at once. Called on any thread, one call
  ///   at a time. The application waits for it.
  /// - Returns: `unwritten` if the recording has ended by itself.
  /// - Throws: What `write` throws, `InspectionError` if the application can't be inspected, `RecordingStartError` or
  ///   `Refusal` if nothing can be recorded.
  @MainActor package func passLines(write: @escaping @Sendable (String) throws -> Void) throws -> DashboardEnding {
    let waker = StopRequest.waker
    let stop = StopRequest([SIGINT, SIGTERM, SIGHUP])
    // A reader that has gone is noticed by the error.
    SignalHandling.handle(SIGPIPE, by: SIG_IGN)
    let problem = Locked<(any Error)?>(nil)
    // Not a lock that the end needs: the output can have a reader that reads no more.
    let output = LinePasser { line in
      guard problem.withLock({ $0 == nil }) else { return }
      do { try write(line) } catch {
        problem.withLock { $0 = error }
        waker.wake()
      }
    }
    let say: @Sendable (String) -> Void = { output.pass($0) }
    let application = try AttachedApplication(
      at: path, in: options.folders, as: options.role, passesOn: say, wake: { waker.wake() })
    defer { application.close() }
    let recorder = try recorder(of: application, waking: waker)
    Thread {
      var input = LineInput(descriptor: STDIN_FILENO, waker: TerminalWaker(), limit: Self.mostBytes)
      while true {
        switch input.next(takesLines: true) {
        case .line(let line): if let problem = application.send(line: Array(line.utf8)) { say(problem) }
        case .tooLong: if let problem = application.send(line: nil) { say(problem) }
        case .woken: break
        case .end: return
        }
      }
    }.start()
    var news = LineInput(descriptor: -1, waker: waker, watching: STDOUT_FILENO)
    let isOver = { stop.isMade || problem.withLock { $0 != nil } }
    repeat {
      _ = application.receive(limit: .max)
      if let status = recorder.status { RecordingFailure.say(status) }
    } while !isOver() && news.next(takesLines: false) == .woken
    recorder.stop(unless: nil)
    let hasFailed = recorder.sayFailures()
    if let problem = problem.withLock(\.self) { throw problem }
    return hasFailed ? .unwritten : .quit
  }
}
#endif
