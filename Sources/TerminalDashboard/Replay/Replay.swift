#if CommandLine
import CursesTerminal
public import Dashboard
import Dispatch
import Foundation
import Inspection
import ModuleLifecycle
public import Recordings
import TerminalUI
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
  /// How long a file may be read before the screen is up and says so.
  private static let patience = DispatchTimeInterval.milliseconds(150)

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
  /// A large file is read on a thread of its own, while the screen says how far that is. When a signal ends the
  /// dashboard, the process ends by that signal. Call it from the main thread.
  ///
  /// - Parameter dashboard: What to use of the terminal.
  /// - Returns: How it ended; of interest where another program gave it its lines.
  /// - Throws: Why there is nothing to be shown.
  @discardableResult
  public func run(options dashboard: DashboardOptions = DashboardOptions()) throws(Failure) -> DashboardEnding {
    if options.follows { return try follow(dashboard) }
    let opening = RecordingOpening(path: path)
    opening.begin()
    if dashboard.takesLines { return try runPlain(opening, dashboard) }
    if case .success(let file) = opening.wait(Self.patience) { try check(file) }
    if case .failure(let error) = opening.outcome { throw .recording(error) }
    do throws(DashboardError) {
      try DetachedDashboard.show(dashboard.terminalOptions) { [self] context, end in
        ReplayProgram(opening, context: context) { file, context in
          do { try check(file) } catch { return nil }
          let (subject, services) = subject(file, dashboard, isPaused: options.isPaused) { [waker = context.waker] in
            waker.wake()
          }
          end.begin(services)
          return DashboardProgram(subject, context: context, usesMouse: dashboard.usesMouse)
        }
      }
    } catch {
      opening.cancel()
      throw .terminal(error)
    }
    if case .failure(let error) = opening.outcome, error.problem != .cancelled { throw .recording(error) }
    if case .success(let file) = opening.outcome { try check(file) }
    return .quit
  }

  private func runPlain(
    _ opening: RecordingOpening, _ dashboard: DashboardOptions
  ) throws(Failure) -> DashboardEnding {
    StandardDevices.fill()
    let file = try waitForFile(opening)
    try check(file)
    let waker = TerminalWaker()
    let (subject, services) = subject(file, dashboard, isPaused: true) { waker.wake() }
    defer { services.end() }
    return DetachedDashboard.tell(subject, dashboard, waker)
  }

  /// A user who waits at a terminal is told how far it is.
  private func waitForFile(_ opening: RecordingOpening) throws(Failure) -> RecordingFile {
    while true {
      switch opening.wait(.seconds(1)) {
      case .success(let file): return file
      case .failure(let error): throw .recording(error)
      case nil:
        guard isatty(STDERR_FILENO) != 0 else { continue }
        let (done, total) = opening.progress
        let percent = total > 0 ? done * 100 / total : 0
        try? FileHandle.standardError.write(contentsOf: Data("Reading \(path.printable(.line)): \(percent)%\n".utf8))
      }
    }
  }

  private func check(_ file: RecordingFile) throws(Failure) {
    guard case .next(let event) = options.place, !file.events.contains(event) else { return }
    throw .event(event, known: file.events)
  }

  /// What was allowed where it was recorded, and what is here.
  func allowed(by header: JournalHeader, _ dashboard: DashboardOptions) -> AllowedWarnings {
    var allowed = header.allowedWarnings ?? AllowedWarnings()
    allowed.add(dashboard.allowedWarnings)
    return allowed
  }

  /// Whether all of it would have been played before a user could look.
  private func isOverAtOnce(_ file: RecordingFile) -> Bool {
    guard options.place == .start, file.count > 0 else { return false }
    let duration = file.time(of: file.count - 1) - file.time(of: 0)
    return Double(duration) / options.speed.factor < 2e9
  }

  private func subject(
    _ file: RecordingFile, _ dashboard: DashboardOptions, isPaused: Bool?, wake: @escaping @Sendable () -> Void
  ) -> (DashboardSubject, DashboardServices) {
    let allowed = allowed(by: file.header, dashboard)
    let source = ReplaySource(
      file, hello: Hello(file.header, events: file.events), playback: Playback(file, options), allowed: allowed,
      .real(wake: wake))
    if options.place != .start, let problem = source.control(.go(options.place)) { source.report(problem) }
    if !(isPaused ?? isOverAtOnce(file)) {
      _ = source.control(.play)
    } else if isPaused == nil, let first = try? file.nextDispatch(after: -1), first < ReplaySource.nearby {
      // It stands still by itself, and there is nothing to be seen before the first event.
      _ = source.control(.go(.entry(first + 1)))
    }
    source.beginSurvey()
    let services = DashboardServices(
      exports: ExportController(
        of: file.header, secondsFromUTC: RecordingPrologue.secondsFromUTC, from: file.all),
      lab: LabController(cases: dashboard.labCases))
    return (DashboardSubject(connection: source, services: services, player: source, allowed: allowed), services)
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

extension ReplaySource.Surroundings {
  /// The system's clock, and threads beside the terminal's.
  static func real(wake: @escaping @Sendable () -> Void) -> ReplaySource.Surroundings {
    let queue = DispatchQueue(label: "rollcall.replay", qos: .userInitiated)
    return ReplaySource.Surroundings(
      clock: { DispatchTime.now().uptimeNanoseconds },
      work: { work in queue.async { work() } },
      later: { delay, work in
        // More than a day is as good as never: something else will have happened by then.
        let delay = Int(min(delay, 86_400_000_000_000))
        DispatchQueue.global().asyncAfter(deadline: .now() + .nanoseconds(delay)) { work() }
      },
      wake: wake)
  }
}
#endif
