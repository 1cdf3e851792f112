#if CommandLine
import CursesTerminal
import Dashboard
import Foundation
package import Inspection
import ModuleLifecycle
import Recordings
import TerminalUI

/// A dashboard on an application in another process.
package struct Attach: Sendable {
  /// How to attach.
  package struct Options: Sendable {
    /// What to ask for; what the application gives may be less.
    package var role = InspectionRole.control
    /// Whether to end with the application, in place of waiting for it to come back.
    package var isOnce = false
    /// The file to write everything to that happens; `nil` for none.
    package var recording: String?
    /// Whether that file may be replaced.
    package var overwrites = false
    /// The folders in which to look for the application when it is gone.
    package var folders: [SocketFolder] = []

    package init() {}
  }

  /// Why there is no dashboard.
  package enum Failure: Error {
    case application(InspectionError)
    case recording(String)
    case terminal(DashboardError)
  }

  private let path: String
  private let options: Options

  /// - Parameter path: The application's socket.
  package init(to path: String, _ options: Options) { (self.path, self.options) = (path, options) }

  /// Shows the application on this terminal until the user quits, or the application has gone; without a terminal it takes
  /// lines and says lines.
  package func run(_ dashboard: DashboardOptions) throws(Failure) -> DashboardEnding {
    StandardDevices.fill()
    let waker = Locked<TerminalWaker?>(nil)
    let wake = { @Sendable () -> Void in waker.withLock { $0 }?.wake() }
    let application: AttachedApplication
    do throws(InspectionError) {
      application = try AttachedApplication(
        at: path, in: options.folders, as: options.role, seeks: !options.isOnce, wake: wake)
    } catch {
      throw .application(error)
    }
    defer { application.close() }
    let recorder = AttachedRecorder(of: application, overwrites: options.overwrites, wake: wake)
    if let file = options.recording, let problem = recorder.begin(file) { throw .recording(problem) }
    let services = DashboardServices(
      recording: recorder,
      exports: ExportController(
        of: application.kept.header, secondsFromUTC: RecordingPrologue.secondsFromUTC,
        from: { take in for entry in application.kept.entries { try take(entry) } }),
      lab: LabController(cases: dashboard.labCases))
    let attachment = Attachment(
      process: application.hello.process?.id, own: Int(getpid()), asked: options.role,
      isReadOnly: options.role == .view, isLasting: !options.isOnce)
    let subject = DashboardSubject(
      connection: application, services: services, attachment: attachment, allowed: dashboard.allowedWarnings,
      askForControl: { application.ask(for: .control) }, endsWithApplication: options.isOnce)
    if dashboard.takesLines {
      defer { services.end() }
      let lines = TerminalWaker()
      waker.withLock { $0 = lines }
      return DetachedDashboard.tell(subject, dashboard, lines)
    }
    do throws(DashboardError) {
      try DetachedDashboard.show(dashboard.terminalOptions) { context, end in
        waker.withLock { $0 = context.waker }
        end.begin(services)
        return DashboardProgram(subject, context: context, usesMouse: dashboard.usesMouse)
      }
    } catch {
      throw .terminal(error)
    }
    return .quit
  }
}
#endif
