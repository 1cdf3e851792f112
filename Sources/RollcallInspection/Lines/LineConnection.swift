package import Dispatch
import Foundation
package import ModuleLifecycle

/// A connection to an application behind a socket, line by line; see `LineServer`.
///
/// Its own thread reads what the application sends, and notices when it falls silent. Unreceived entries are bounded:
/// beyond the limit, they are dropped and counted, and the application is asked for a prologue. The latest prologue is
/// kept. The owner must close the connection.
package final class LineConnection: InspectionConnection, LineEnd {
  private struct State: Sendable {
    var inbox: Inbox
    /// The application's description; `nil` until it has arrived.
    var hello: Hello?
    /// Why the application has rejected the inspector, if it did so before its hello.
    var refusal: String?
    /// The journal's time and the clock's time at the hello.
    var start: (journal: UInt64, clock: UInt64) = (0, 0)
    /// When a line arrived last, by the clock.
    var heardAt: UInt64
    var contact = Contact.answers
    /// The number after that of the latest entry.
    var nextEntry: UInt64 = 0
    /// How many prologues could be received.
    var prologues = 0
    /// The reason the application gave for ending the connection.
    var farewell: Contact.Ending?
    /// When the connection ended, by the clock.
    var endedAt: UInt64?

    func journalTime(at time: UInt64) -> UInt64 { start.journal.plus(time.minus(start.clock)) }

    /// Whether to check for silence.
    var isListening: Bool { if case .isSilent = contact { false } else { hello != nil } }
  }

  private let channel: LineChannel
  private let peer: Peer
  private let clock: MonotonicClock
  private let keeps: @Sendable (InspectionMessage, Int) -> Bool
  private let passesOn: (@Sendable (String) -> Void)?
  private let wake: @Sendable () -> Void
  private let state: Locked<State>
  /// Separate from `state`, so that `now` can be read while a long line is parsed.
  private let reader = Locked(MessageReader(), .session)
  private let greeted = DispatchSemaphore(value: 0)

  /// How long an application can send nothing before it counts as silent, in nanoseconds.
  private static let patience: UInt64 = 5_000_000_000

  /// Returns the first line that an inspector sends.
  ///
  /// - Parameters:
  ///   - isProbe: Whether the inspector only wants the application's description.
  ///   - resumption: The journal of an earlier connection, and the first entry that it did not receive.
  package static func greeting(
    as role: InspectionRole, isProbe: Bool = false, resuming resumption: (session: String, entry: UInt64)? = nil
  ) -> String {
    MessageLines.line(
      AttachLine(
        after: resumption.flatMap { $0.entry > 0 ? $0.entry - 1 : nil }, session: resumption?.session,
        min: AttachLine.version, name: ProcessInfo.processInfo.processName, probe: isProbe, role: role))
  }

  /// Connects, and waits for the application's hello.
  ///
  /// - Parameters:
  ///   - socket: The connected socket, which this connection then owns, and its peer; see `InspectorSocket.connect`.
  ///   - greeting: The text to send first.
  ///   - mostBytes: The limit for unreceived entries, in bytes of lines.
  ///   - patience: How long to wait.
  ///   - keeps: Called with each message as it arrives, on the connection's thread, with the size of its line in bytes.
  ///     `bye` is the last. Returns whether the message can be received, too.
  ///   - passesOn: Called with each line of the application from its hello on, and with a line for each change of
  ///     contact, on the connection's thread; see `PassedLines`. The application waits while this works.
  ///   - wake: Called on any thread when there is something new to receive.
  /// - Throws: `InspectionError` with the application's reason if it rejects the inspector. Also if it sends no hello
  ///   in time, or the system can't start a thread.
  package init(
    attachingTo socket: (descriptor: Int32, peer: Peer), _ greeting: String, mostBytes: Int = 16 << 20,
    patience: Duration = .seconds(5), clock: MonotonicClock = .system,
    keeps: @escaping @Sendable (InspectionMessage, Int) -> Bool = { _, _ in true },
    passesOn: (@Sendable (String) -> Void)? = nil, wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    (peer, self.clock, self.keeps, self.passesOn, self.wake) = (socket.peer, clock, keeps, passesOn, wake)
    channel = LineChannel(socket.descriptor, limit: 16 << 20, readsWhileWriting: true)
    state = Locked(State(inbox: Inbox(mostBytes: mostBytes, requests: greeting), heardAt: clock.now))
    try channel.start(self)
    _ = greeted.wait(timeout: .now() + .nanoseconds(Int(clamping: UInt64(nanoseconds: patience))))
    let (isThere, refusal) = state.withLock { ($0.hello != nil, $0.refusal) }
    if isThere { return }
    channel.stop()
    // Before its hello, the application is known only by the socket. Of a forwarded socket, that is another process.
    let isStopped = peer.process > 0 && ProcessTable.standing(of: peer.process) == .isStopped
    throw InspectionError(
      refusal
        ?? (isStopped
          ? "Process \(peer.process) is stopped, so it can't answer. 'kill -CONT \(peer.process)' lets it continue."
          : "No application has identified itself."))
  }

  package var hello: Hello { state.withLock(\.hello) ?? Hello(application: "", startedNanoseconds: 0) }

  /// Nanoseconds since the journal's start. Stops at the end of the connection.
  package var now: UInt64 {
    let time = clock.now
    return state.withLock { $0.journalTime(at: $0.endedAt ?? time) }
  }

  package var backlog: Backlog { state.withLock { $0.inbox.takeBacklog() } }

  /// Where a new connection can resume; `nil` if the application's journal has no name.
  package var resumption: (session: String, entry: UInt64)? {
    state.withLock { state in state.hello?.session.map { ($0, state.nextEntry) } }
  }

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

  /// Sends the text of a request; see `Inbox`.
  func send(_ text: String, id: UInt64?) -> String? {
    defer { channel.wake() }
    return state.withLock { $0.inbox.send(text, id: id) }
  }

  /// Asks for another role. The answer arrives as a message.
  package func ask(for role: InspectionRole) { ask(RequestLine(askingFor: role)) }

  package func askForPrologue() { ask(RequestLine()) }

  /// Waits until everything up to now can be received: at most 5 s, and 1 s if the application's main actor did not answer
  /// at the start. Receives nothing, so that what comes meanwhile stays bounded.
  ///
  /// - Parameter news: Signalled by the connection's `wake`.
  /// - Returns: Whether everything can be received.
  package func waitForBeginning(_ news: DispatchSemaphore) -> Bool {
    let deadline = DispatchTime.now() + .seconds(hello.isPending ? 1 : 5)
    // What comes before a prologue that was asked for is everything up to now. If the journal has forgotten entries,
    // there is an older prologue. If the main actor did not answer, the first one is the latest.
    let needed = hello.isPending || hello.nextEntry == 0 ? 1 : 2
    var hasAsked = hello.isPending
    while true {
      let (prologues, isOver) = state.withLock { state in
        // The connection wakes its owner once until this is asked.
        _ = state.inbox.takeBacklog()
        return (state.prologues, state.inbox.isOver)
      }
      if prologues >= needed { return true }
      if !hasAsked, prologues == needed - 1 {
        askForPrologue()
        hasAsked = true
      }
      // News can come all the time.
      guard !isOver, DispatchTime.now() < deadline, news.wait(timeout: deadline) == .success else { return false }
    }
  }

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
    let (isGreeted, isListening) = state.withLock { state in
      state.heardAt = clock.now
      return (state.hello != nil, state.isListening)
    }
    if isGreeted, !isListening { note(.answers) }
    if isGreeted { pass(line) }
    for told in reader.withLock({ $0.read(line) }) { take(told, bytes: bytes) }
    // The hello comes after what it decides.
    if !isGreeted, state.withLock({ $0.hello != nil }) { pass(line) }
  }

  private func pass(_ line: [UInt8]?) {
    guard let passesOn else { return }
    passesOn(PassedLines.line(line))
    // What reads the lines may have been slow.
    state.withLock { $0.heardAt = clock.now }
  }

  private func take(_ told: MessageReader.Told, bytes: Int) {
    switch told {
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
    }
  }

  /// Checks whether the application has been silent for too long.
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
    let (last, isGreeted) = state.withLock { ($0.inbox.end(ending), $0.hello != nil) }
    if isGreeted, let passesOn { for message in last { passesOn(PassedLines.text(of: message)) } }
    _ = keeps(.bye, 0)
    greeted.signal()
    wake()
  }

  private func note(_ contact: Contact) {
    let isNew = state.withLock { state in
      defer { state.contact = contact }
      return state.contact != contact
    }
    guard isNew else { return }
    add(.contact(contact), bytes: 0)
    passesOn?(PassedLines.text(of: .contact(contact)))
  }

  private func add(_ message: InspectionMessage, bytes: Int) {
    let wakes = state.withLock { state in
      if case .prologue = message { state.prologues += 1 }
      return state.inbox.add(message, bytes: bytes)
    }
    if wakes { wake() }
  }

  /// The application's process; `nil` if unknown. With a forwarded socket, the peer is a different process.
  private var process: Int32? {
    peer.process > 0 && hello.process?.id == Int(peer.process) ? peer.process : nil
  }

  /// Whether the process is known to have gone.
  var hasGone: Bool { process.map { ProcessTable.standing(of: $0) == .gone } ?? false }

  /// The same. Waits up to 0.3 s, because the process's descriptors are closed before it disappears.
  private var isGone: Bool {
    for _ in 0..<30 where process != nil {
      if hasGone { return true }
      usleep(10_000)
    }
    return false
  }
}
