#if CommandLine
import RollcallDashboard
import RollcallInspection
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI

/// The user interface of a dashboard: a screen with keys, or lines.
protocol DashboardFront: AnyObject {
  /// Called after the state has processed an action.
  func took(_ action: Action)
  /// Performs the front's part of an effect, after the runtime has started its own: prints something, copies a text, or
  /// ends.
  func perform(_ effect: Effect)
  /// Splits entries into parts that are processed one by one.
  func parts(of entries: [AnyEntry]) -> [ArraySlice<AnyEntry>]
}

extension DashboardFront {
  /// A front with a screen shows changes when it draws.
  func took(_ action: Action) {}

  /// All entries as one part.
  func parts(of entries: [AnyEntry]) -> [ArraySlice<AnyEntry>] { [entries[...]] }
}

/// What a dashboard shows, and its services.
struct DashboardSubject: Sendable {
  let connection: any InspectionConnection
  var services: any DashboardServing = DashboardServices()
  /// Plays the recording behind the connection; `nil` for a live application.
  var player: ReplaySource?
  /// The name of the recording behind the connection that is still being written.
  var followed: String?
  /// Whether lines report also what the connection had already received at the beginning.
  var isNewsFromStart = false
  /// How the dashboard is attached to an application in another process.
  var attachment: Attachment?
  var settings = DashboardSettings()
  /// The warnings that are not announced.
  var allowed = AllowedWarnings()
  /// Asks the application in another process for control.
  var askForControl: (@Sendable () -> Void)?
  /// Whether to end when the application has gone.
  var endsWithApplication: Bool { attachment?.isLasting == false }
}

/// A running dashboard, independent of its front: processes the application's messages, and performs the state's
/// effects.
///
/// Use it from one thread only.
final class DashboardRuntime {
  let subject: DashboardSubject
  private(set) var state: DashboardState
  weak var front: (any DashboardFront)?
  /// Actions from services that the state has not processed.
  private let letters: Mailbox<Action>
  /// The commands without a final answer, by request number.
  private var requests: [UInt64: Command] = [:]
  private var latestRequest: UInt64 = 0
  /// Messages from an application that replaced another while the view was frozen, until the user has seen the end of
  /// the other.
  private var held: [InspectionMessage] = []
  /// Whether the view was frozen until now, and entries are still waiting.
  private var isThawing = false
  private let pace: Pace
  private let wake: @Sendable () -> Void

  /// How entries are processed.
  struct Pace {
    /// How many entries are received at once.
    var batch: Int
    /// The time after which other work is checked. The front is then woken for the remaining entries. `nil` for no
    /// limit.
    var patience: Duration?
    /// Returns whether to check other work at once.
    var isInterrupted: @Sendable () -> Bool = { false }
  }

  /// - Parameters:
  ///   - size: The screen's size; without one, the size for which sentences are written.
  ///   - wake: Called on any thread when there is something new to process.
  init(
    _ subject: DashboardSubject, size: Size, hasScreen: Bool = true, pace: Pace, wake: @escaping @Sendable () -> Void
  ) {
    self.subject = subject
    self.pace = pace
    self.wake = wake
    letters = Mailbox(wake: wake)
    state = DashboardState(
      source: subject.connection.hello, capabilities: subject.services.capabilities, followed: subject.followed,
      attachment: subject.attachment, size: size, hasScreen: hasScreen, settings: subject.settings,
      allowed: subject.allowed)
  }

  /// Whether everything that was requested is done.
  var isIdle: Bool { requests.isEmpty && state.commandsUnderWay == 0 }

  /// Processes new messages. While the view is frozen, entries are only counted.
  func readNews() {
    // The end of a recording must be seen before the report that it was stopped.
    let letters = letters.take()
    if let snapshot = subject.player?.takeSnapshot() { update(.replayed(snapshot)) }
    if state.isFrozen {
      take(subject.connection.receive(limit: 0))
      update(.backlog(subject.connection.backlog))
    } else {
      let waiting = held
      held = []
      take(waiting)
      if receive() { isThawing = false }
    }
    let recording = subject.services.recordingStatus
    if recording != state.recording { update(.recording(recording)) }
    for letter in letters { update(letter) }
    if let playback = subject.player?.playback, playback != state.playback { update(.playback(playback)) }
  }

  /// - Returns: Whether nothing more is waiting.
  private func receive() -> Bool {
    let deadline = pace.patience.map { ContinuousClock.now + $0 }
    repeat {
      if !take(subject.connection.receive(limit: pace.batch)) { return true }
    } while deadline.map { ContinuousClock.now < $0 } ?? true && !pace.isInterrupted()
    wake()
    return false
  }

  /// - Returns: Whether there may be more.
  @discardableResult
  private func take(_ messages: [InspectionMessage]) -> Bool {
    var hasMore = false
    for (place, message) in messages.enumerated() {
      switch message {
      case .hello(let hello):
        if isThawing, !hello.isResumed {
          (held, isThawing) = (Array(messages[place...]), false)
          update(.replacedWhileFrozen)
          return false
        }
        // A new application does not answer requests to the previous one.
        if !hello.isResumed { requests = [:] }
        update(.message(message))
      case .prologue:
        hasMore = true
        update(.message(message))
      case .entries(let entries, _):
        hasMore = true
        for part in front?.parts(of: entries) ?? [entries[...]] { update(.message(.entries(Array(part)))) }
      case .running(state.application.running): break
      case .reply(let reply):
        guard let command = requests[reply.id] else { continue }
        if reply.answer.isLast { requests[reply.id] = nil }
        update(.reply(reply.answer, to: command))
      case .role, .contact, .events, .running, .bye: update(.message(message))
      }
    }
    return hasMore
  }

  func draw(on canvas: inout Canvas) {
    state.refreshStatistics()
    state.draw(on: &canvas)
  }

  /// Updates the state with an action, and performs the resulting effects.
  func update(_ action: Action) {
    let wasFrozen = state.isFrozen
    let effects = state.update(action, now: subject.connection.now)
    front?.took(action)
    for effect in effects { perform(effect) }
    if wasFrozen, !state.isFrozen { isThawing = held.isEmpty }
    if state.isFrozen != wasFrozen { readNews() }
  }

  private func perform(_ effect: Effect) {
    if case .playback(let command) = effect, let problem = subject.player?.control(command) {
      return update(.playbackRefused(problem))
    }
    front?.perform(effect)
    switch effect {
    case .perform(let command): ask(.perform(command), command)
    case .check(let command): ask(.check(command), command)
    // Nearby entries appear in the same frame.
    case .playback: readNews()
    case .locate(let event): if let player = subject.player { update(.located(player.occurrences(of: event))) }
    case .run: _ = serve(effect)
    case .record, .stopRecording, .export: update(.reply(serve(effect).map(Reply.Answer.refused) ?? .accepted, to: nil))
    case .askForControl:
      subject.askForControl?()
    case .say, .complain, .copy, .quit: break
    }
  }

  /// - Returns: Why the effect can't be started, in one sentence; `nil` if it was started.
  private func serve(_ effect: Effect) -> String? {
    subject.services.begin(effect) { [letters] in letters.add($0) }
  }

  /// Sends a request to the application. Immediate answers are processed at once.
  private func ask(_ kind: InspectionRequest.Kind, _ command: Command) {
    latestRequest += 1
    requests[latestRequest] = command
    subject.connection.send(InspectionRequest(id: latestRequest, kind: kind))
    readNews()
  }
}

/// Holds messages from other threads until the dashboard processes them.
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
