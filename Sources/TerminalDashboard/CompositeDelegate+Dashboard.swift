#if CommandLine
import CursesTerminal
public import Dashboard
package import DelegateLab
import Foundation
import Inspection
public import ModuleLifecycle
public import Recordings
import TerminalUI

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
  /// shown, and printed again afterwards. When a signal ends the dashboard, the process ends by that signal.
  ///
  /// It returns when the user quits; the composite is then as it was, and its modules go with it, or with `tearDown()`.
  /// While a handler is at work the terminal is given back all the same, at once; standard error says which handler is
  /// waited for, and this function returns when that has returned. An export that is not whole by then is given up.
  /// Call it from a synchronous `main`. Meanwhile the composite measures what its handlers use of the processor; see
  /// `measuring`.
  ///
  /// - Parameter options: What to use of the terminal.
  /// - Returns: How it ended; of interest where another program gave it its lines.
  /// - Throws: `DashboardError` when there is a terminal and it can't be used; then nothing has changed.
  @discardableResult
  public func runDashboard(options: DashboardOptions = DashboardOptions()) throws(DashboardError) -> DashboardEnding {
    if options.takesLines { return try runPlainDashboard(options: options) }
    let terminal = TerminalBox()
    let (subject, services, end) = dashboard(options) { terminal.wake() }
    var terminalOptions = options.terminalOptions
    terminalOptions.crashSlots = unsafe CrashSlots(subject: running.signalSafeModule, activity: running.signalSafeEvent)
    do throws(TerminalError) {
      try CursesTerminal.run(
        options: terminalOptions,
        program: { [journal, running] context in
          terminal.set(context)
          return DashboardProgram(subject, context: context) {
            journal.note(output: $0, by: running.current)
          }
        },
        completion: { end.finish($0) })
    } catch {
      throw DashboardError(error)
    }
    // A handler that the application sent an event to is seen at work as well; what it prints is seen as its own.
    hooks = DispatchHooks(dispatchBegins: { terminal.wake() }, handlerReturned: { terminal.settleOutput() })
    let measured = measuring
    measuring = .processor
    defer { (hooks, measuring) = (nil, measured) }
    let result = end.wait { _ = RunLoop.main.run(mode: .default, before: .distantFuture) }
    // What is still to be fired goes with the dashboard that it was asked of.
    subject.connection.close()
    services.end(unless: result == .quit ? options.recording : nil)
    result.raiseSignal()
    return .quit
  }

  /// What a dashboard of this composite shows, and the end of that dashboard.
  func dashboard(
    _ options: DashboardOptions, wake: @escaping @Sendable () -> Void
  ) -> (subject: DashboardSubject, services: DashboardServices, end: DashboardEnd) {
    let (journal, name) = (journal, name)
    let services = DashboardServices(
      recording: RecordingController(of: self, options.recording, allowed: options.allowedWarnings, wake: wake),
      exports: ExportController(
        of: journal.header(application: name), secondsFromUTC: RecordingPrologue.secondsFromUTC, from: journal.kept),
      lab: LabController(cases: options.labCases))
    let subject = DashboardSubject(
      connection: InspectionAgent(self, wake: wake), services: services, settings: options.settings,
      allowed: options.allowedWarnings)
    let end = DashboardEnd(
      programName: options.programName, running: running, leavesHandlers: options.leavesHandlers,
      prepare: { services.end() })
    return (subject, services, end)
  }
}

/// Holds the terminal once there is one; the journal may have something new before that.
private final class TerminalBox: Sendable {
  private let stored = Locked<TerminalContext?>(nil)

  func set(_ context: TerminalContext) { stored.withLock { $0 = context } }

  func wake() { stored.withLock { $0 }?.waker.wake() }

  func settleOutput() -> Bool { stored.withLock { $0 }?.printed.settle() ?? false }
}

/// What a dashboard may use of the terminal.
public struct DashboardOptions: Sendable {
  /// Whether to use colours.
  public typealias Color = ColorChoice

  /// Begins the line that is printed after a crash.
  public var programName: String
  /// What the user has set for all applications, as far as the caller knows.
  package var settings = DashboardSettings()
  /// Whether to use colours.
  public var color: Color {
    get { settings.color }
    set { settings.color = newValue }
  }
  /// Whether to draw with ASCII in any locale; otherwise that is so where the locale has no other signs.
  public var isASCIIOnly: Bool {
    get { settings.glyphs == .ascii }
    set { settings.glyphs = newValue ? .ascii : .automatic }
  }
  /// Whether the mouse selects, scrolls and presses keys from the start; otherwise it selects text, as the terminal has
  /// it. The user switches that with `m`.
  public var usesMouse: Bool {
    get { settings.usesMouse }
    set { settings.usesMouse = newValue }
  }
  /// Whether to take lines and say lines, in place of keys and a screen; `nil` where that is so without a terminal, and
  /// on one of the type `dumb`.
  public var isPlain: Bool?
  /// A recording that is under way already. The dashboard shows it and can stop it; when the dashboard ends, it goes on,
  /// unless the process ends with the dashboard.
  public var recording: Recording?
  /// The warnings that are counted, and neither shown nor announced.
  public var allowedWarnings: AllowedWarnings {
    get { settings.allowed }
    set { settings.allowed = newValue }
  }
  /// How the delegate lab runs the cases that would end the process; without it, it says how to see them.
  package var labCases: ChildCases?
  /// Whether the process ends when the user quits while a handler is at work, and the shell is back at once; otherwise
  /// the handler is waited for.
  package var leavesHandlers = false

  /// Whether there are to be colours.
  var isColored: Bool {
    switch color {
    case .always: true
    case .never: false
    case .automatic: ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true
    }
  }

  /// Whether lines must do, or are asked for: there is no terminal, or one that can't do more.
  var takesLines: Bool {
    let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
    return isPlain ?? (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 || isDumb)
  }

  /// Options; by default what the terminal and its user prefer.
  ///
  /// - Parameters:
  ///   - programName: Begins the line that is printed after a crash; by default the process's name.
  ///   - color: Whether to use colours.
  ///   - isASCIIOnly: Whether to draw with ASCII in any locale.
  ///   - usesMouse: Whether the mouse is the dashboard's from the start.
  public init(
    programName: String? = nil, color: Color = .automatic, isASCIIOnly: Bool = false, usesMouse: Bool = true
  ) {
    self.programName = programName ?? ProcessInfo.processInfo.processName
    self.color = color
    self.isASCIIOnly = isASCIIOnly
    self.usesMouse = usesMouse
  }
}

/// Why there is no dashboard: the terminal can't be used. Nothing on it was changed.
public struct DashboardError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, and what can be done about it.
  public let description: String
}

extension DashboardError {
  /// Why there is no terminal. Where the process can open no more files, what is known of the terminal's type can't be read
  /// either, nor its device opened.
  init(_ error: TerminalError) {
    let file = dup(STDERR_FILENO)
    let code = errno
    if file >= 0 { close(file) }
    let isFull = file < 0 && [EMFILE, ENFILE].contains(code)
    description = isFull ? "The terminal can't be used: \(SystemError.words(code))." : error.description
  }
}

/// How a dashboard ended; the raw value is the exit code of a program that was given its lines by another.
public enum DashboardEnding: Int32, Sendable {
  /// The user quit, or all lines were obeyed and all went well.
  case quit = 0
  /// Of the lines that another program gave, one made a handler throw, or a command that failed.
  case failed = 1
  /// Of the lines that another program gave, one could not be understood, or asked for what there is not.
  case misunderstood = 64
  /// Standard output could not be written, so that some of what the lines did was not said.
  case unwritten = 74
}
#endif
