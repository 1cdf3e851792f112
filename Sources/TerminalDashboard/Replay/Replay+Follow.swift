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
    let allowed = allowed(by: follower.header, dashboard)
    let services = services(follower, dashboard)
    defer { services.end() }
    if dashboard.takesLines { return try followPlain(follower, services, allowed, dashboard) }
    let waker = Locked<TerminalWaker?>(nil)
    let end = ReplayEnd()
    let connection = FollowedRecording(follower) { waker.withLock { $0 }?.wake() }
    defer { connection.close() }
    var terminal = dashboard.terminalOptions
    terminal.leavesInput = path == "-"
    do throws(TerminalError) {
      try CursesTerminal.run(
        options: terminal,
        program: { context in
          waker.withLock { $0 = context.waker }
          return DashboardProgram(
            DashboardSubject(connection: connection, services: services, allowed: allowed), context: context,
            usesMouse: dashboard.usesMouse)
        },
        completion: { end.finish($0) })
    } catch {
      throw .terminal(DashboardError(description: error.description))
    }
    end.wait().raiseSignal()
    return .quit
  }

  /// Without a screen, what comes is said as it comes. Where the recording is standard input, no lines are taken, and the
  /// recording's end is the end.
  private func followPlain(
    _ follower: sending RecordingFollower, _ services: DashboardServices, _ allowed: AllowedWarnings,
    _ dashboard: DashboardOptions
  ) throws(Failure) -> DashboardEnding {
    let waker = TerminalWaker()
    let glyphs = CharacterSet.adopt() && !dashboard.isASCIIOnly ? GlyphSet.unicode : .ascii
    let (input, isFile) = (path == "-" ? Pipe() : nil, follower.isFile)
    let connection = FollowedRecording(
      follower, isHeld: !isFile, ended: { try? input?.fileHandleForWriting.close() }, wake: { waker.wake() })
    defer { connection.close() }
    // Lines that are there already are about what is there already.
    if isFile, isatty(STDIN_FILENO) == 0 { connection.waitForBeginning() }
    let program = PlainProgram(
      DashboardSubject(connection: connection, services: services, allowed: allowed),
      input: LineInput(descriptor: input?.fileHandleForReading.fileDescriptor ?? STDIN_FILENO, waker: waker),
      output: PlainOutput(output: .standardOutput, glyphs: glyphs), waker: waker,
      isInteractive: input == nil && isatty(STDIN_FILENO) != 0, waitUntilIdle: { _, done in done() })
    connection.begin()
    return program.run()
  }

  /// What a file has so far can be exported; of a pipe nothing is kept.
  private func services(_ follower: RecordingFollower, _ dashboard: DashboardOptions) -> DashboardServices {
    let path = path
    let exports = ExportController(
      of: follower.header, secondsFromUTC: TimeZone.current.secondsFromGMT(),
      from: { try RecordingFile(path: path).all($0) })
    return DashboardServices(
      exports: follower.isFile ? exports : nil, lab: LabController(cases: dashboard.labCases),
      follows: path == "-" ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path)
  }
}
#endif
