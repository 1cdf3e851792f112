#if CommandLine
import Foundation
import Inspection
import ModuleLifecycle
import Recordings

/// Following a recording that is still being written.
extension Replay {
  func follow(_ dashboard: DashboardOptions) throws(Failure) -> DashboardEnding {
    let follower: RecordingFollower
    do throws(RecordingError) {
      follower = try RecordingFollower(path: path)
    } catch {
      throw .recording(error)
    }
    let (header, isFile, takesLines) = (follower.header, follower.isFile, dashboard.takesLines)
    // What a file has so far can be exported; of a pipe nothing is kept.
    let exports = ExportController(
      of: header, secondsFromUTC: RecordingPrologue.secondsFromUTC,
      from: { [path] in try RecordingFile(path: path).forEachEntry($0) })
    // Where the recording is standard input, no lines are taken, and the recording's end is the end.
    let input = takesLines && path == "-" ? Pipe() : nil
    defer { withExtendedLifetime(input) {} }
    let waker = FrontWaker()
    let connection = FollowedRecording(
      follower, isHeld: takesLines && !isFile, ended: { try? input?.fileHandleForWriting.close() },
      wake: { waker.wake() })
    defer { connection.close() }
    // Lines that are there already are about what is there already.
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
