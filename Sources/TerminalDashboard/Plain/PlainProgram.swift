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
  /// How it came to its end; the raw value is the exit code of a program that was given its lines by another.
  enum Ending: Int32 {
    /// Everything was done.
    case done = 0
    /// A handler threw, or a command failed.
    case failed = 1
    /// A line could not be understood, or asked for what there is not.
    case misunderstood = 64
  }

  private let source: any DashboardSource
  private let output: PlainOutput
  private var input: LineInput
  private let isInteractive: Bool
  private let waitUntilIdle: IdleWait

  private var state: DashboardState
  private var reporter: PlainReporter
  private let commands: CommandNews
  private let mail: ExperimentMail
  private let idleness: Idleness
  private var runningExperiments = 0
  private var isFinished = false
  private var ending = Ending.done
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
  /// There is no screen; this is as large as any.
  private static let size = Size(width: 200, height: 50)

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
    commands = CommandNews { waker.wake() }
    mail = ExperimentMail { waker.wake() }
    idleness = Idleness { waker.wake() }
    state = DashboardState(source: source.description, size: Self.size, allowed: allowed)
    if let playback = source.playback { _ = state.update(.playback(playback), now: source.now) }
    _ = state.update(.entries(source.read(limit: .max)), now: source.now)
    _ = state.update(.recording(source.recording), now: source.now)
    reporter = PlainReporter(state, saysOutput: saysOutput)
  }

  /// Runs until somebody quits, until there are no more lines, or until none can be written.
  func run() -> Ending {
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
    return isInteractive && !output.isBroken ? .done : ending
  }

  private var isBusy: Bool {
    state.commandsUnderWay > 0 || runningExperiments > 0 || idleness.isWaiting || isGoing
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
    let answers = idleness.take()
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
    idleness.end(answers)
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
    update(progress.action)
    if case .repeated = progress { output.say(PlainReporter.outcome(state)) }
    if case .exported(let summary) = progress { output.say([PlainReporter.outcome(of: summary, in: state)]) }
    guard case .finished(let problem) = progress else { return }
    if let problem {
      output.complain(problem)
      note(.failed)
    }
    // A fired event may wait for others, or its handlers may answer later.
    guard state.commandsUnderWay == 0 else { return }
    idleness.begin { [waitUntilIdle, hasRemoved] in waitUntilIdle(hasRemoved, $0) }
    hasRemoved = false
  }

  private func update(_ action: Action) {
    for effect in state.update(action, now: source.now) { perform(effect) }
  }

  private func perform(_ effect: Effect) {
    if case .quit = effect {
      isFinished = true
    } else if case .say(let lines) = effect {
      output.say(lines)
    } else if case .complain(let problem) = effect {
      output.complain(problem)
      note(.misunderstood)
    } else if case .playback(let command) = effect {
      control(command)
    } else if case .perform(let command) = effect {
      perform(command)
    } else if case .run(let experiment) = effect {
      runningExperiments += 1
      source.run(experiment: experiment) { [mail] in mail.add($0, from: experiment) }
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
  private func note(_ ending: Ending) { self.ending = max(self.ending, ending) }
}

extension PlainProgram.Ending: Comparable {
  static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
}

/// Whether the application is waited for, and what it has said of that.
private final class Idleness: Sendable {
  /// How many answers nobody has taken in yet.
  private let news = Locked(0)
  /// How many are waited for.
  private let waiting = Atomic<Int>(0)
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  var isWaiting: Bool { waiting.load(ordering: .relaxed) > 0 }

  func begin(_ waitUntilIdle: (@escaping @Sendable () -> Void) -> Void) {
    waiting.add(1, ordering: .relaxed)
    waitUntilIdle { [self] in
      news.withLock { $0 += 1 }
      wake()
    }
  }

  /// How often it has said since that it is idle.
  func take() -> Int {
    news.withLock { news in
      defer { news = 0 }
      return news
    }
  }

  /// So many answers have been taken in. Others may still be waited for.
  func end(_ count: Int) { waiting.subtract(count, ordering: .relaxed) }
}
#endif
