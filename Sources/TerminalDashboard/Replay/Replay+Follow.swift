#if CommandLine
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// Follows a recording that is still being written.
extension Replay {
  func follow(_ dashboard: DashboardOptions) throws(Failure) -> DashboardEnding {
    let follower: RecordingFollower
    do throws(RecordingError) {
      follower = try RecordingFollower(path: path)
    } catch {
      throw .recording(error)
    }
    let (header, isFile, takesLines) = (follower.header, follower.isFile, dashboard.takesLines)
    // A file's entries so far can be exported; a pipe's are not kept.
    let exports = ExportController(
      of: header, secondsFromUTC: Machine.secondsFromUTC,
      from: { [path] in try RecordingFile(path: path).forEachEntry($0) })
    // If the recording is standard input, there are no input lines, and the dashboard ends with the recording.
    let input = takesLines && path == "-" ? Pipe() : nil
    defer { withExtendedLifetime(input) {} }
    let waker = FrontWaker()
    let connection = FollowedRecording(
      follower, isHeld: takesLines && !isFile, ended: { try? input?.fileHandleForWriting.close() },
      wake: { waker.wake() })
    defer { connection.close() }
    // Existing input lines refer to existing entries.
    if takesLines, isFile, isatty(STDIN_FILENO) == 0 { connection.waitForBeginning() }
    let subject = DashboardSubject(
      connection: connection,
      services: DashboardServices(exports: isFile ? exports : nil, lab: LabController(cases: dashboard.labCases)),
      followed: path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path,
      settings: dashboard.settings, allowed: allowed(by: header, dashboard))
    do throws(DashboardError) {
      return try DetachedDashboard.run(
        subject, dashboard, waker, input: input?.fileHandleForReading.fileDescriptor ?? STDIN_FILENO,
        leavesInput: path == "-", begin: connection.begin)
    } catch {
      throw .terminal(error)
    }
  }
}
#endif
