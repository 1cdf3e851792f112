#if CommandLine
public import Dashboard
import Foundation
import Inspection
import ModuleLifecycle
public import Recordings
import TextFormatting

/// Shows a recording in the dashboard, like a live application. The user can move freely in time.
///
/// ```swift
/// try Replay(of: "storefront.rollcall").run()
/// ```
///
/// The application's code is not run, and the file is not written to.
public struct Replay: Sendable {
  /// The reason a recording can't be shown. Nothing on the terminal was changed.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// The file can't be read, or is not a recording.
    case recording(RecordingError)
    /// The recording has no event with this name. `known` contains those it has.
    case event(String, known: [String])
    /// The terminal can't be used.
    case terminal(DashboardError)

    /// What is wrong and what to do about it, in sentences.
    public var description: String {
      switch self {
      case .recording(let error): error.description
      case .event(let name, let known):
        PlaybackPlace.problem(withTime: name)
          ?? ["There is no event '\(name)' in the recording.", NearestName.suggestion(for: name, among: known)]
          .filter { !$0.isEmpty }.joined(separator: " ")
      case .terminal(let error): error.description
      }
    }
  }

  let path: String
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
  /// If reading the file takes longer than a second, the progress is reported on standard error. If a signal ends the
  /// dashboard, that signal also ends the process. Call the method from the main thread.
  ///
  /// - Parameter dashboard: How to use the terminal.
  /// - Returns: How the dashboard ended. Relevant if another program supplied the lines.
  /// - Throws: The reason the recording can't be shown.
  @discardableResult
  public func run(options dashboard: DashboardOptions = DashboardOptions()) throws(Failure) -> DashboardEnding {
    StandardDevices.fill()
    if options.follows { return try follow(dashboard) }
    let file: RecordingFile
    do throws(RecordingError) {
      file = try RecordingFile(path: path, progress: progress)
    } catch {
      throw .recording(error)
    }
    if case .next(let event)? = options.place, !file.events.contains(event) {
      throw .event(event, known: file.events)
    }
    let waker = FrontWaker()
    do throws(DashboardError) {
      return try DetachedDashboard.run(subject(file, dashboard) { waker.wake() }, dashboard, waker)
    } catch {
      throw .terminal(error)
    }
  }

  /// Reports the reading progress each second to a user at a terminal.
  private var progress: @Sendable (UInt64, UInt64) -> Bool {
    let nextTime = Locked(ContinuousClock.now + .seconds(1))
    return { [path] done, total in
      let isTime = nextTime.withLock { time in
        guard ContinuousClock.now >= time else { return false }
        time = .now + .seconds(1)
        return true
      }
      if isTime, total > 0, isatty(STDERR_FILENO) != 0 {
        let line = "Reading \(path.printable(.line)): \(done * 100 / total)%\n"
        try? FileHandle.standardError.write(contentsOf: Data(line.utf8))
      }
      return true
    }
  }

  /// Returns the warnings that are allowed by the recording or here.
  func allowed(by header: JournalHeader, _ dashboard: DashboardOptions) -> AllowedWarnings {
    var allowed = header.allowedWarnings ?? AllowedWarnings()
    allowed.add(dashboard.allowedWarnings)
    return allowed
  }

  private func subject(
    _ file: RecordingFile, _ dashboard: DashboardOptions, wake: @escaping @Sendable () -> Void
  ) -> DashboardSubject {
    let allowed = allowed(by: file.header, dashboard)
    let source = ReplaySource(
      file, hello: Hello(file.header, events: file.events), playback: Playback(file), allowed: allowed,
      .real(wake: wake))
    if let place = options.place {
      if let problem = source.control(.go(place)) { source.report(problem) }
    } else if !dashboard.takesLines, let first = try? file.next(event: nil, after: -1) {
      // Nothing is visible before the first event.
      _ = source.control(.go(.entry(first + 1)))
    }
    source.beginSurvey()
    let services = DashboardServices(
      exports: ExportController(
        of: file.header, secondsFromUTC: Machine.secondsFromUTC, from: { try file.forEachEntry($0) }),
      lab: LabController(cases: dashboard.labCases))
    return DashboardSubject(
      connection: source, services: services, player: source, settings: dashboard.settings, allowed: allowed)
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
