#if CommandLine
import CursesTerminal
import Dashboard
import Dispatch
import Foundation
import ModuleLifecycle
import TerminalUI

/// A dashboard in a process that has no application of its own: the main thread waits for its end.
enum DetachedDashboard {
  /// Shows a program on the terminal until it is over. When a signal ends it, the process ends by that signal, once the
  /// services that the program began with have ended.
  static func show(
    _ terminal: TerminalOptions, _ program: @escaping @Sendable (TerminalContext, DetachedEnd) -> any TerminalProgram
  ) throws(DashboardError) {
    let end = DetachedEnd()
    do throws(TerminalError) {
      try CursesTerminal.run(options: terminal, program: { program($0, end) }, completion: { end.finish($0) })
    } catch {
      throw DashboardError(error)
    }
    end.wait().raiseSignal()
  }

  /// Takes lines and says lines until there are no more.
  ///
  /// - Parameters:
  ///   - waker: What the subject's connection wakes.
  ///   - input: Where lines come from.
  ///   - begin: Called once what comes is told.
  static func tell(
    _ subject: DashboardSubject, _ dashboard: DashboardOptions, _ waker: TerminalWaker, input: Int32 = STDIN_FILENO,
    begin: () -> Void = {}
  ) -> DashboardEnding {
    let glyphs = CharacterSet.adopt() && !dashboard.isASCIIOnly ? GlyphSet.unicode : .ascii
    let program = PlainProgram(
      subject, input: LineInput(descriptor: input, waker: waker),
      output: PlainOutput(output: .standardOutput, glyphs: glyphs), waker: waker, isInteractive: isatty(input) != 0,
      waitUntilIdle: { _, done in done() })
    begin()
    return program.run()
  }
}

/// The end of such a dashboard: the terminal's thread announces it, and the main thread goes on.
final class DetachedEnd: Sendable {
  private let result = Locked<TerminalResult?>(nil)
  private let isOver = DispatchSemaphore(value: 0)
  private let services = Locked(DashboardServices())

  /// The dashboard is there, with these.
  func begin(_ services: DashboardServices) { self.services.withLock { $0 = services } }

  func finish(_ result: TerminalResult) {
    self.result.withLock { $0 = result }
    isOver.signal()
  }

  fileprivate func wait() -> TerminalResult {
    isOver.wait()
    services.withLock(\.self).end()
    return result.withLock { $0 } ?? .quit
  }
}

extension DashboardOptions {
  var terminalOptions: TerminalOptions {
    TerminalOptions(programName: programName, isColored: color.isWanted, isASCIIOnly: isASCIIOnly)
  }
}
#endif
