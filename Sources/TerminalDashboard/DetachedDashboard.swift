#if CommandLine
import Dashboard
import CursesTerminal
import Dispatch
import Foundation
import ModuleLifecycle
import TerminalUI

/// A dashboard in a process without an application: the main thread waits for its end.
enum DetachedDashboard {
  /// Shows a dashboard on the terminal until it ends, or processes lines until there are no more. Then ends its
  /// services. If a signal ends the dashboard, that signal then ends the process.
  ///
  /// - Parameters:
  ///   - waker: Connected to the front; the subject's connection calls it.
  ///   - input: The descriptor to read lines from.
  ///   - leavesInput: Whether standard input is not used for keys.
  ///   - begin: Called once new entries are reported as lines.
  static func run(
    _ subject: DashboardSubject, _ dashboard: DashboardOptions, _ waker: FrontWaker, input: Int32 = STDIN_FILENO,
    leavesInput: Bool = false, begin: () -> Void = {}
  ) throws(DashboardError) -> DashboardEnding {
    if dashboard.takesLines {
      defer { subject.services.end(unless: nil) }
      let lines = TerminalWaker()
      waker.set(lines)
      let program = PlainProgram(
        subject, input: LineInput(descriptor: input, waker: lines),
        output: PlainOutput(output: .standardOutput, glyphs: dashboard.plainGlyphs), waker: lines,
        isInteractive: isatty(input) != 0, waitUntilIdle: { _, done in done() })
      begin()
      return program.run()
    }
    var terminal = dashboard.terminalOptions
    terminal.leavesInput = leavesInput
    let result = Locked(TerminalResult.quit)
    let isOver = DispatchSemaphore(value: 0)
    do throws(TerminalError) {
      try CursesTerminal.run(
        options: terminal,
        program: { context in
          waker.set(context.waker)
          return DashboardProgram(subject, context: context)
        },
        completion: { ending in
          result.withLock { $0 = ending }
          isOver.signal()
        })
    } catch {
      throw DashboardError(error)
    }
    isOver.wait()
    subject.services.end(unless: nil)
    result.withLock(\.self).raiseSignal()
    return .quit
  }
}

/// Wakes a dashboard once it exists. The dashboard finds earlier messages by itself.
final class FrontWaker: Sendable {
  private let waker = Locked<TerminalWaker?>(nil)

  func set(_ waker: TerminalWaker) { self.waker.withLock { $0 = waker } }

  func wake() { waker.withLock(\.self)?.wake() }
}

extension DashboardOptions {
  var terminalOptions: TerminalOptions {
    TerminalOptions(programName: programName, isColored: isColored, glyphs: settings.glyphs)
  }

  /// The characters to use in lines.
  var plainGlyphs: GlyphSet { CharacterSet.adopt(for: settings.glyphs) }
}

/// Why something was not done, in one sentence.
struct Refusal: Error, CustomStringConvertible {
  let description: String
}
#endif
