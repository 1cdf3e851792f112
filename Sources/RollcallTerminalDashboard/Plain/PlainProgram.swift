#if CommandLine
import RollcallCursesTerminal
import RollcallDashboard
import Dispatch
import RollcallInspection
import RollcallLaunches
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI

/// The dashboard without a screen: reads lines instead of keys, and reports events as they happen.
///
/// It has the same state as the dashboard with a screen, and sends the same commands.
final class PlainProgram: DashboardFront {
  private let runtime: DashboardRuntime
  private let output: PlainOutput
  private var input: LineInput
  private let isInteractive: Bool
  private let waitUntilIdle: IdleWait

  private var reporter: PlainReporter
  /// The state of the playback that was reported last.
  private var playback: Playback?
  /// The application's answers that nothing is in progress there.
  private let answers: Mailbox<Void>
  /// The number of answers still expected.
  private var unanswered = 0
  private var runningExperiments = 0
  private var isFinished = false
  private var ending = DashboardEnding.quit
  /// Until when the next line waits for the modules that were removed; `nil` if it has not had to wait.
  private var waitsUntil: ContinuousClock.Instant?
  /// The ends of such waits.
  private let endedWaits: Mailbox<Void>
  /// Whether the user has moved in a recording, and the new position was not reported yet.
  private var isGoing = false
  /// Whether to skip the entries up to the new position.
  private var skipsNews = false

  /// Calls `done`, on any thread, when nothing is in progress in the application.
  typealias IdleWait = @Sendable (_ done: @escaping @Sendable () -> Void) -> Void

  /// How long a line waits, at most, until the modules that were removed are freed or overdue, in seconds. That comes with
  /// the composite's `releaseGrace`, unless the application hangs.
  private static let verdictPatience = 30

  /// The size for which sentences are written.
  private static let size = Size(width: 120, height: 40)

  /// - Parameters:
  ///   - subject: The application.
  ///   - input: The source of lines.
  ///   - output: The destination of lines.
  ///   - waker: Wakes the input.
  ///   - isInteractive: Whether a user types the lines. They are then processed at once. Otherwise, each line waits
  ///     until everything that the previous one started has ended.
  ///   - saysOutput: Whether to report the output of modules. False if it is forwarded by other means.
  ///   - waitUntilIdle: See `IdleWait`.
  init(
    _ subject: DashboardSubject, input: LineInput, output: PlainOutput, waker: TerminalWaker, isInteractive: Bool,
    saysOutput: Bool = true, waitUntilIdle: @escaping IdleWait
  ) {
    self.input = input
    self.output = output
    self.isInteractive = isInteractive
    self.waitUntilIdle = waitUntilIdle
    (answers, endedWaits) = (Mailbox { waker.wake() }, Mailbox { waker.wake() })
    runtime = DashboardRuntime(
      subject, size: Self.size, hasScreen: false, pace: .init(batch: 500), wake: { waker.wake() })
    if !subject.isNewsFromStart { runtime.readNews() }
    reporter = PlainReporter(runtime.state, saysOutput: saysOutput)
    playback = runtime.state.playback
    runtime.front = self
  }

  private var state: DashboardState { runtime.state }

  /// Runs until the user quits, there are no more lines, or output can't be written.
  func run() -> DashboardEnding {
    if let damage = state.playback?.damage { output.complain(damage) }
    // It may have ended before anything was said.
    if let status = state.recording { RecordingFailure.say(status) }
    if isInteractive { output.say(reporter.greeting(state)) }
    if let playback = runtime.subject.player?.playback {
      // A user who starts elsewhere is told the position, however near it is.
      isGoing = !isInteractive && playback.position > 0
      readNews()
    }
    while !isFinished, !output.isBroken {
      if isInteractive, !isBusy { output.prompt() }
      switch input.next(takesLines: isInteractive || !isBusy) {
      case .woken, .tooLong: readNews()
      case .line(let text): take(text)
      case .end:
        // There may still be unread messages when the input ends.
        readNews()
        isFinished = true
      }
    }
    output.endPrompt()
    if state.mayFire { sayLeaks() }
    if output.isBroken { note(.unwritten) }
    return isInteractive && !output.isBroken ? .quit : ending
  }

  private var isBusy: Bool {
    !runtime.isIdle || runningExperiments > 0 || unanswered > 0 || isGoing
      || state.playback?.seek != nil || awaitsVerdict
  }

  private var awaitsVerdict: Bool {
    state.mayFire && !state.isCutOff && waitsUntil.map { .now < $0 } ?? true && reporter.awaitsVerdict(in: state)
  }

  /// Gives the next line an end of its wait.
  private func limitWait() {
    guard waitsUntil == nil, awaitsVerdict else { return }
    waitsUntil = .now + .seconds(Self.verdictPatience)
    DispatchQueue.global().asyncAfter(deadline: .now() + .seconds(Self.verdictPatience)) { [endedWaits] in
      endedWaits.add(())
    }
  }

  private func take(_ text: String) {
    output.noteLine()
    // Events from before the line was typed are reported before its results.
    readNews()
    waitsUntil = nil
    runtime.update(.line(text))
    if isGoing { readNews() }
  }

  private func readNews() {
    let answered = answers.take().count
    runtime.readNews()
    // Other answers may still be expected.
    unanswered -= answered
    _ = endedWaits.take()
    limitWait()
    output.say(reporter.settle(state, isOver: !isBusy))
    if let playback = state.playback { sayPlace(playback) }
  }

  /// Entries by which the user seeks a position are not reported; each of the others is.
  func parts(of entries: [AnyEntry]) -> [ArraySlice<AnyEntry>] {
    skipsNews ? [entries[...]] : entries.indices.map { entries[$0...$0] }
  }

  func took(_ action: Action) {
    if case .recording(let status?) = action, status.problem != nil {
      _ = reporter.lines(after: action, in: state)
      output.endPrompt()
      RecordingFailure.say(status)
    } else if case .message(.entries) = action, skipsNews {
      reporter = PlainReporter(state)
    } else {
      output.say(reporter.lines(after: action, in: state))
    }
    switch action {
    case .replayed: reporter = PlainReporter(state)
    case .message(.entries(let entries, _)): if !skipsNews { noteFailure(in: entries) }
    case .reply(.refused(let problem), _), .playbackRefused(let problem):
      output.complain(problem)
      note(.misunderstood)
    case .reply(.finished(let problem), _): takeEnd(problem)
    case .message(.bye): if runtime.subject.endsWithApplication { isFinished = true }
    case .experiment(_, nil): runningExperiments -= 1
    default: break
    }
  }

  private func noteFailure(in entries: [AnyEntry]) {
    // A failure in a recording is not a failure now.
    if state.mayFire, case .dispatch(let dispatch)? = entries.last, dispatch.hasThrown { note(.failed) }
  }

  private func sayLeaks() {
    for sentence in reporter.leakSentences(in: state) {
      output.complain(sentence)
      note(.failed)
    }
  }

  private func takeEnd(_ problem: String?) {
    if let problem {
      output.complain(problem)
      note(.failed)
    }
    // A fired event may wait for others, or its handlers may answer later.
    guard state.commandsUnderWay == 0 else { return }
    unanswered += 1
    waitUntilIdle { [answers] in answers.add(()) }
  }

  /// Reports the position in a recording, once the playback has reached its target.
  private func sayPlace(_ playback: Playback) {
    let before = self.playback
    self.playback = playback
    isGoing = isGoing || before?.seek != nil
    guard isGoing, playback.seek == nil else { return }
    (isGoing, skipsNews) = (false, false)
    if let problem = playback.problem, problem != before?.problem {
      output.complain(problem)
      note(.failed)
    }
    output.say([state.whereLine])
  }

  func perform(_ effect: Effect) {
    switch effect {
    case .quit: isFinished = true
    case .say(let lines): output.say(lines)
    case .complain(let problem):
      output.complain(problem)
      note(.misunderstood)
    case .playback(let command):
      isGoing = true
      // A user who jumps wants to know the state at the target; a user who steps wants to know what happens.
      if case .go(let place) = command { if case .step = place {} else { skipsNews = true } }
    case .run: runningExperiments += 1
    case .perform, .check, .locate, .record, .stopRecording, .export, .askForControl, .copy: break
    }
  }

  /// Keeps the worst ending.
  private func note(_ ending: DashboardEnding) { if ending.rawValue > self.ending.rawValue { self.ending = ending } }
}
#endif
