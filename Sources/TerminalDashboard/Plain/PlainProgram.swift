#if CommandLine
import CursesTerminal
import Dashboard
import ModuleLifecycle
import Synchronization
import TerminalUI
import Recordings

/// The dashboard without a screen: takes lines in place of keys, and says what happens as it happens.
///
/// It has the same state, and sends the same commands, as the one with a screen.
final class PlainProgram {
  private let source: any DashboardSource
  private let output: PlainOutput
  private var input: LineInput
  private let isInteractive: Bool
  private let waitUntilIdle: IdleWait

  private var state: DashboardState
  private var reporter: PlainReporter
  private let commands: Mailbox<CommandProgress>
  private let mail: Mailbox<(id: String, progress: ExperimentProgress)>
  /// The application's answers that nothing is under way there.
  private let answers: Mailbox<Void>
  /// How many of those are waited for.
  private var unanswered = 0
  private var runningExperiments = 0
  private var isFinished = false
  private var ending = DashboardEnding.quit
  /// Whether a module was removed since nothing was under way.
  private var hasRemoved = false
  /// Whether somebody has asked to go elsewhere in a recording, and nobody has said yet where it stands.
  private var isGoing = false
  /// Whether what lies between is not to be said.
  private var skipsNews = false

  /// Has the application say, on any thread, when nothing is under way there; also for a moment, if that is asked for,
  /// when removed modules are gone.
  typealias IdleWait = @Sendable (_ alsoForReleases: Bool, _ done: @escaping @Sendable () -> Void) -> Void

  /// The most entries to take in at once.
  private static let batch = 500
  /// There is no screen. On one of this size no statistics are shown, which would be worked out anew for each entry.
  private static let size = Size(width: 120, height: 40)

  /// - Parameters:
  ///   - source: The application.
  ///   - input: Where lines come from.
  ///   - output: Where lines go.
  ///   - waker: What wakes the input.
  ///   - allowed: The warnings that are not to be announced.
  ///   - isInteractive: Whether somebody types the lines. They are taken at once then; those from elsewhere are taken
  ///     one after the other, each when everything that the one before it began is over.
  ///   - saysOutput: Whether what modules print is to be said; not so where it is passed on by other means.
  ///   - waitUntilIdle: See `IdleWait`.
  init(
    source: any DashboardSource, input: LineInput, output: PlainOutput, waker: TerminalWaker,
    allowed: AllowedWarnings = AllowedWarnings(), isInteractive: Bool, saysOutput: Bool = true,
    waitUntilIdle: @escaping IdleWait
  ) {
    self.source = source
    self.input = input
    self.output = output
    self.isInteractive = isInteractive
    self.waitUntilIdle = waitUntilIdle
    commands = Mailbox { waker.wake() }
    mail = Mailbox { waker.wake() }
    answers = Mailbox { waker.wake() }
    state = DashboardState(source: source.description, size: Self.size, allowed: allowed)
    if let playback = source.playback { _ = state.update(.playback(playback), now: source.now) }
    _ = state.update(.entries(source.read(limit: .max)), now: source.now)
    _ = state.update(.recording(source.recording), now: source.now)
    reporter = PlainReporter(state, saysOutput: saysOutput)
  }

  /// Runs until somebody quits, until there are no more lines, or until none can be written.
  func run() -> DashboardEnding {
    if let damage = state.playback?.damage { output.complain(damage) }
    if isInteractive { output.say(reporter.greeting(state)) }
    if let playback = source.playback {
      // Whoever begins elsewhere is told where that is, however short the way.
      isGoing = !isInteractive && playback.position > 0
      readNews()
    }
    while !isFinished, !output.isBroken {
      if isInteractive, !isBusy { output.prompt() }
      switch input.next(takesLines: isInteractive || !isBusy) {
      case .woken: readNews()
      case .line(let text): take(text)
      case .end: isFinished = true
      }
    }
    output.endPrompt()
    if output.isBroken { note(.failed) }
    return isInteractive && !output.isBroken ? .quit : ending
  }

  private var isBusy: Bool {
    state.commandsUnderWay > 0 || runningExperiments > 0 || unanswered > 0 || isGoing
      || state.playback?.isMoving == true
  }

  private func take(_ text: String) {
    output.noteLine()
    // What happened before the line was typed comes before what it asks for.
    readNews()
    update(.line(text))
  }

  /// Entries first, each as it is taken in; then what the commands that made them came to.
  private func readNews() {
    let progress = commands.take()
    let answered = answers.take().count
    if let snapshot = source.takeSnapshot() {
      update(.replayed(snapshot))
      reporter = PlainReporter(state)
    }
    var count = Self.batch
    while count >= Self.batch {
      let entries = source.read(limit: Self.batch)
      count = entries.count
      if skipsNews, !entries.isEmpty {
        update(.entries(entries))
        reporter = PlainReporter(state)
        continue
      }
      var run: [JournalEntry] = []
      for entry in entries {
        run.append(entry)
        guard reporter.heeds(entry) else { continue }
        take(run)
        run = []
      }
      take(run)
    }
    noteRecording()
    for step in progress { take(step) }
    if let events = source.takeNewEvents() { update(.events(events)) }
    for (id, progress) in mail.take() {
      update(.experiment(id: id, progress))
      output.say([PlainReporter.line(for: progress)])
      if progress == .finished { runningExperiments -= 1 }
    }
    // Others may still be waited for.
    unanswered -= answered
    output.say(reporter.settle(state, isOver: !isBusy))
    if let playback = source.playback { take(playback) }
  }

  private func noteRecording() {
    let (before, now) = (state.recording, source.recording)
    guard before != now else { return }
    update(.recording(now))
    output.say(PlainReporter.recording(state, since: before))
  }

  /// Takes in entries of which at most the last one says anything.
  private func take(_ entries: [JournalEntry]) {
    guard let entry = entries.last else { return }
    update(.entries(entries))
    output.say(reporter.lines(for: entry, in: state))
    // What failed when a recording was made does not fail now.
    if state.playback == nil, case .dispatch(let dispatch) = entry,
      dispatch.handlers.contains(where: { $0.outcome == .threw })
    {
      note(.failed)
    }
  }

  /// Says where a recording stands, once that is where it was to go.
  private func take(_ playback: Playback) {
    let hadProblem = state.playback?.problem
    isGoing = isGoing || state.playback?.isMoving == true && !playback.isMoving
    if playback != state.playback { update(.playback(playback)) }
    guard isGoing, !playback.isMoving || playback.isPlaying && playback.seek == nil else { return }
    (isGoing, skipsNews) = (false, false)
    if let problem = playback.problem, problem != hadProblem {
      output.complain(problem)
      note(.failed)
    }
    output.say([state.whereLine])
  }

  private func control(_ command: PlaybackCommand) {
    if let problem = source.control(command) {
      update(.playbackRefused(problem))
      output.complain(problem)
      return note(.misunderstood)
    }
    isGoing = true
    // Who goes elsewhere wants to know how things stand there; who goes step by step, what happens.
    if case .go(let place) = command { if case .step = place {} else { skipsNews = true } }
    readNews()
  }

  private func take(_ progress: CommandProgress) {
    update(.progress(progress))
    if case .repeated = progress { output.say(PlainReporter.outcome(state)) }
    if case .exported(let summary) = progress { output.say([PlainReporter.outcome(of: summary, in: state)]) }
    guard case .finished(let problem) = progress else { return }
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

  private func update(_ action: Action) {
    for effect in state.update(action, now: source.now) { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .quit: isFinished = true
    case .say(let lines): output.say(lines)
    case .complain(let problem):
      output.complain(problem)
      note(.misunderstood)
    case .playback(let command): control(command)
    case .perform(let command): perform(command)
    case .run(let experiment):
      runningExperiments += 1
      source.run(experiment: experiment) { [mail] in mail.add((experiment, $0)) }
    case .check, .locate, .copy: break
    }
  }

  private func perform(_ command: Command) {
    if case .remove = command { hasRemoved = true }
    reporter.note(command)
    guard let problem = source.perform(command, report: { [commands] in commands.add($0) }) else {
      return update(.sent(command))
    }
    update(.refused(command, problem: problem))
    output.complain(problem)
    note(.misunderstood)
  }

  /// The worst that happened counts.
  private func note(_ ending: DashboardEnding) { if ending.rawValue > self.ending.rawValue { self.ending = ending } }
}
#endif
