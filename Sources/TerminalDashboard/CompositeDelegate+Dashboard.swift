#if CommandLine
import CursesTerminal
import Foundation
public import ModuleLifecycle
import Recordings

extension CompositeDelegate {
  /// Shows this composite, live, on the terminal that the process was started in, until the user quits.
  ///
  /// Without a terminal, or where the options ask for that, it is a dialogue of lines: it reads commands from standard
  /// input until its end, and says on standard output what they do and what happens; `help` lists them. What modules
  /// print goes to standard error then.
  ///
  /// ```swift
  /// let composite = CompositeDelegate(name: "Storefront")
  /// try composite.register("Scene", role: .main) { Scene() }
  /// try composite.runDashboard()
  /// ```
  ///
  /// It runs the main run loop meanwhile, so that handlers, timers and the main queue work as in an application; the
  /// screen is drawn on a thread of its own and stays alive while a handler blocks. What modules print is caught,
  /// shown, and printed again afterwards. When a signal ends the dashboard, the process ends by that signal; when the
  /// user quits while a handler is at work, the process exits.
  ///
  /// It returns when the user quits; the composite is then as it was, and its modules go with it, or with `tearDown()`.
  /// Call it from a synchronous `main`.
  ///
  /// - Parameter options: What to use of the terminal.
  /// - Returns: How it ended; of interest where another program gave it its lines.
  /// - Throws: `DashboardError` when there is a terminal and it can't be used; then nothing has changed.
  @discardableResult
  public func runDashboard(options: DashboardOptions = DashboardOptions()) throws(DashboardError) -> DashboardEnding {
    if options.isPlain ?? PlainMode.isNeeded { return DashboardEnding(try runPlainDashboard(options: options)) }
    let terminal = TerminalBox()
    let source = CompositeSource(
      self, secondsFromUTC: TimeZone.current.secondsFromGMT(), lab: LabBench(cases: options.labCases),
      recording: options.recording, allowed: options.allowedWarnings
    ) { terminal.wake() }
    let end = DashboardEnd(programName: options.programName, running: running, prepare: { source.endFiles() })
    do throws(TerminalError) {
      try CursesTerminal.run(
        options: terminalOptions(options),
        program: { [options] context in
          terminal.set(context)
          return DashboardProgram(
            source: source, context: context, usesMouse: options.usesMouse, allowed: options.allowedWarnings)
        },
        completion: { end.finish($0) })
    } catch {
      throw DashboardError(description: error.description)
    }
    // A handler that the application sent an event to is seen at work as well; what it prints is seen as its own.
    hooks = DispatchHooks(
      dispatchBegins: { terminal.wake() }, handlerReturned: { terminal.settleOutput() })
    defer { hooks = nil }
    let result = end.wait { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    // What is still to be fired goes with the dashboard that it was asked of.
    source.stopRepeating()
    if result != .quit { source.endFiles() }
    result.raiseSignal()
    source.endExports()
    source.stopRecording(unless: options.recording)
    return .quit
  }

  private func terminalOptions(_ options: DashboardOptions) -> TerminalOptions {
    TerminalOptions(
      programName: options.programName, isColored: options.color.isWanted, isASCIIOnly: options.isASCIIOnly,
      crashSlots: unsafe CrashSlots(subject: running.signalSafeModule, activity: running.signalSafeEvent))
  }
}

/// Holds the terminal once there is one; the journal may have something new before that.
private final class TerminalBox: Sendable {
  private let stored = Locked<TerminalContext?>(nil)

  func set(_ context: TerminalContext) { stored.withLock { $0 = context } }

  func wake() { stored.withLock { $0 }?.waker.wake() }

  func settleOutput() -> Bool { stored.withLock { $0 }?.printed.settle() ?? false }
}
#endif
