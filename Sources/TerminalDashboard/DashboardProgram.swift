#if CommandLine
import CursesTerminal
import Dashboard
import ModuleLifecycle
import TerminalUI
import Recordings

/// The dashboard as a program on a terminal: turns the terminal's events into actions, and effects into commands.
final class DashboardProgram: TerminalProgram {
  private let source: any DashboardSource
  private let commands: Mailbox<CommandProgress>
  private let mail: Mailbox<(id: String, progress: ExperimentProgress)>
  private var state: DashboardState
  private let glyphs: GlyphSet
  private let hasClipboard: Bool
  private var clipboardText: String?
  private let wakeAgain: @Sendable () -> Void
  private let isInputWaiting: @Sendable () -> Bool
  private(set) var isFinished = false

  /// How many entries to take in at once.
  private static let batch = 32
  /// How long to take entries in before everything else is looked at again, unless a key is pressed.
  private static let patience = Duration.milliseconds(1)

  init(
    source: any DashboardSource, context: TerminalContext, usesMouse: Bool = true,
    allowed: AllowedWarnings = AllowedWarnings()
  ) {
    self.source = source
    glyphs = context.glyphs
    hasClipboard = context.hasClipboard
    let waker = context.waker
    wakeAgain = { waker.wake() }
    isInputWaiting = context.isInputWaiting
    commands = Mailbox { waker.wake() }
    mail = Mailbox { waker.wake() }
    state = DashboardState(source: source.description, size: context.size, isMouseOn: usesMouse, allowed: allowed)
    readJournal()
  }

  var tickInterval: Duration? { state.tickInterval }

  var isMouseEnabled: Bool { state.isMouseOn }

  func takeClipboardText() -> String? {
    defer { clipboardText = nil }
    return clipboardText
  }

  func draw(on canvas: inout Canvas) { state.draw(on: &canvas) }

  func handle(_ event: TerminalEvent) {
    switch event {
    case .key(let key): update(.key(key))
    case .resize(let size): update(.resize(size))
    case .woken: readJournal()
    case .tick, .resumed:
      // While the program was stopped, so was what it plays.
      if event == .resumed, state.playback?.isPlaying == true { _ = source.control(.play) }
      update(.tick(running: source.running))
      // A recording that is played has come further by then.
      if state.playback != nil { readJournal() }
    case .output(let line): source.note(output: line)
    case .unfinishedPaste: update(.ignoringPaste(true))
    case .unfinishedPasteIsOver: update(.ignoringPaste(false))
    case .mouse(let event): update(.mouse(event, glyphs))
    case .terminate: break
    }
  }

  /// Entries first, then what the commands that made them came to. While the view is frozen, entries are counted only.
  private func readJournal() {
    let news = commands.take()
    if let snapshot = source.takeSnapshot() { update(.replayed(snapshot)) }
    let hasMore = state.isFrozen ? false : readEntries()
    if state.isFrozen { update(.backlog(source.backlog)) }
    if let playback = source.playback, playback != state.playback { update(.playback(playback)) }
    // Before the command's end is told, which may be the recording's.
    let recording = source.recording
    if recording != state.recording { update(.recording(recording)) }
    for progress in news { update(.progress(progress)) }
    if let events = source.takeNewEvents() { update(.events(events)) }
    for (id, progress) in mail.take() { update(.experiment(id: id, progress)) }
    let running = source.running
    if running != state.application.running, state.playback == nil { update(.tick(running: running)) }
    if hasMore { wakeAgain() }
  }

  /// Takes in what the journal has, as far as there is time: an entry of a thousand modules is a thousand times as large
  /// as one of a single module.
  ///
  /// - Returns: Whether there is more.
  private func readEntries() -> Bool {
    let deadline = ContinuousClock.now + Self.patience
    repeat {
      let entries = source.read(limit: Self.batch)
      if !entries.isEmpty { update(.entries(entries)) }
      if entries.count < Self.batch { return false }
    } while ContinuousClock.now < deadline && !isInputWaiting()
    return true
  }

  private func update(_ action: Action) {
    let wasFrozen = state.isFrozen
    defer { if state.isFrozen != wasFrozen { readJournal() } }
    for effect in state.update(action, now: source.now) {
      switch effect {
      case .quit: isFinished = true
      case .perform(let command): perform(command)
      case .say, .complain: break
      case .copy(let text): copy(text)
      case .check(let command): update(.checked(command, source.problems(with: command)))
      case .playback(let command): control(command)
      case .locate(let event): update(.located(source.occurrences(of: event)))
      case .run(let experiment): source.run(experiment: experiment) { [mail] in mail.add((experiment, $0)) }
      }
    }
  }

  private func copy(_ text: String) {
    guard hasClipboard else { return update(.copyRefused) }
    clipboardText = text
  }

  /// What is near is there with the same frame.
  private func control(_ command: PlaybackCommand) {
    if let problem = source.control(command) { return update(.playbackRefused(problem)) }
    readJournal()
  }

  private func perform(_ command: Command) {
    if let problem = source.perform(command, report: { [commands] in commands.add($0) }) {
      update(.refused(command, problem: problem))
    } else {
      update(.sent(command))
    }
  }
}

/// What other threads have said and the dashboard has not taken in yet.
final class Mailbox<Letter: Sendable>: Sendable {
  private let letters = Locked<[Letter]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func add(_ letter: Letter) {
    letters.withLock { $0.append(letter) }
    wake()
  }

  func take() -> [Letter] {
    letters.withLock { letters in
      defer { letters = [] }
      return letters
    }
  }
}
#endif
