#if CommandLine
import RollcallCursesTerminal
import RollcallDashboard
import Dispatch
import Foundation
package import RollcallInspection
import ModuleLifecycle
import RollcallRecordings

/// A dashboard for an application in another process.
package struct Attach: Sendable {
  /// How to attach.
  package struct Options: Sendable {
    /// The role to request. The application may grant less.
    package var role = InspectionRole.view
    /// Whether to end with the application instead of waiting for it to return.
    package var isOnce = false
    /// The file to record everything to; `nil` for none.
    package var recording: String?
    /// Whether that file can be replaced.
    package var overwrites = false
    /// The folders in which to look for the application after it has gone.
    package var folders: [SocketFolder] = []

    package init() {}
  }

  let path: String
  let options: Options

  /// - Parameter path: The application's socket.
  package init(to path: String, _ options: Options) { (self.path, self.options) = (path, options) }

  /// Shows the application on this terminal until the user quits. With `isOnce`, also ends when the application has
  /// gone. Without a terminal, works line by line.
  ///
  /// - Throws: `InspectionError` if the application can't be inspected, `RecordingStartError` or `Refusal` if nothing can
  ///   be recorded, `DashboardError` if the terminal can't be used.
  @MainActor package func run(_ dashboard: DashboardOptions) throws -> DashboardEnding {
    StandardDevices.fill()
    let waker = TerminalWaker()
    let application = try AttachedApplication(
      at: path, in: options.folders, as: options.role, seeks: !options.isOnce, wake: { waker.wake() })
    defer { application.close() }
    // Typed lines ask about a state that must be known. A screen shows it as it comes.
    if dashboard.takesLines { application.waitForBeginning() }
    let recorder = try recorder(of: application, waking: waker)
    let services = DashboardServices(
      recording: recorder,
      exports: ExportController(
        of: application.kept.header, from: { take in for entry in application.kept.entries { try take(entry) } }),
      lab: LabController(cases: dashboard.labCases))
    let attachment = Attachment(
      process: application.hello.process?.id, own: Int(getpid()), asked: options.role,
      isLasting: !options.isOnce)
    let subject = DashboardSubject(
      connection: application, services: services, attachment: attachment, settings: dashboard.settings,
      allowed: dashboard.allowedWarnings, askForControl: { application.ask(for: .control) })
    return try DashboardRun(subject: subject, options: dashboard, waker: waker).run()
  }

  /// Returns the recordings of an application. The one that the user asked for has begun.
  func recorder(of application: AttachedApplication, waking waker: TerminalWaker) throws -> RecordingController {
    let recorder = RecordingController(
      of: application.hello.application, on: DispatchQueue(label: "rollcall.attach.record")
    ) { [overwrites = options.overwrites] file in
      try AttachedRecording(
        to: file, overwrites: overwrites, of: application.path, seen: { application.progress },
        wake: { waker.wake() })
    }
    if let file = options.recording { try recorder.begin(file) }
    return recorder
  }
}
#endif
