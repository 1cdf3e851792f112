#if CommandLine
import CursesTerminal
import Dashboard
import Inspection
import ModuleLifecycle
import Recordings
import TerminalUI

/// The dashboard without a screen: takes lines in place of keys, and says what happens as it happens.
///
/// It has the same state, and sends the same commands, as the one with a screen.
final class PlainProgram: DashboardFront {
  private let runtime: DashboardRuntime
  private let output: PlainOutput
  private var input: LineInput
  private let isInteractive: Bool
  private let waitUntilIdle: IdleWait

  private var reporter: PlainReporter
  /// The place of the recording that is played, as last spoken of.
  private var playback: Playback?
  /// The application's answers that nothing is under way there.
  private let answers: Mailbox<Void>
  /// How many of those are waited for.
  private var unanswered = 0
  private var runningExperiments = 0
  private var isFinished = false
  private var ending = DashboardEnding.quit
  /// Whether a module was removed since nothing was under way.
  private var hasRemoved = false
  /// Whether the user has asked to go elsewhere in a recording, and was not told yet where that is.
  private var isGoing = false
  /// Whether what lies between is not to be said.
  private var skipsNews = false

  /// Has the application say, on any thread, when nothing is under way there; also for a moment, if that is asked for,
  /// when removed modules are gone.
  typealias IdleWait = @Sendable (_ alsoForReleases: Bool, _ done: @escaping @Sendable () -> Void) -> Void

  /// There is no screen. On one of this size no statistics are shown, which would be worked out anew for each entry.
  private static let size = Size(width: 120, height: 40)

  /// - Parameters:
  ///   - subject: The application.
  ///   - input: Where lines come from.
  ///   - output: Where lines go.
  ///   - waker: What wakes the input.
  ///   - isInteractive: Whether a user types the lines. They are taken at once then; those from elsewhere are taken
  ///     one after the other, each when everything that the one before it began is over.
  ///   - saysOutput: Whether what modules print is to be said; not so where it is passed on by other means.
  ///   - waitUntilIdle: See `IdleWait`.
  init(
    _ subject: DashboardSubject, input: LineInput, output: PlainOutput, waker: TerminalWaker, isInteractive: Bool,
    saysOutput: Bool = true, waitUntilIdle: @escaping IdleWait
  ) {
    self.input = input
    self.output = output
    self.isInteractive = isInteractive
    self.waitUntilIdle = waitUntilIdle
    answers = Mailbox { waker.wake() }
    runtime = DashboardRuntime(
      subject, size: Self.size, pace: .init(batch: 500), wake: { waker.wake() })
    // What is there already is no news.
    runtime.readNews()
    reporter = PlainReporter(runtime.state, saysOutput: saysOutput)
    playback = runtime.state.playback
    runtime.front = self
  }

  private var state: DashboardState { runtime.state }

  /// Runs until the user quits, until there are no more lines, or until none can be written.
  func run() -> DashboardEnding {
    if let damage = state.playback?.damage { output.complain(damage) }
    if isInteractive { output.say(reporter.greeting(state)) }
    if let playback = runtime.subject.player?.playback {
      // A user who begins elsewhere is told where that is, however short the way.
      isGoing = !isInteractive && playback.position > 0
      readNews()
    }
    while !isFinished, !output.isBroken {
      if isInteractive, !isBusy { output.prompt() }
      switch input.next(takesLines: isInteractive || !isBusy) {
      case .woken: readNews()
      case .line(let text): take(text)
      case .end:
        // What was woken for may be behind the end.
        readNews()
        isFinished = true
      }
    }
    output.endPrompt()
    if output.isBroken { note(.unwritten) }
    return isInteractive && !output.isBroken ? .quit : ending
  }

  private var isBusy: Bool {
    !runtime.isIdle || runningExperiments > 0 || unanswered > 0 || isGoing
      || state.playback?.isMoving == true
  }

  private func take(_ text: String) {
    output.noteLine()
    // What happened before the line was typed comes before what it asks for.
    readNews()
    runtime.update(.line(text))
    if isGoing { readNews() }
  }

  private func readNews() {
    let answered = answers.take().count
    runtime.readNews()
    // Others may still be waited for.
    unanswered -= answered
    output.say(reporter.settle(state, isOver: !isBusy))
    if let playback = state.playback { sayPlace(playback) }
  }

  /// Parts of which at most the last entry says anything.
  func parts(of entries: [JournalEntry]) -> [ArraySlice<JournalEntry>] {
    var parts: [ArraySlice<JournalEntry>] = []
    var start = 0
    for end in entries.indices where end == entries.count - 1 || !skipsNews && reporter.heeds(entries[end]) {
      parts.append(entries[start...end])
      start = end + 1
    }
    return parts
  }

  func took(_ action: Action) {
    if case .entries = action, skipsNews {
      reporter = PlainReporter(state)
    } else {
      output.say(reporter.lines(after: action, in: state))
    }
    switch action {
    case .replayed: reporter = PlainReporter(state)
    case .entries(let entries): if !skipsNews { noteFailure(in: entries) }
    case .reply(.accepted, .remove?): hasRemoved = true
    case .reply(.refused(let problem), _), .playbackRefused(let problem):
      output.complain(problem)
      note(.misunderstood)
    case .reply(.finished(let problem), _): takeEnd(problem)
    case .disconnected: if runtime.subject.endsWithApplication { isFinished = true }
    case .experiment(_, nil): runningExperiments -= 1
    default: break
    }
  }

  private func noteFailure(in entries: [JournalEntry]) {
    // What failed when a recording was made does not fail now.
    if state.mayFire, case .dispatch(let dispatch)? = entries.last,
      dispatch.handlers.contains(where: { $0.outcome == .threw })
    {
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
    waitUntilIdle(hasRemoved) { [answers] in answers.add(()) }
    hasRemoved = false
  }

  /// Says where a recording stands, once that is where it was to go.
  private func sayPlace(_ playback: Playback) {
    let before = self.playback
    self.playback = playback
    isGoing = isGoing || before?.isMoving == true && !playback.isMoving
    guard isGoing, !playback.isMoving || playback.isPlaying && playback.seek == nil else { return }
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
      // A user who goes elsewhere wants to know how things stand there; one who goes step by step, what happens.
      if case .go(let place) = command { if case .step = place {} else { skipsNews = true } }
    case .run: runningExperiments += 1
    case .perform, .check, .locate, .record, .stopRecording, .export, .askForControl, .copy: break
    }
  }

  /// The worst that happened counts.
  private func note(_ ending: DashboardEnding) { if ending.rawValue > self.ending.rawValue { self.ending = ending } }
}
#endif
