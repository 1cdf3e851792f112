#if CommandLine
import CursesTerminal
import Dashboard
import Dispatch
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

extension CompositeDelegate {
  /// Runs the dashboard line by line.
  func runPlainDashboard(options: DashboardOptions) throws(DashboardError) -> DashboardEnding {
    StandardDevices.fill()
    let waker = TerminalWaker()
    let (subject, services, end) = dashboard(options) { waker.wake() }
    let standardOutput = try StandardOutput(journal: journal, running: running)
    defer { standardOutput.giveBack() }
    let output = PlainOutput(output: standardOutput.handle, glyphs: options.plainGlyphs)
    // Output of a module appears where it was printed, not when some buffer is full.
    let observer = DashboardObserver(settlesOutput: { standardOutput.settle() })
    observers.add(observer)
    defer { observers.remove(observer) }
    // Created on this thread, then used on its own thread only.
    nonisolated(unsafe) let program = PlainProgram(
      subject, input: LineInput(descriptor: STDIN_FILENO, waker: waker), output: output, waker: waker,
      isInteractive: isatty(STDIN_FILENO) != 0, saysOutput: false,
      waitUntilIdle: { [weak self] in Self.wait(for: self, looks: $0 ? 50 : 0, done: $1) })
    let ending = Locked(DashboardEnding.quit)
    let thread = Thread {
      let result = unsafe program.run()
      ending.withLock { $0 = result }
      end.finish(.quit, status: result.rawValue)
    }
    thread.start()
    _ = end.wait { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    services.end(unless: options.recording)
    return ending.withLock(\.self)
  }

  /// Calls `done` when nothing is in progress. This always happens, because every event has a deadline.
  ///
  /// - Parameter looks: How often to check, at most, whether removed modules are gone.
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
#endif
