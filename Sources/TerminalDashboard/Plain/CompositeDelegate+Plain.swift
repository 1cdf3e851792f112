#if CommandLine
import CursesTerminal
import Dashboard
import Dispatch
import Foundation
import Inspection
import ModuleLifecycle
import TerminalUI
import Recordings

extension CompositeDelegate {
  /// Runs the dashboard without a screen.
  func runPlainDashboard(options: DashboardOptions) throws(DashboardError) -> DashboardEnding {
    StandardDevices.fill()
    let waker = TerminalWaker()
    let (subject, services, end) = dashboard(options) { waker.wake() }
    let glyphs = CharacterSet.adopt(for: options.settings.glyphs)
    let standardOutput = try StandardOutput(journal: journal, running: running)
    defer { standardOutput.giveBack() }
    let output = PlainOutput(output: standardOutput.handle, glyphs: glyphs)
    // What a module prints appears where it was printed, and not when some buffer is full.
    hooks = DispatchHooks(dispatchBegins: {}, handlerReturned: { standardOutput.settle() })
    defer { hooks = nil }
    let session = PlainSession(
      program: PlainProgram(
        subject, input: LineInput(descriptor: STDIN_FILENO, waker: waker), output: output, waker: waker,
        isInteractive: isatty(STDIN_FILENO) != 0, saysOutput: false,
        waitUntilIdle: { [weak self] in Self.wait(for: self, looks: $0 ? 50 : 0, done: $1) }))
    let thread = Thread {
      session.run()
      end.finish(.quit, status: session.ending.rawValue)
    }
    thread.start()
    _ = end.wait { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    services.end(unless: options.recording)
    return session.ending
  }

  /// Tells when nothing is under way. Each event has a deadline, so that takes an end.
  ///
  /// - Parameter looks: How often to look, at the most, whether removed modules are gone.
  nonisolated static func wait(
    for composite: CompositeDelegate?, looks: Int, done: @escaping @Sendable () -> Void
  ) {
    DispatchQueue.main.async { [weak composite] in
      let isIdle = MainActor.assumeIsolated {
        composite.map { $0.isIdle && (looks == 0 || $0.modulesStillAlive.isEmpty) } ?? true
      }
      if isIdle { return done() }
      DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(10)) {
        wait(for: composite, looks: max(0, looks - 1), done: done)
      }
    }
  }
}

/// A program that is made on the main thread and run on one of its own.
@safe final class PlainSession: @unchecked Sendable {
  private let program: PlainProgram
  private let result = Locked(DashboardEnding.quit)

  init(program: PlainProgram) { self.program = program }

  /// How it came to its end.
  var ending: DashboardEnding { result.withLock { $0 } }

  func run() {
    let ending = program.run()
    result.withLock { $0 = ending }
  }
}
#endif
