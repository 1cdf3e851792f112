#if CommandLine
import Dashboard
import ModuleLifecycle
import Recordings
import TerminalUI

/// What a user sees of a dashboard and acts by: a screen with keys, or lines.
protocol DashboardFront: AnyObject {
  /// The state has taken something in.
  func took(_ action: Action)
  /// Does its part of what the state wants done, once the source has begun with its own: says something, copies a text,
  /// ends.
  func perform(_ effect: Effect)
  /// Entries, in the parts in which they are to be taken in.
  func parts(of entries: [JournalEntry]) -> [ArraySlice<JournalEntry>]
}

extension DashboardFront {
  /// What the state takes in is seen when it is drawn.
  func took(_ action: Action) {}

  /// All at once.
  func parts(of entries: [JournalEntry]) -> [ArraySlice<JournalEntry>] { entries.isEmpty ? [] : [entries[...]] }
}

/// A dashboard at work, whatever its front: takes in what the source says, and has done what the state wants done.
///
/// To be used by one thread.
final class DashboardRuntime {
  let source: any DashboardSource
  private(set) var state: DashboardState
  weak var front: (any DashboardFront)?
  private let commands: Mailbox<CommandProgress>
  private let experiments: Mailbox<(id: String, progress: ExperimentProgress)>
  private let pace: Pace
  private let wake: @Sendable () -> Void

  /// How entries are taken in.
  struct Pace {
    /// How many are read at once.
    var batch: Int
    /// After how long everything else is looked at again, which has the front woken for the rest; `nil` for never.
    var patience: Duration?
    /// Whether to do that at once.
    var isInterrupted: @Sendable () -> Bool = { false }
  }

  /// - Parameter wake: Called on any thread when there is something new to read.
  init(
    source: any DashboardSource, size: Size, usesMouse: Bool = true, allowed: AllowedWarnings, pace: Pace,
    wake: @escaping @Sendable () -> Void
  ) {
    self.source = source
    self.pace = pace
    self.wake = wake
    commands = Mailbox(wake: wake)
    experiments = Mailbox(wake: wake)
    state = DashboardState(source: source.description, size: size, isMouseOn: usesMouse, allowed: allowed)
  }

  /// Takes in what is new: first entries, then what came of the commands that made them. While the view is frozen,
  /// entries are only counted.
  func readNews() {
    let progress = commands.take()
    if let snapshot = source.takeSnapshot() { update(.replayed(snapshot)) }
    if state.isFrozen { update(.backlog(source.backlog)) } else { readEntries() }
    // Before the command's end is told, which may be the recording's.
    let recording = source.recording
    if recording != state.recording { update(.recording(recording)) }
    for progress in progress { update(.progress(progress)) }
    if let events = source.takeNewEvents() { update(.events(events)) }
    for (id, progress) in experiments.take() { update(.experiment(id: id, progress)) }
    if let playback = source.playback {
      if playback != state.playback { update(.playback(playback)) }
    } else if case let running = source.running, running != state.application.running {
      update(.tick(running: running))
    }
  }

  private func readEntries() {
    let deadline = pace.patience.map { ContinuousClock.now + $0 }
    repeat {
      let entries = source.read(limit: pace.batch)
      for part in front?.parts(of: entries) ?? [entries[...]] { update(.entries(Array(part))) }
      if let prologue = source.takePrologue() {
        update(.prologue(prologue))
      } else if entries.count < pace.batch {
        return
      }
    } while deadline.map { ContinuousClock.now < $0 } ?? true && !pace.isInterrupted()
    wake()
  }

  /// Has the state take something in, and does what it wants done.
  func update(_ action: Action) {
    let wasFrozen = state.isFrozen
    let effects = state.update(action, now: source.now)
    front?.took(action)
    for effect in effects { perform(effect) }
    if state.isFrozen != wasFrozen { readNews() }
  }

  private func perform(_ effect: Effect) {
    switch effect {
    case .perform(let command):
      let problem = source.perform(command) { [commands] in commands.add($0) }
      update(problem.map { .refused(command, problem: $0) } ?? .sent(command))
    case .check(let command): update(.checked(command, source.problems(with: command)))
    case .playback(let command):
      if let problem = source.control(command) { return update(.playbackRefused(problem)) }
      front?.perform(effect)
      // What is near is there with the same frame.
      readNews()
    case .locate(let event): update(.located(source.occurrences(of: event)))
    case .run(let experiment):
      front?.perform(effect)
      source.run(experiment: experiment) { [experiments] in experiments.add((experiment, $0)) }
    case .say, .complain, .copy, .quit: front?.perform(effect)
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
