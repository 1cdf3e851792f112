#if CommandLine
import Dashboard
import Inspection
import ModuleLifecycle
import Recordings
import TerminalUI

/// What a user sees of a dashboard and acts by: a screen with keys, or lines.
protocol DashboardFront: AnyObject {
  /// The state has taken something in.
  func took(_ action: Action)
  /// Does its part of what the state wants done, once the runtime has begun with its own: says something, copies a text,
  /// ends.
  func perform(_ effect: Effect)
  /// Entries, in the parts in which they are to be taken in.
  func parts(of entries: [JournalEntry]) -> [ArraySlice<JournalEntry>]
}

extension DashboardFront {
  /// What the state takes in is seen when it is drawn.
  func took(_ action: Action) {}

  /// All at once.
  func parts(of entries: [JournalEntry]) -> [ArraySlice<JournalEntry>] { [entries[...]] }
}

/// What a dashboard shows, and what it can do beside that.
struct DashboardSubject: Sendable {
  /// The way to the application.
  let connection: any InspectionConnection
  var services: any DashboardServing = DashboardServices()
  /// Plays the recording that is at the connection's end; `nil` where the application is live.
  var player: ReplaySource?
  /// The name of the recording that is at its end and still being written.
  var followed: String?
  /// How it is attached to an application in another process.
  var attachment: Attachment?
  /// What the user has set for all applications.
  var settings = DashboardSettings()
  /// The warnings that are not to be announced.
  var allowed = AllowedWarnings()
  /// Asks the application in another process to be allowed to control it.
  var askForControl: (@Sendable () -> Void)?
  /// Whether to end when the application has gone.
  var endsWithApplication: Bool { attachment?.isLasting == false }
}

/// A dashboard at work, whatever its front: takes in what the application tells, and has done what the state wants done.
///
/// To be used by one thread.
final class DashboardRuntime {
  let subject: DashboardSubject
  private(set) var state: DashboardState
  weak var front: (any DashboardFront)?
  /// What services have said and the state has not taken in.
  private let letters: Mailbox<Action>
  /// What the application was asked and has not answered to the end, by the numbers of the requests.
  private var requests: [UInt64: Command] = [:]
  private var latestRequest: UInt64 = 0
  private let pace: Pace
  private let wake: @Sendable () -> Void

  /// How entries are taken in.
  struct Pace {
    /// How many are received at once.
    var batch: Int
    /// After how long everything else is looked at again, which has the front woken for the rest; `nil` for never.
    var patience: Duration?
    /// Whether to do that at once.
    var isInterrupted: @Sendable () -> Bool = { false }
  }

  /// - Parameter wake: Called on any thread when there is something new to take in.
  init(
    _ subject: DashboardSubject, size: Size, pace: Pace, wake: @escaping @Sendable () -> Void
  ) {
    self.subject = subject
    self.pace = pace
    self.wake = wake
    letters = Mailbox(wake: wake)
    state = DashboardState(
      source: subject.connection.hello, offers: subject.services.offers, followed: subject.followed,
      attachment: subject.attachment, size: size, settings: subject.settings, allowed: subject.allowed)
  }

  /// Whether nothing that was asked for is still to be done.
  var isIdle: Bool { requests.isEmpty && state.commandsUnderWay == 0 }

  /// Takes in what is new. While the view is frozen, entries are only counted.
  func readNews() {
    // A recording's end is seen before it is said that it was stopped.
    let letters = letters.take()
    if let snapshot = subject.player?.takeSnapshot() { update(.replayed(snapshot)) }
    if state.isFrozen {
      take(subject.connection.receive(limit: 0))
      update(.backlog(subject.connection.backlog))
    } else {
      receive()
    }
    let recording = subject.services.recordingStatus
    if recording != state.recording { update(.recording(recording)) }
    for letter in letters { update(letter) }
    if let playback = subject.player?.playback, playback != state.playback { update(.playback(playback)) }
  }

  private func receive() {
    let deadline = pace.patience.map { ContinuousClock.now + $0 }
    repeat {
      if !take(subject.connection.receive(limit: pace.batch)) { return }
    } while deadline.map { ContinuousClock.now < $0 } ?? true && !pace.isInterrupted()
    wake()
  }

  /// - Returns: Whether there may be more.
  @discardableResult
  private func take(_ messages: [InspectionMessage]) -> Bool {
    var hasMore = false
    for message in messages {
      switch message {
      case .hello(let hello):
        // What another application was asked, this one does not answer.
        if !hello.isResumed { requests = [:] }
        update(.attached(hello))
      case .role(let role): update(.role(role))
      case .contact(let contact): update(.contact(contact))
      case .prologue(let prologue):
        hasMore = true
        update(.prologue(prologue))
      case .entries(let entries, _):
        hasMore = true
        for part in front?.parts(of: entries) ?? [entries[...]] { update(.entries(Array(part))) }
      case .events(let events): update(.events(events))
      case .running(let running): if running != state.application.running { update(.running(running)) }
      case .reply(let reply):
        guard let command = requests[reply.id] else { continue }
        if reply.answer.isLast { requests[reply.id] = nil }
        update(.reply(reply.answer, to: command))
      case .bye: update(.disconnected)
      }
    }
    return hasMore
  }

  func draw(on canvas: inout Canvas) {
    state.refreshStatistics()
    state.draw(on: &canvas)
  }

  /// Has the state take something in, and does what it wants done.
  func update(_ action: Action) {
    let wasFrozen = state.isFrozen
    let effects = state.update(action, now: subject.connection.now)
    front?.took(action)
    for effect in effects { perform(effect) }
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
    // What is near is there with the same frame.
    case .playback: readNews()
    case .locate(let event): if let player = subject.player { update(.located(player.occurrences(of: event))) }
    case .run: _ = serve(effect)
    case .record, .stopRecording, .export: update(.reply(serve(effect).map(Reply.Answer.refused) ?? .accepted, to: nil))
    case .askForControl:
      subject.askForControl?()
    case .say, .complain, .copy, .quit: break
    }
  }

  /// - Returns: Why not, in one sentence; otherwise `nil`.
  private func serve(_ effect: Effect) -> String? {
    subject.services.begin(effect) { [letters] in letters.add($0) }
  }

  /// Asks the application something. What it says at once is taken in at once.
  private func ask(_ kind: InspectionRequest.Kind, _ command: Command) {
    latestRequest += 1
    requests[latestRequest] = command
    subject.connection.send(InspectionRequest(id: latestRequest, kind: kind))
    readNews()
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
