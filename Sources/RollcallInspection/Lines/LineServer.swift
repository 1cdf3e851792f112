import Foundation
import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// Serves one inspector that has connected to a composite's socket, line by line, on its own thread.
///
/// The inspector must identify itself first. The server ends when it is stopped or the inspector disconnects; that also
/// stops the inspector's repetition.
final class LineServer: LineEnd {
  private enum Stage: Sendable {
    /// The inspector must identify itself before this time.
    case arriving(until: UInt64)
    /// Waiting for the main actor's report of the state. After this time, the state follows later.
    case preparing(AttachLine, until: UInt64)
    case attached(InspectionAgent)
    /// The last line to send, and the time until which the inspector can read it, by the system's clock.
    case leaving(String, until: UInt64)
    case over(until: UInt64)
  }

  private struct State: Sendable {
    var stage: Stage
    var hasGreeted = false
    /// Whether the inspector only wants the application's description.
    var isProbe = false
    var nextBeat: UInt64 = 0
    /// When the waiting thread should return at the latest.
    var waitsUntil: UInt64?
    /// Why the connection should end, and the journal's end at that time.
    var farewell: (reason: String, entry: UInt64)?
    /// Wakes this server while a handler runs.
    var waker: RunningWaker?
    var refusals = 0
    var overrun = Overrun()
    /// Lines that the inspector sent before the hello.
    var early: [[UInt8]] = []
  }

  private let terms: InspectionTerms
  private let peer: Peer
  private let hasAttached: @Sendable () -> Void
  private let hasEnded: @Sendable () -> Void
  private let channel: LineChannel
  private let state: Locked<State>

  /// The maximum length of an inspector's line, in bytes.
  static let mostBytes = 64 << 10
  /// How long an inspector can take to identify itself, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000
  /// How long an inspector can take to read the last line, in nanoseconds.
  private static let farewellPatience: UInt64 = 1_000_000_000
  /// How long to wait for the main actor's state before the rest is sent without it, in nanoseconds.
  private static let mainActorPatience: UInt64 = 100_000_000
  /// The time between two beats, in nanoseconds.
  private static let beat: UInt64 = 2_000_000_000
  /// The maximum number of entries that are encoded at once.
  private static let batch = 256
  /// The maximum number of refused requests for one inspector. Each one takes space in the journal.
  private static let mostRefusals = 1_000

  /// - Parameters:
  ///   - socket: The connected socket, which the server then owns.
  ///   - attached: Called on the server's thread when the inspector has identified itself.
  ///   - ended: Called on the server's thread when the connection has ended.
  /// - Throws: `InspectionError` if the system has no thread or no descriptor left.
  init(
    _ terms: InspectionTerms, socket: Int32, peer: Peer, attached: @escaping @Sendable () -> Void,
    ended: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    (self.terms, self.peer, hasAttached, hasEnded) = (terms, peer, attached, ended)
    channel = LineChannel(socket, limit: Self.mostBytes, readsWhileWriting: false)
    state = Locked(State(stage: .arriving(until: terms.clock.now + Self.patience)))
    try channel.start(self)
  }

  /// Tells an inspector why it can't be served, and closes its connection.
  static func sendAway(_ socket: Int32, _ problem: String) {
    let line = Array(MessageLines.line(NoticeLine(type: "error", error: "busy", message: problem)).utf8)
    let code = RecorderThread.start {
      // A short line always fits into a new socket.
      _ = SystemCalls.send(line[...], to: socket)
      close(socket)
    }
    if code != nil { close(socket) }
  }

  /// Ends the connection at once.
  func stop() { channel.stop() }

  private var wake: @Sendable () -> Void { { [channel] in channel.wake() } }

  // MARK: Sending

  func fill() -> String? {
    let now = terms.clock.now
    switch state.withLock(\.stage) {
    case .arriving(let deadline):
      if state.withLock({ $0.farewell != nil }) { return nil }
      if now >= deadline { refuse("malformed", "The attach line did not arrive within 5 s.") }
      return now < deadline ? "" : fill()
    case .preparing(let line, let deadline):
      if now >= deadline { begin(line, with: nil) }
      return ""
    case .attached(let agent):
      let start = MonotonicClock.system.now
      return start < state.withLock(\.overrun.restsUntil) ? "" : text(from: agent, at: now, since: start)
    case .leaving(let line, let deadline):
      state.withLock { $0.stage = .over(until: deadline) }
      return line
    case .over: return nil
    }
  }

  private func text(from agent: InspectionAgent, at now: UInt64, since start: UInt64) -> String {
    let (hasGreeted, isProbe, farewell, isBeatDue, wasStopped) = state.withLock { state in
      defer { (state.hasGreeted, state.waitsUntil) = (true, nil) }
      let isDue = state.hasGreeted && now >= state.nextBeat
      // A thread that returns this late was stopped together with its process. The main actor is not to blame for that
      // time.
      let isLate = state.waitsUntil.map { now > $0 + Self.beat / 2 } ?? false
      if isDue || !state.hasGreeted { state.nextBeat = now + Self.beat }
      return (state.hasGreeted, state.isProbe, state.farewell, isDue, isLate)
    }
    for line in state.withLock({ state in
      defer { state.early = [] }
      // A probe has no requests.
      return state.isProbe ? [] : state.early
    }) {
      take(line)
    }
    guard hasGreeted else {
      return MessageLines.text(of: .hello(agent.hello), now: agent.now, redaction: terms.redaction)
    }
    if isProbe {
      leave(with: MessageLines.line(NoticeLine(type: "bye", reason: "probed")))
      return MessageLines.text(of: .running(agent.inspected.running.current), now: agent.now)
    }
    var (text, isDropping) = ("", false)
    for message in agent.receive(limit: Self.batch) {
      if case .entries(let entries, _) = message, case .gap? = entries.first { isDropping = true }
      text += MessageLines.text(of: message, now: agent.now, redaction: terms.redaction)
    }
    let isUpToDate = agent.isUpToDate
    state.withLock {
      $0.overrun.note(
        from: start, to: MonotonicClock.system.now, isDropping: isDropping, isUpToDate: isUpToDate)
    }
    if isBeatDue || agent.takeIsBack() {
      let answered = agent.askForSignOfLife()
      text += MessageLines.line(NoticeLine(type: "beat", answered: wasStopped ? agent.now : answered, now: agent.now))
    }
    if let farewell, agent.nextEntry >= farewell.entry {
      leave(with: MessageLines.line(NoticeLine(type: "bye", reason: farewell.reason)))
      if text.isEmpty { return fill() ?? "" }
    }
    return text
  }

  var pause: Int32 {
    let now = terms.clock.now
    return state.withLock { state in
      let until =
        switch state.stage {
        case .arriving(let deadline), .preparing(_, let deadline): deadline
        case .attached where state.overrun.restsUntil > MonotonicClock.system.now:
          now + state.overrun.restsUntil.minus(MonotonicClock.system.now)
        case .attached: state.nextBeat
        case .leaving, .over: UInt64(0)
        }
      let time = until.minus(now)
      state.waitsUntil = now + time
      return Int32(clamping: (time + 999_999) / 1_000_000)
    }
  }

  var givesUp: Bool {
    switch state.withLock(\.stage) {
    case .leaving(_, let deadline), .over(let deadline): MonotonicClock.system.now >= deadline
    case .arriving, .preparing, .attached: false
    }
  }

  // MARK: Receiving

  func take(_ line: [UInt8]?) {
    let (stage, isLeaving) = state.withLock { ($0.stage, $0.farewell != nil) }
    switch stage {
    case .leaving, .over: return
    case .arriving, .preparing, .attached: if isLeaving { return }
    }
    guard let line, line.first == UInt8(ascii: "{") else {
      return refuse("malformed", "An inspector's line must be one JSON object of at most 64 KiB.")
    }
    switch stage {
    case .arriving: attach(line)
    case .attached(let agent): ask(line, of: agent)
    case .preparing:
      let isTooMuch = state.withLock { state in
        state.early.append(line)
        return state.early.count > InspectionAgent.mostOpenCommands
      }
      if isTooMuch { refuse("busy", "An inspector must wait for the hello before it sends more requests.") }
    case .leaving, .over: break
    }
  }

  private func attach(_ line: [UInt8]) {
    guard let asked: AttachLine = try? JournalLine.object(line) else {
      return refuse(
        "malformed", "An inspector's first line must be its attach line, as the protocol says.")
    }
    let version = AttachLine.version
    guard asked.attach >= version, asked.min ?? asked.attach <= version else {
      return refuse("version", "This application speaks version \(version) of the protocol.")
    }
    hasAttached()
    if !asked.probe, asked.session == terms.inspected.journal.sessionName {
      return start(asked) { role, asker in
        InspectionAgent(
          of: terms.inspected, role: role, asker: asker, resumingAt: asked.after.map { $0.plus(1) } ?? 0, wake: wake)
      }
    }
    state.withLock { state in
      state.stage = .preparing(asked, until: terms.clock.now + Self.mainActorPatience)
      state.isProbe = asked.probe
    }
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self, let composite = self.terms.inspected.composite else { return }
        self.begin(asked, with: composite)
      }
    }
  }

  /// Starts serving the inspector, unless that has already begun.
  ///
  /// - Parameter composite: The composite, passed on the main actor; `nil` if the main actor does not respond.
  private func begin(_ line: AttachLine, with composite: CompositeDelegate?) {
    guard case .preparing = state.withLock(\.stage) else { return }
    start(line) { role, asker in
      guard let composite else {
        return InspectionAgent(of: terms.inspected, role: role, asker: asker, resumingAt: nil, wake: wake)
      }
      return MainActor.assumeIsolated {
        InspectionAgent(
          composite, of: terms.inspected, role: role, asker: asker, isProbe: line.probe, wake: wake)
      }
    }
  }

  private func start(_ line: AttachLine, _ make: (InspectionRole, Asker) -> InspectionAgent) {
    let name = line.name?.cut(toBytes: 64).printable(.line)
    let agent = make(line.role.limited(to: terms.role), Asker(peer: peer, claimedName: name))
    let hasBegun = state.withLock { state in
      switch state.stage {
      case .arriving, .preparing:
        state.stage = .attached(agent)
        return true
      case .attached, .leaving, .over: return false
      }
    }
    if hasBegun, !line.probe { look() }
    wake()
  }

  /// Wakes the channel while a handler runs, because the running handler is reported without an entry.
  private func look() {
    guard let observers = terms.inspected.observers else { return }
    let waker = RunningWaker(wake)
    observers.add(waker)
    let isLate = state.withLock { state in
      if case .over = state.stage { return true }
      state.waker = waker
      return false
    }
    if isLate { observers.remove(waker) }
  }

  private func ask(_ line: [UInt8], of agent: InspectionAgent) {
    guard let asked: RequestLine = try? JournalLine.object(line) else {
      return refuse("malformed", "A request must be a JSON object with a type, as the protocol says.")
    }
    let isAccepted: Bool
    switch asked.type {
    case "prologue": return agent.rejoin()
    case "role":
      isAccepted = agent.setRole(RoleWords(role: asked.role, events: asked.mayFire).value, atMost: terms.role)
    default:
      guard let request = asked.request else {
        return agent.tell(Reply(id: asked.id, answer: .refused("This application does not know this request.")))
      }
      isAccepted = agent.isAccepted(request)
    }
    if isAccepted { return }
    let count = state.withLock { state in
      state.refusals += 1
      return state.refusals
    }
    if count > Self.mostRefusals { refuse("busy", "More than \(Self.mostRefusals) requests were refused.") }
  }

  // MARK: Ending

  private func refuse(_ error: String, _ message: String) {
    leave(with: MessageLines.line(NoticeLine(type: "error", error: error, message: message)))
  }

  private func leave(with line: String) {
    let stage = state.withLock { state in
      let stage = state.stage
      if case .over = stage { return stage }
      state.stage = .leaving(line, until: MonotonicClock.system.now + Self.farewellPatience)
      return stage
    }
    if case .attached(let agent) = stage { agent.close() }
  }

  /// Ends the connection for this reason, once the inspector has received everything recorded so far.
  func leave(_ reason: String) {
    let end = terms.inspected.journal.end
    state.withLock { $0.farewell = (reason, end) }
    wake()
  }

  func ended() {
    let (stage, waker) = state.withLock { state in
      defer { (state.stage, state.waker) = (.over(until: 0), nil) }
      return (state.stage, state.waker)
    }
    if let waker { terms.inspected.observers?.remove(waker) }
    if case .attached(let agent) = stage { agent.close() }
    hasEnded()
  }
}

/// Wakes a server while a handler runs, because the running handler is reported without an entry.
private nonisolated final class RunningWaker: Observer {
  private let wake: @Sendable () -> Void

  init(_ wake: @escaping @Sendable () -> Void) { self.wake = wake }

  var interests: ObserverInterests { .running }
  func noteRunning() { wake() }
}
