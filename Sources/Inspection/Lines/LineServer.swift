import Foundation
import ModuleLifecycle
import Recordings
import TextFormatting

/// Tells an inspector that has connected to a socket of a composite, line by line, on a thread of its own. The inspector has
/// to say first what it is. It ends when it is stopped, or the inspector goes; what is being fired repeatedly for that then
/// is fired no more.
final class LineServer: LineEnd {
  /// How far the inspector has come.
  private enum Stage: Sendable {
    /// It has to say what it is before a time.
    case arriving(until: UInt64)
    /// The main actor is asked how the application stands. If it has not answered by then, it is told later.
    case preparing(AttachLine, until: UInt64)
    case attached(InspectionAgent)
    /// The last line that it is told, and until when it may take it, by the system's clock.
    case leaving(String, until: UInt64)
    case over(until: UInt64)
  }

  private struct State: Sendable {
    var stage: Stage
    var hasGreeted = false
    /// Whether it wants to know what the application is, and nothing else.
    var isProbe = false
    var nextBeat: UInt64 = 0
    /// When the thread is to come back at the latest, where it waits.
    var waitsUntil: UInt64?
    /// Why the connection is to end, and which entry was the last then.
    var farewell: (reason: String, entry: UInt64)?
    /// What has this looked at while a handler runs.
    var looker: UInt64?
    var refusals = 0
    var overrun = Overrun()
    /// What the inspector has asked before it was told what the application is.
    var early: [[UInt8]] = []
  }

  private let terms: InspectionTerms
  private let peer: Peer
  private let hasAttached: @Sendable () -> Void
  private let hasEnded: @Sendable () -> Void
  private let channel: LineChannel
  private let state: Locked<State>

  /// The longest line of an inspector that is read, in bytes.
  static let mostBytes = 64 << 10
  /// How long an inspector may take to say what it is, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000
  /// How long it may take to take the last line, in nanoseconds.
  private static let farewellPatience: UInt64 = 1_000_000_000
  /// How long the main actor may take to say how the application stands before the rest is told, in nanoseconds.
  private static let mainActorPatience: UInt64 = 100_000_000
  /// The time between two beats, in nanoseconds.
  private static let beat: UInt64 = 2_000_000_000
  /// The most entries that are put into lines at once.
  private static let batch = 256
  /// The most requests of one inspector that are refused; each of them takes room in the journal.
  private static let mostRefusals = 1_000

  /// - Parameters:
  ///   - socket: The server's from now on.
  ///   - attached: Called on the server's thread when the inspector has said what it is.
  ///   - ended: Called there when it is over.
  /// - Throws: `InspectionError` where the system has no thread or no descriptor for it.
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
    // The inspector may have gone already: no signal of that reaches such a thread.
    let code = RecorderThread.start {
      _ = unsafe send(socket, line, line.count, Int32(MSG_DONTWAIT))
      close(socket)
    }
    if code != nil { close(socket) }
  }

  /// Ends the connection at once.
  func stop() { channel.stop() }

  private var wake: @Sendable () -> Void { { [channel] in channel.wake() } }

  // MARK: What is said

  func fill() -> String? {
    let now = terms.clock.now
    switch state.withLock(\.stage) {
    case .arriving(let deadline):
      if state.withLock({ $0.farewell != nil }) { return nil }
      if now >= deadline { refuse("malformed", "The attach line did not come within 5 s.") }
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
      // A thread that comes back that late was stopped with its process; of that time the main actor need not account.
      let isLate = state.waitsUntil.map { now > $0 + Self.beat / 2 } ?? false
      if isDue || !state.hasGreeted { state.nextBeat = now + Self.beat }
      return (state.hasGreeted, state.isProbe, state.farewell, isDue, isLate)
    }
    for line in state.withLock({ state in
      defer { state.early = [] }
      // A probe asks for nothing.
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

  // MARK: What is taken

  func take(_ line: [UInt8]?) {
    let (stage, isLeaving) = state.withLock { ($0.stage, $0.farewell != nil) }
    switch stage {
    case .leaving, .over: return
    case .arriving, .preparing, .attached: if isLeaving { return }
    }
    guard let line, line.first == UInt8(ascii: "{") else {
      return refuse("malformed", "A line of an inspector is one JSON object, of at most 64 KiB.")
    }
    switch stage {
    case .arriving: attach(line)
    case .attached(let agent): ask(line, of: agent)
    case .preparing:
      let isTooMuch = state.withLock { state in
        state.early.append(line)
        return state.early.count > InspectionAgent.mostOpenCommands
      }
      if isTooMuch { refuse("busy", "An inspector waits for the hello before it asks for more.") }
    case .leaving, .over: break
    }
  }

  private func attach(_ line: [UInt8]) {
    guard let asked: AttachLine = try? JournalLine.object(line.span) else {
      return refuse(
        "malformed", "The first line of an inspector has to be its attach line, as the protocol says.")
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

  /// Begins to tell the inspector of the application, unless that has begun.
  ///
  /// - Parameter composite: The composite, in the main actor's turn; `nil` where that does not answer.
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

  /// Has the channel woken for as long as a handler runs: what runs is told without an entry.
  private func look() {
    guard let looker = terms.inspected.watchdog?.addLooker(wake) else { return }
    let isLate = state.withLock { state in
      if case .over = state.stage { return true }
      state.looker = looker
      return false
    }
    if isLate { terms.inspected.watchdog?.forget(looker: looker) }
  }

  private func ask(_ line: [UInt8], of agent: InspectionAgent) {
    guard let asked: RequestLine = try? JournalLine.object(line.span) else {
      return refuse("malformed", "A request is a JSON object with a type, as the protocol says.")
    }
    switch asked.type {
    case "prologue": agent.rejoin()
    case "role": agent.setRole(RoleWords(role: asked.role, events: asked.mayFire).value, atMost: terms.role)
    default:
      guard let request = asked.request else {
        return agent.tell(Reply(id: asked.id, answer: .refused("This application does not know such a request.")))
      }
      guard !agent.isAccepted(request) else { return }
      let count = state.withLock { state in
        state.refusals += 1
        return state.refusals
      }
      if count > Self.mostRefusals { refuse("busy", "\(Self.mostRefusals) requests were refused; that is enough.") }
    }
  }

  // MARK: The end

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

  /// Ends the connection, for a reason, when the inspector has been told what there is by now.
  func leave(_ reason: String) {
    let end = terms.inspected.journal.end
    state.withLock { $0.farewell = (reason, end) }
    wake()
  }

  func ended() {
    let (stage, looker) = state.withLock { state in
      defer { (state.stage, state.looker) = (.over(until: 0), nil) }
      return (state.stage, state.looker)
    }
    if let looker { terms.inspected.watchdog?.forget(looker: looker) }
    if case .attached(let agent) = stage { agent.close() }
    hasEnded()
  }
}
