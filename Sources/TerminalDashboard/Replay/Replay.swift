#if CommandLine
public import Dashboard
import Foundation
import Inspection
import ModuleLifecycle
public import Recordings
import TextFormatting

/// A recording that is shown like an application that is live: the same dashboard, in which one goes about in time.
///
/// ```swift
/// try Replay(of: "storefront.rollcall").run()
/// ```
///
/// Nothing of the application's code is run, and nothing is written to the file.
public struct Replay: Sendable {
  /// Why there is no replay; nothing on the terminal was changed.
  public enum Failure: Error, Sendable, CustomStringConvertible {
    /// The file can't be read, or is no recording.
    case recording(RecordingError)
    /// The recording has no such event; those that it has.
    case event(String, known: [String])
    /// The terminal can't be used.
    case terminal(DashboardError)

    /// What is wrong, and what can be done about it, in sentences.
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

  /// - Parameters:
  ///   - path: The recording's file; a regular one.
  ///   - options: How to play it.
  public init(of path: String, options: ReplayOptions = ReplayOptions()) {
    self.path = path
    self.options = options
  }

  /// Shows the recording on the terminal that the process was started in, until the user quits; without a terminal, or
  /// where the options ask for that, line by line.
  ///
  /// A file that takes longer than a second to read is announced on standard error until it is read. When a signal ends
  /// the dashboard, the process ends by that signal. Call it from the main thread.
  ///
  /// - Parameter dashboard: What to use of the terminal.
  /// - Returns: How it ended; of interest where another program gave it its lines.
  /// - Throws: Why there is nothing to be shown.
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
    if case .next(let event) = options.place, !file.events.contains(event) {
      throw .event(event, known: file.events)
    }
    let waker = FrontWaker()
    do throws(DashboardError) {
      return try DetachedDashboard.run(subject(file, dashboard) { waker.wake() }, dashboard, waker)
    } catch {
      throw .terminal(error)
    }
  }

  /// Tells a user who waits at a terminal, each second, how far the file has been read.
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

  /// What was allowed where it was recorded, and what is here.
  func allowed(by header: JournalHeader, _ dashboard: DashboardOptions) -> AllowedWarnings {
    var allowed = header.allowedWarnings ?? AllowedWarnings()
    allowed.add(dashboard.allowedWarnings)
    return allowed
  }

  /// Whether all of it would have been played before a user could look.
  private func isOverAtOnce(_ file: RecordingFile) -> Bool {
    options.place == .start && file.count > 0 && Double(file.end - file.start) / options.speed.factor < 2e9
  }

  private func subject(
    _ file: RecordingFile, _ dashboard: DashboardOptions, wake: @escaping @Sendable () -> Void
  ) -> DashboardSubject {
    let allowed = allowed(by: file.header, dashboard)
    let source = ReplaySource(
      file, hello: Hello(file.header, events: file.events), playback: Playback(file, options), allowed: allowed,
      .real(wake: wake))
    if options.place != .start, let problem = source.control(.go(options.place)) { source.report(problem) }
    let isPaused = dashboard.takesLines ? true : options.isPaused
    if !(isPaused ?? isOverAtOnce(file)) {
      _ = source.control(.play)
    } else if isPaused == nil, let first = try? file.next(event: nil, after: -1), first < ReplaySource.nearby {
      // It stands still by itself, and there is nothing to be seen before the first event.
      _ = source.control(.go(.entry(first + 1)))
    }
    source.beginSurvey()
    let services = DashboardServices(
      exports: ExportController(
        of: file.header, secondsFromUTC: RecordingPrologue.secondsFromUTC, from: { try file.forEachEntry($0) }),
      lab: LabController(cases: dashboard.labCases))
    return DashboardSubject(
      connection: source, services: services, player: source, settings: dashboard.settings, allowed: allowed)
  }
}

/// How a recording is played.
public struct ReplayOptions: Sendable {
  /// How much faster than it happened.
  public var speed: PlaybackSpeed
  /// How long to wait for the next entry at the most, in the recording's time; `nil` for as long as that took.
  public var longestPause: Duration?
  /// Where to begin.
  public var place: PlaybackPlace
  /// Whether to show a recording that is still being written as it comes; then nothing else here matters. A pipe will do,
  /// and `-` is standard input.
  public var follows = false
  /// Whether to begin with standing still; `nil` for doing so where all would be over before a user could look. Line by
  /// line that is always so.
  public var isPaused: Bool?

  /// Options; by default a recording is played from its beginning as it happened, and no pause is longer than two
  /// seconds.
  public init(
    speed: PlaybackSpeed = .normal, longestPause: Duration? = .seconds(2), place: PlaybackPlace = .start,
    isPaused: Bool? = nil
  ) {
    self.speed = speed
    self.longestPause = longestPause
    self.place = place
    self.isPaused = isPaused
  }
}
#endif
