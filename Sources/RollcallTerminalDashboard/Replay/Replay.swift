#if CommandLine
import RollcallCursesTerminal
public import RollcallDashboard
import Foundation
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// Shows a recording in the dashboard, like a live application. The user can move freely in time.
///
/// ```swift
/// try Replay(of: "storefront.rollcall").run()
/// ```
///
/// The application's code is not run, and the file is not written to.
public struct Replay: Sendable {
  /// The recording has no event with this name.
  public struct UnknownEvent: Error, Sendable, CustomStringConvertible {
    /// The name. It may be a wrong time.
    public var name: String
    /// The names of the recording's events.
    public var known: [String]

    /// What is wrong and what to do about it, in sentences.
    public var description: String {
      PlaybackPlace.problem(withTime: name)
        ?? ["There is no event '\(name)' in the recording.", NearestName.suggestion(for: name, among: known)]
        .filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  private let path: String
  private let options: ReplayOptions

  /// Creates a replay. The file is not read before `run(options:)`.
  ///
  /// - Parameters:
  ///   - path: The path of the recording. It must be a regular file, unless the options follow it.
  ///   - options: Where to start, and whether to follow the recording.
  public init(of path: String, options: ReplayOptions = ReplayOptions()) {
    self.path = path
    self.options = options
  }

  /// Shows the recording on the process's terminal until the user quits. Without a terminal, or if the options ask for
  /// it, works line by line.
  ///
  /// A million entries take a few seconds to read. If a signal ends the dashboard, that signal also ends the process.
  /// Call the method from a synchronous `main`.
  ///
  /// - Parameter dashboard: How to use the terminal.
  /// - Returns: How the dashboard ended. Relevant if another program supplied the lines.
  /// - Throws: `RecordingError` if the file can't be read or is not a recording, `UnknownEvent` if it does not have the
  ///   event to start at, `DashboardError` if the terminal can't be used. Nothing on the terminal has changed then.
  @MainActor @discardableResult
  public func run(options dashboard: DashboardOptions = DashboardOptions()) throws -> DashboardEnding {
    StandardDevices.fill()
    let waker = TerminalWaker()
    return options.follows ? try follow(dashboard, waker) : try play(dashboard, waker)
  }

  @MainActor private func play(_ dashboard: DashboardOptions, _ waker: TerminalWaker) throws -> DashboardEnding {
    let file = try RecordingFile(path: path)
    if case .next(let event?)? = options.place, !file.events.contains(event) {
      throw UnknownEvent(name: event, known: file.events)
    }
    let allowed = allowed(by: file.header, dashboard)
    let source = ReplaySource(
      file, hello: Hello(file.header, events: file.events), playback: Playback(file), allowed: allowed,
      wake: { waker.wake() })
    if let place = options.place {
      if let problem = source.control(.go(place)) { source.report(problem) }
    } else if !dashboard.takesLines {
      // Nothing is visible before the first event.
      _ = source.control(.go(.next(event: nil)))
    }
    source.beginSurvey()
    let services = DashboardServices(
      exports: ExportController(of: file.header, from: { try file.forEachEntry($0) }),
      lab: LabController(cases: dashboard.labCases))
    let subject = DashboardSubject(
      connection: source, services: services, player: source, settings: dashboard.settings, allowed: allowed)
    return try DashboardRun(subject: subject, options: dashboard, waker: waker).run()
  }

  /// Follows a recording that is still being written.
  @MainActor private func follow(_ dashboard: DashboardOptions, _ waker: TerminalWaker) throws -> DashboardEnding {
    let follower = try RecordingFollower(path: path)
    let (header, isFile, isStandardInput) = (follower.header, follower.isFile, path == "-")
    let connection = FollowedRecording(header) { waker.wake() }
    // A file's entries so far can be exported; a pipe's are not kept.
    let exports = ExportController(
      of: header, from: { [path] in try RecordingFile(path: path).forEachEntry($0) })
    let subject = DashboardSubject(
      connection: connection,
      services: DashboardServices(exports: isFile ? exports : nil, lab: LabController(cases: dashboard.labCases)),
      followed: isStandardInput ? "standard input" : path.split(separator: "/").last.map(String.init) ?? path,
      isNewsFromStart: !isFile, settings: dashboard.settings, allowed: allowed(by: header, dashboard))
    // If the recording is standard input, there are no input lines, and the dashboard ends with the recording.
    let input = dashboard.takesLines && isStandardInput ? Pipe() : nil
    defer { withExtendedLifetime(input) {} }
    var run = DashboardRun(subject: subject, options: dashboard, waker: waker)
    run.leavesInput = isStandardInput
    if let input { run.input = input.fileHandleForReading.fileDescriptor }
    connection.begin(follower) { try? input?.fileHandleForWriting.close() }
    // Existing input lines refer to existing entries.
    if dashboard.takesLines, isFile, isatty(STDIN_FILENO) == 0 { connection.waitForBeginning() }
    return try run.run()
  }

  /// Returns the warnings that are allowed by the recording or here.
  private func allowed(by header: JournalHeader, _ dashboard: DashboardOptions) -> AllowedWarnings {
    var allowed = header.allowedWarnings ?? AllowedWarnings()
    allowed.add(dashboard.allowedWarnings)
    return allowed
  }
}

/// How to show a recording.
public struct ReplayOptions: Sendable {
  /// The position to start at; with `nil`, the first event. Line by line, that is the start.
  public var place: PlaybackPlace?
  /// Whether to follow a recording that is still being written. The place is then ignored. The path can be a pipe, and
  /// `-` is standard input.
  public var follows = false

  /// Creates options.
  public init(place: PlaybackPlace? = nil) { self.place = place }
}
#endif
