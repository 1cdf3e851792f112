import CursesTerminal
import Dashboard
import ModuleLifecycle
import Synchronization
import TerminalUI

/// The dashboard as a program on a terminal: turns the terminal's events into actions, and effects into commands.
final class DashboardProgram: TerminalProgram {
  private let source: any DashboardSource
  private let commands: CommandNews
  private let mail: ExperimentMail
  private var state: DashboardState
  private let glyphs: GlyphSet
  private let hasClipboard: Bool
  private var clipboardText: String?
  private let wakeAgain: @Sendable () -> Void
  private(set) var isFinished = false

  /// How many entries to take in at once.
  private static let batch = 32
  /// How long to take entries in before keys are looked at again.
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
    commands = CommandNews { waker.wake() }
    mail = ExperimentMail { waker.wake() }
    state = DashboardState(source: source.description, size: context.size, isMouseOn: usesMouse, allowed: allowed)
    readJournal()
  }

  var tickInterval: Duration? { state.tickInterval }

  var isMouseEnabled: Bool? { state.isMouseOn }

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
    case .tick, .resumed: update(.tick(running: source.running))
    case .output(let line): source.note(output: line)
    case .mouse(let event): update(.mouse(event, glyphs))
    case .terminate: break
    }
  }

  /// Entries first, then what the commands that made them came to. While the view is frozen, entries are counted only.
  private func readJournal() {
    let news = commands.take()
    let hasMore = state.isFrozen ? false : readEntries()
    if state.isFrozen { update(.backlog(source.backlog)) }
    for progress in news { update(progress.action) }
    if let events = source.takeNewEvents() { update(.events(events)) }
    for (id, progress) in mail.take() { update(.experiment(id: id, progress)) }
    let running = source.running
    if running != state.running { update(.tick(running: running)) }
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
    } while ContinuousClock.now < deadline
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
      case .run(let experiment): source.run(experiment: experiment) { [mail] in mail.add($0, from: experiment) }
      }
    }
  }

  private func copy(_ text: String) {
    guard hasClipboard else { return update(.copyRefused) }
    clipboardText = text
  }

  private func perform(_ command: Command) {
    if let problem = source.perform(command, report: { [commands] in commands.add($0) }) {
      update(.refused(command, problem: problem))
    } else {
      update(.sent(command))
    }
  }
}

/// What has become of commands and the dashboard does not know yet.
final class CommandNews: Sendable {
  private let news = Mutex<[CommandProgress]>([])
  private let wake: @Sendable () -> Void

  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  func add(_ progress: CommandProgress) {
    news.withLock { $0.append(progress) }
    wake()
  }

  func take() -> [CommandProgress] {
    news.withLock { news in
      defer { news = [] }
      return news
    }
  }
}

extension CommandProgress {
  var action: Action {
    switch self {
    case .started: .started
    case .repeating(let progress): .repeating(progress)
    case .repeated(let summary): .repeated(summary)
    case .exported(let summary): .exported(summary)
    case .finished(let problem): .finished(problem: problem)
    }
  }
}
