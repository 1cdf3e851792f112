public import CursesTerminal
import Dispatch
import Foundation
public import ModuleLifecycle
import Synchronization

extension CompositeDelegate {
  /// Shows this composite, live, on the terminal that the process was started in, until the user quits.
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
  /// Call it from a synchronous `main`.
  ///
  /// - Parameter options: What to use of the terminal.
  /// - Throws: `TerminalError` when there is no usable terminal; then nothing has changed.
  public func runDashboard(options: DashboardOptions = DashboardOptions()) throws(TerminalError) {
    let end = DashboardEnd(programName: options.programName, running: running)
    let terminal = TerminalBox()
    let source = CompositeSource(self, secondsFromUTC: TimeZone.current.secondsFromGMT()) { terminal.wake() }
    try CursesTerminal.run(
      options: TerminalOptions(
        programName: options.programName, color: options.color, glyphs: options.glyphs,
        crashSlots: unsafe CrashSlots(
          subject: running.signalSafeModule, activity: running.signalSafeEvent)),
      program: { context in
        terminal.set(context)
        return DashboardProgram(source: source, context: context)
      },
      completion: { end.finish($0) })
    // Whatever a handler printed is seen as its own, before the next one runs.
    afterEachHandler = { terminal.settleOutput() }
    defer { afterEachHandler = nil }
    while !end.isReached { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    end.result?.raiseSignal()
  }
}

/// What a dashboard may use of the terminal.
public struct DashboardOptions: Sendable {
  /// Begins the line that is printed after a crash.
  public var programName: String
  /// Whether to use colours.
  public var color: ColorMode
  /// Which signs to draw with.
  public var glyphs: GlyphChoice

  /// Options; by default what the terminal and its user prefer.
  ///
  /// - Parameters:
  ///   - programName: Begins the line that is printed after a crash; by default the process's name.
  ///   - color: Whether to use colours.
  ///   - glyphs: Which signs to draw with.
  public init(programName: String? = nil, color: ColorMode = .automatic, glyphs: GlyphChoice = .automatic) {
    self.programName = programName ?? ProcessInfo.processInfo.processName
    self.color = color
    self.glyphs = glyphs
  }
}

/// The end of a dashboard, told to the main run loop by the terminal's thread.
private final class DashboardEnd: Sendable {
  private let programName: String
  private let running: RunningHandlerSlot
  private let stored = Mutex<TerminalResult?>(nil)
  private let seen = DispatchSemaphore(value: 0)

  init(programName: String, running: RunningHandlerSlot) {
    self.programName = programName
    self.running = running
  }

  var result: TerminalResult? { stored.withLock { $0 } }
  var isReached: Bool { result != nil }

  /// Ends the main run loop; when that is busy, does not wait for it.
  func finish(_ result: TerminalResult) {
    stored.withLock { $0 = result }
    DispatchQueue.main.async { [seen] in seen.signal() }
    guard seen.wait(timeout: .now() + .milliseconds(40)) == .timedOut else { return }
    result.raiseSignal()
    if let handler = running.current {
      FileHandle.standardError.write(
        Data("\(programName): \(handler.module) was still handling \(handler.event) and was left.\n".utf8))
    }
    exit(0)
  }
}

/// Holds the terminal once there is one; the journal may have something new before that.
private final class TerminalBox: Sendable {
  private let stored = Mutex<TerminalContext?>(nil)

  func set(_ context: TerminalContext) { stored.withLock { $0 = context } }

  func wake() { stored.withLock { $0 }?.waker.wake() }

  func settleOutput() -> Bool { stored.withLock { $0 }?.printed.settle() ?? false }
}
