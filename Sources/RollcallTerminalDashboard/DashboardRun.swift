#if CommandLine
import RollcallCursesTerminal
import RollcallDashboard
import Dispatch
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallTerminalUI

/// A dashboard on the process's terminal, or line by line. It has its own thread, so that a handler that blocks the main
/// thread can't delay it.
@MainActor struct DashboardRun {
  let subject: DashboardSubject
  let options: DashboardOptions
  /// Wakes the dashboard. The subject's connection has it.
  let waker: TerminalWaker
  /// The application, if it runs in this process.
  var composite: CompositeDelegate?
  /// The descriptor to read lines from.
  var input = STDIN_FILENO
  /// Whether standard input is not used for keys.
  var leavesInput = false

  /// Shows the dashboard until it ends, or processes lines until there are no more. Meanwhile, the main run loop runs.
  /// Then ends its services. If a signal ends the dashboard, that signal then ends the process.
  func run() throws(DashboardError) -> DashboardEnding {
    let end = DashboardEnd(
      programName: options.programName, running: composite?.running, leavesHandlers: options.leavesHandlers,
      prepare: { [subject] in subject.services.end(unless: nil) })
    let ending = Locked(DashboardEnding.quit)
    let crashNote = CrashNote()
    let output = options.takesLines ? try standardOutput() : nil
    let settle: @MainActor () -> Void
    if options.takesLines {
      beginLines(output) { result in
        ending.withLock { $0 = result }
        end.finish(.quit, status: result.rawValue)
      }
      settle = { output?.settle() }
    } else {
      let printed = try beginScreen(crashNote) { end.finish($0) }
      settle = { printed.passOn() }
    }
    // Also shows a handler that runs because the application sent an event, and attributes its output to it.
    let observer = DashboardObserver(
      begins: { [waker] in waker.wake() }, settlesOutput: settle, crashNote: crashNote)
    let measured = composite?.measuring
    composite?.measuring = .processor
    composite?.observers.add(observer)
    let result = end.wait { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    composite?.observers.remove(observer)
    if let measured { composite?.measuring = measured }
    // A repetition ends with the dashboard that requested it.
    subject.connection.close()
    let hasFailed = subject.services.end(unless: result == .quit ? options.recording : nil)
    output?.giveBack()
    result.raiseSignal()
    return hasFailed ? .unwritten : ending.withLock(\.self)
  }

  /// - Parameter ended: Called on the terminal's thread, after the terminal was restored.
  /// - Returns: What is printed meanwhile.
  private func beginScreen(
    _ crashNote: CrashNote, ended: @escaping @Sendable (TerminalResult) -> Void
  ) throws(DashboardError) -> PrintedOutput {
    var terminal = TerminalOptions()
    (terminal.programName, terminal.isColored) = (options.programName, options.isColored)
    terminal.glyphs = options.settings.glyphs
    (terminal.waker, terminal.crashNote, terminal.leavesInput) = (waker, crashNote, leavesInput)
    if let composite {
      terminal.printed = { [journal = composite.journal, running = composite.running] in
        journal.note(output: $0, by: running.current)
      }
    }
    do throws(TerminalError) {
      return try CursesTerminal.run(
        options: terminal, program: { [subject] in DashboardProgram(subject, context: $0) }, completion: ended
      ).printed
    } catch {
      throw DashboardError(error)
    }
  }

  /// Takes over standard output from the modules in this process.
  private func standardOutput() throws(DashboardError) -> StandardOutput? {
    guard let composite else { return nil }
    return try StandardOutput(journal: composite.journal, running: composite.running)
  }

  private func beginLines(_ output: StandardOutput?, ended: @escaping @Sendable (DashboardEnding) -> Void) {
    let glyphs = CharacterSet.adopt(for: options.settings.glyphs)
    let idle: PlainProgram.IdleWait = { [weak composite] in Self.wait(for: composite, done: $0) }
    let thread = Thread { [subject, input, waker] in
      let program = PlainProgram(
        subject, input: LineInput(descriptor: input, waker: waker),
        output: PlainOutput(output: output?.handle ?? .standardOutput, glyphs: glyphs), waker: waker,
        isInteractive: isatty(input) != 0, saysOutput: output == nil, waitUntilIdle: idle)
      ended(program.run())
    }
    thread.start()
  }

  /// Calls `done` when nothing is in progress in an application of this process. This always happens, because every
  /// event has a deadline.
  nonisolated static func wait(for composite: CompositeDelegate?, done: @escaping @Sendable () -> Void) {
    DispatchQueue.main.async { [weak composite] in
      if MainActor.assumeIsolated({ composite?.isIdle ?? true }) { return done() }
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10)) { wait(for: composite, done: done) }
    }
  }
}

/// Why something was not done, in one sentence.
package struct Refusal: Error, CustomStringConvertible {
  package let description: String
}
#endif
