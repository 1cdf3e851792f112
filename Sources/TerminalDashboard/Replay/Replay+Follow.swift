#if CommandLine
import CursesTerminal
import Dashboard
import Foundation
import Inspection
import ModuleLifecycle
import Recordings
import TerminalUI

/// Following a recording that is still being written.
extension Replay {
  func follow(_ dashboard: DashboardOptions) throws(Failure) -> DashboardEnding {
    StandardDevices.fill()
    let follower: RecordingFollower
    do throws(RecordingError) {
      follower = try RecordingFollower(path: path)
    } catch {
      throw .recording(error)
    }
    let services = services(follower, dashboard)
    let allowed = allowed(by: follower.header, dashboard)
    let name = path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path
    let subject = { @Sendable connection in
      DashboardSubject(connection: connection, services: services, followed: name, allowed: allowed)
    }
    if dashboard.takesLines {
      defer { services.end() }
      return followPlain(follower, subject, dashboard)
    }
    let waker = Locked<TerminalWaker?>(nil)
    let connection = FollowedRecording(follower) { waker.withLock { $0 }?.wake() }
    defer { connection.close() }
    var terminal = dashboard.terminalOptions
    terminal.leavesInput = path == "-"
    do throws(DashboardError) {
      try DetachedDashboard.show(terminal) { context, end in
        waker.withLock { $0 = context.waker }
        end.begin(services)
        return DashboardProgram(subject(connection), context: context, usesMouse: dashboard.usesMouse)
      }
    } catch {
      throw .terminal(error)
    }
    return .quit
  }

  /// Without a screen, what comes is said as it comes. Where the recording is standard input, no lines are taken, and the
  /// recording's end is the end.
  private func followPlain(
    _ follower: sending RecordingFollower, _ subject: (FollowedRecording) -> DashboardSubject,
    _ dashboard: DashboardOptions
  ) -> DashboardEnding {
    let waker = TerminalWaker()
    let (input, isFile) = (path == "-" ? Pipe() : nil, follower.isFile)
    let connection = FollowedRecording(
      follower, isHeld: !isFile, ended: { try? input?.fileHandleForWriting.close() }, wake: { waker.wake() })
    defer { connection.close() }
    // Lines that are there already are about what is there already.
    if isFile, isatty(STDIN_FILENO) == 0 { connection.waitForBeginning() }
    return withExtendedLifetime(input) {
      DetachedDashboard.tell(
        subject(connection), dashboard, waker,
        input: input?.fileHandleForReading.fileDescriptor ?? STDIN_FILENO, begin: connection.begin)
    }
  }

  /// What a file has so far can be exported; of a pipe nothing is kept.
  private func services(_ follower: RecordingFollower, _ dashboard: DashboardOptions) -> DashboardServices {
    let path = path
    let header = follower.header
    let exports = ExportController(
      of: header, secondsFromUTC: RecordingPrologue.secondsFromUTC,
      from: { try RecordingFile(path: path).all($0) })
    return DashboardServices(exports: follower.isFile ? exports : nil, lab: LabController(cases: dashboard.labCases))
  }
}
#endif
