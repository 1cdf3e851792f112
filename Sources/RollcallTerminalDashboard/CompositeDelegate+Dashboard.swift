#if CommandLine
import RollcallCursesTerminal
public import RollcallDashboard
package import RollcallDelegateLab
import Foundation
import RollcallInspection
public import ModuleLifecycle
public import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

extension CompositeDelegate {
  /// Shows this composite live on the process's terminal until the user quits.
  ///
  /// Without a terminal, or if the options ask for it, the dashboard works line by line: it reads commands from
  /// standard input until its end, and reports on standard output what they do and what happens. `help` lists the
  /// commands. Output printed by modules then goes to standard error.
  ///
  /// ```swift
  /// let composite = CompositeDelegate(name: "Storefront")
  /// try composite.register("Scene", role: .main) { Scene() }
  /// try composite.runDashboard()
  /// ```
  ///
  /// The method runs the main run loop, so that handlers, timers and the main queue work as in an application. The
  /// screen is drawn on its own thread and stays responsive while a handler blocks. Output printed by modules is
  /// captured, shown, and printed again afterwards. If a signal ends the dashboard, that signal also ends the process.
  ///
  /// The method returns when the user quits. The composite then keeps its state, and its modules live until it is
  /// deallocated or `tearDown()` is called. If a handler is running when the user quits, the terminal is still restored
  /// at once. Standard error names the handler, and the method returns when the handler has returned. An export that is
  /// not complete by then is abandoned.
  ///
  /// Call the method from a synchronous `main`. Meanwhile, the composite measures the processor time of its handlers;
  /// see `measuring`.
  ///
  /// - Parameter options: How to use the terminal.
  /// - Returns: How the dashboard ended. Relevant if another program supplied the lines.
  /// - Throws: `DashboardError` if there is a terminal and it can't be used. Nothing has changed in that case.
  @discardableResult
  public func runDashboard(options: DashboardOptions = DashboardOptions()) throws(DashboardError) -> DashboardEnding {
    if options.takesLines { StandardDevices.fill() }
    let waker = TerminalWaker()
    return try DashboardRun(
      subject: subject(options) { waker.wake() }, options: options, waker: waker, composite: self
    ).run()
  }

  /// Returns the contents of a dashboard for this composite.
  private func subject(_ options: DashboardOptions, wake: @escaping @Sendable () -> Void) -> DashboardSubject {
    let (journal, name) = (journal, name)
    let services = DashboardServices(
      recording: RecordingController(of: self, options.recording, allowed: options.allowedWarnings, wake: wake),
      exports: ExportController(of: journal.header(application: name), from: journal.kept),
      lab: LabController(cases: options.labCases))
    return DashboardSubject(
      connection: InspectionAgent(self, wake: wake), services: services, settings: options.settings,
      allowed: options.allowedWarnings)
  }
}

/// How a dashboard uses the terminal.
public struct DashboardOptions: Sendable {
  /// The choice between colours always, never or automatically.
  public typealias Color = ColorChoice

  /// The prefix of the line that is printed after a crash.
  public var programName: String
  /// The user's settings for all applications, as read by the caller.
  package var settings = DashboardSettings()
  /// Whether to use colours.
  public var color: Color {
    get { settings.color }
    set { settings.color = newValue }
  }
  /// Whether to draw with ASCII characters only, in any locale. Otherwise, ASCII is used only in locales without other
  /// characters.
  public var isASCIIOnly: Bool {
    get { settings.glyphs == .ascii }
    set { settings.glyphs = newValue ? .ascii : .automatic }
  }
  /// Whether the mouse initially selects, scrolls and presses keys in the dashboard. Otherwise, the terminal uses it to
  /// select text. The user toggles this with `m`.
  public var usesMouse: Bool {
    get { settings.usesMouse }
    set { settings.usesMouse = newValue }
  }
  /// Whether to read and write lines instead of keys and a screen. With `nil`, this depends on the terminal: lines are
  /// used without one, and on one of type `dumb`.
  public var isPlain: Bool?
  /// A recording that is already in progress; `nil` for none. The dashboard shows it and can stop it. It continues
  /// after the dashboard, unless the process ends with the dashboard.
  public var recording: Recording?
  /// The warnings that are only counted, not shown or announced.
  public var allowedWarnings: AllowedWarnings {
    get { settings.allowed }
    set { settings.allowed = newValue }
  }
  /// Runs the cases of the delegate lab that would end the process. With `nil`, the lab explains how to see them.
  package var labCases: ChildCases?
  /// Whether to end the process when the user quits while a handler is running, so that the shell returns at once.
  /// Otherwise, the dashboard waits for the handler.
  package var leavesHandlers = false

  /// Whether to use colours. `automatic` depends on `NO_COLOR`.
  var isColored: Bool {
    switch color {
    case .always: true
    case .never: false
    case .automatic: ProcessInfo.processInfo.environment["NO_COLOR"].map(\.isEmpty) ?? true
    }
  }

  /// Whether to use lines: because the options ask for it, there is no terminal, or the terminal can't do more.
  package var takesLines: Bool {
    let isDumb = ProcessInfo.processInfo.environment["TERM"] == "dumb"
    return isPlain ?? (isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 || isDumb)
  }

  /// Creates options. By default, they follow the preferences of the terminal and the user.
  ///
  /// - Parameters:
  ///   - programName: The prefix of the line that is printed after a crash; by default the process's name.
  ///   - color: Whether to use colours.
  ///   - isASCIIOnly: Whether to draw with ASCII characters only, in any locale.
  ///   - usesMouse: Whether the dashboard initially uses the mouse.
  public init(
    programName: String? = nil, color: Color = .automatic, isASCIIOnly: Bool = false, usesMouse: Bool = true
  ) {
    self.programName = programName ?? ProcessInfo.processInfo.processName
    self.color = color
    self.isASCIIOnly = isASCIIOnly
    self.usesMouse = usesMouse
  }
}

/// The reason a dashboard can't be shown: the terminal can't be used. Nothing on the terminal was changed.
public struct DashboardError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong, and what to do about it.
  public let description: String
}

extension DashboardError {
  /// Describes a terminal error. If the process can't open more files, the terminal's description and device can't be
  /// read either, so that reason is reported instead.
  init(_ error: TerminalError) {
    let file = dup(STDERR_FILENO)
    let code = errno
    if file >= 0 { close(file) }
    let isFull = file < 0 && [EMFILE, ENFILE].contains(code)
    description = isFull ? "The terminal can't be used: \(SystemError.words(code))." : error.description
  }
}

/// How a dashboard ended. The raw value is the exit code for a program that receives its lines from another program.
public enum DashboardEnding: Int32, Sendable {
  /// The user quit, or all lines were processed without a failure.
  case quit = 0
  /// A line from another program made a handler throw, or ran a command that failed.
  case failed = 1
  /// A line from another program could not be understood, or referred to something that does not exist.
  case misunderstood = 64
  /// Standard output could not be written, so that some results were not reported; or a recording has ended by itself.
  case unwritten = 74
}
#endif
