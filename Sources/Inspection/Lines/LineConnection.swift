import Foundation
package import ModuleLifecycle

/// The way to an application at the other end of a socket, line by line; see `LineServer`.
///
/// A thread of its own reads what the application sends, and notices whether it still says something. What was not received
/// of that is bounded: of more, entries are dropped and counted, and the application is asked how it stands. It is to be
/// closed.
package final class LineConnection: InspectionConnection, LineEnd {
  private struct State: Sendable {
    var inbox: Inbox
    /// `nil` until the application has said what it is: while the connection is made.
    var hello: Hello?
    /// Why the application has sent the inspector away before that.
    var refusal: String?
    /// The journal's time, and the clock's, when the application said hello.
    var start: (journal: UInt64, clock: UInt64) = (0, 0)
    /// When it was heard last, by the clock.
    var heardAt: UInt64
    var contact = Contact.answers
    /// The number behind that of the latest entry.
    var nextEntry: UInt64 = 0
    /// Why it said that it ends the connection.
    var farewell: Contact.Ending?
    /// When the connection ended, by the clock.
    var endedAt: UInt64?

    /// The journal's time at a time of the clock.
    func journalTime(at time: UInt64) -> UInt64 { start.journal.plus(time.minus(start.clock)) }

    /// Whether it is to be noticed when nothing comes.
    var isListening: Bool { if case .isSilent = contact { false } else { hello != nil } }
  }

  private let channel: LineChannel
  /// The process at the other end.
  private let peer: Peer
  private let clock: MonotonicClock
  private let keeps: @Sendable (InspectionMessage, Int) -> Bool
  private let wake: @Sendable () -> Void
  private let state: Locked<State>
  /// Apart from the rest: while a long line is read, the time is asked for.
  private let reader = Locked(MessageReader())
  private let greeted = DispatchSemaphore(value: 0)

  /// How long an application may say nothing before it is called silent, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  /// What an inspector says when it comes.
  ///
  /// - Parameters:
  ///   - isProbe: Whether to be told what the application is, and nothing else.
  ///   - resumption: The journal that an earlier connection was about, and the first entry that it did not have.
  package static func greeting(
    as role: InspectionRole, isProbe: Bool = false, resuming resumption: (session: String, entry: UInt64)? = nil
  ) -> String {
    MessageLines.line(
      AttachLine(
        after: resumption.flatMap { $0.entry > 0 ? $0.entry - 1 : nil }, session: resumption?.session,
        min: AttachLine.version, name: ProcessInfo.processInfo.processName, probe: isProbe, role: role))
  }

  /// Waits until the application at the other end says what it is.
  ///
  /// - Parameters:
  ///   - socket: The connection, which is this one's from now on, and who is at its other end; see `InspectorSocket.connect`.
  ///   - greeting: What is sent first.
  ///   - mostBytes: How much may be there that was not received, in bytes of lines.
  ///   - patience: How long to wait.
  ///   - keeps: Given each message as it comes, `bye` the last, with the bytes of its line, on the connection's thread; says
  ///     whether it is to be received, too.
  ///   - wake: Called on any thread when there is something new to receive.
  /// - Throws: `InspectionError` with the application's reason, if it sends the inspector away; also where it says nothing
  ///   in that time, or the system has no thread for it.
  package init(
    attachingTo socket: (descriptor: Int32, peer: Peer), _ greeting: String, mostBytes: Int = 16 << 20,
    patience: Duration = .seconds(5), clock: MonotonicClock = .system,
    keeps: @escaping @Sendable (InspectionMessage, Int) -> Bool = { _, _ in true },
    wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    (peer, self.clock, self.keeps, self.wake) = (socket.peer, clock, keeps, wake)
    channel = LineChannel(socket.descriptor, limit: 16 << 20, readsWhileWriting: true)
    state = Locked(State(inbox: Inbox(mostBytes: mostBytes, requests: greeting), heardAt: clock.now))
    try channel.start(self)
    _ = greeted.wait(timeout: .now() + .nanoseconds(Int(clamping: UInt64(nanoseconds: patience))))
    let (isThere, refusal) = state.withLock { ($0.hello != nil, $0.refusal) }
    if isThere { return }
    channel.stop()
    throw InspectionError(refusal ?? "There is no application that says what it is.")
  }

  package var hello: Hello { state.withLock(\.hello) ?? Hello(application: "", startedNanoseconds: 0) }

  /// Nanoseconds since the journal's start. Nothing goes on after the end.
  package var now: UInt64 {
    let time = clock.now
    return state.withLock { $0.journalTime(at: $0.endedAt ?? time) }
  }

  package var backlog: Backlog { state.withLock { $0.inbox.takeBacklog() } }

  /// What a new connection goes on with; `nil` where the application has not said how.
  package var resumption: (session: String, entry: UInt64)? {
    state.withLock { state in state.hello?.session.map { ($0, state.nextEntry) } }
  }

  /// Whether entries are missing, and the application has not said how it stands since.
  package var awaitsPrologue: Bool { state.withLock(\.inbox.awaitsPrologue) }

  package func receive(limit: Int) -> [InspectionMessage] {
    let (messages, hasAsked) = state.withLock { $0.inbox.receive(limit: limit) }
    if hasAsked { channel.wake() }
    return messages
  }

  package func send(_ request: InspectionRequest) {
    state.withLock { $0.inbox.send(request) }
    channel.wake()
  }

  /// Asks to be allowed more, or less; the answer is a message.
  package func ask(for role: InspectionRole) { ask(RequestLine(askingFor: role)) }

  /// Asks how the application stands.
  package func askForPrologue() { ask(RequestLine()) }

  private func ask(_ line: RequestLine) {
    state.withLock { $0.inbox.requests += MessageLines.line(line) }
    channel.wake()
  }

  package func close() { channel.stop() }

  // MARK: On the channel's thread

  func fill() -> String? {
    state.withLock { state in
      defer { state.inbox.requests = "" }
      return state.inbox.requests
    }
  }

  func take(_ line: [UInt8]?) {
    let bytes = line?.count ?? 0
    let isBack = state.withLock { state in
      state.heardAt = clock.now
      return state.hello != nil && !state.isListening
    }
    if isBack { note(.answers) }
    switch reader.withLock({ $0.read(line) }) {
    case .hello(let hello, let now):
      state.withLock { state in
        if state.hello == nil {
          (state.hello, state.start, state.nextEntry) = (hello, (now, clock.now), hello.nextEntry)
        }
        if hello.isPending || hello.nextEntry > 0 && !hello.isResumed { state.inbox.awaitsPrologue = true }
      }
      _ = keeps(.hello(hello), bytes)
      greeted.signal()
    case .message(let message):
      if let next = message.nextEntry { state.withLock { $0.nextEntry = next } }
      if keeps(message, bytes) { add(message, bytes: bytes) }
    case .beat(let answered, let now):
      note(now.minus(answered) > InspectionAgent.silence ? .hangs(since: answered) : .answers)
    case .bye(let reason): state.withLock { $0.farewell = reason == "stopped" ? .stopped : .orderly }
    case .refused(let reason):
      state.withLock { state in
        if state.hello == nil { state.refusal = reason } else { state.farewell = .sentAway(reason) }
      }
      channel.stop()
    case .tooMuch: channel.stop()
    case .nothing: break
    }
  }

  /// Looks whether the application has been silent for too long.
  func tick() {
    let now = clock.now
    let since = state.withLock { state -> UInt64? in
      guard state.isListening, now.minus(state.heardAt) >= Self.patience else { return nil }
      return state.journalTime(at: state.heardAt)
    }
    guard let since else { return }
    note(.isSilent(since: since, isStopped: process.map { ProcessTable.standing(of: $0) == .isStopped } ?? false))
  }

  var pause: Int32 {
    let now = clock.now
    return state.withLock { state in
      guard state.isListening else { return -1 }
      return Int32(clamping: Self.patience.minus(now.minus(state.heardAt)) / 1_000_000 + 1)
    }
  }

  func ended() {
    let time = clock.now
    let farewell = state.withLock { state in
      state.endedAt = time
      return state.farewell
    }
    let ending = farewell ?? (isGone ? .withoutSayingSo : .cut)
    state.withLock { $0.inbox.end(ending) }
    _ = keeps(.bye, 0)
    greeted.signal()
    wake()
  }

  private func note(_ contact: Contact) {
    let isNew = state.withLock { state in
      defer { state.contact = contact }
      return state.contact != contact
    }
    if isNew { add(.contact(contact), bytes: 0) }
  }

  private func add(_ message: InspectionMessage, bytes: Int) {
    if state.withLock({ $0.inbox.add(message, bytes: bytes) }) { wake() }
  }

  /// The application's process. Where a forwarded socket leads to another machine, the process at its other end is not that.
  private var process: Int32? {
    peer.process > 0 && hello.process?.id == Int(peer.process) ? peer.process : nil
  }

  /// Whether the process has gone, or goes within a moment: its descriptors are closed before it is.
  private var isGone: Bool {
    guard let process else { return false }
    for _ in 0..<30 {
      if ProcessTable.standing(of: process) == .gone { return true }
      usleep(10_000)
    }
    return false
  }
}

extension InspectionMessage {
  /// The number behind that of the last entry that it tells of.
  fileprivate var nextEntry: UInt64? {
    switch self {
    case .entries(let entries, let first?): first.plus(entries.reduce(0) { $0.plus($1.span) })
    case .prologue(let prologue): prologue.nextEntry
    default: nil
    }
  }
}
