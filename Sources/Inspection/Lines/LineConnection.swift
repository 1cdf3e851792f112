import Dispatch
package import ModuleLifecycle

/// The way to an application at the other end of two descriptors, line by line; see `LineServer`.
///
/// A thread of its own reads what the application sends. What was not received of that is bounded: of more, entries are
/// dropped and counted, and the application is asked how it stands.
package final class LineConnection: InspectionConnection {
  private let channel: LineChannel
  private let inbox: Inbox
  private let clock: MonotonicClock
  /// The journal's time, and the clock's, when the application said hello.
  private let start: (journal: UInt64, clock: UInt64)
  package let hello: Hello

  /// Attaches to an application that listens; see `InspectorSocket.connect`.
  ///
  /// - Throws: `InspectionError` with the application's reason, if it sends the inspector away.
  package convenience init(
    attachingTo socket: Int32, as role: InspectionRole, patience: Duration = .seconds(5),
    wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    let greeting = MessageLines.line(AttachLine(attach: AttachLine.version, min: AttachLine.version, role: role))
    try self.init(input: socket, output: socket, greeting: greeting, patience: patience, wake: wake)
  }

  /// Waits until the application at the other end of two descriptors says what it is.
  ///
  /// - Parameters:
  ///   - input: Where messages come from. Both descriptors are the connection's from now on.
  ///   - output: Where requests go to.
  ///   - text: What is sent first.
  ///   - mostBytes: How much may be there that was not received, in bytes of lines.
  ///   - patience: How long to wait.
  ///   - wake: Called on any thread when there is something new to receive.
  /// - Throws: `InspectionError` where the application says nothing in that time, or the system has no thread for it.
  package init(
    input: Int32, output: Int32, greeting text: String = "", mostBytes: Int = 16 << 20, clock: MonotonicClock = .system,
    patience: Duration = .seconds(5), wake: @escaping @Sendable () -> Void
  ) throws(InspectionError) {
    let channel = LineChannel(input: input, output: output, limit: 16 << 20)
    let (inbox, greeted) = (Inbox(mostBytes: mostBytes), DispatchSemaphore(value: 0))
    let greeting = Locked<(hello: Hello, now: UInt64, clock: UInt64)?>(nil)
    let reader = Locked(MessageReader())
    let refusal = Locked<String?>(nil)
    inbox.sendFirst(text)
    try channel.start(
      LineChannel.Ends(
        fill: { inbox.takeRequests() },
        take: { line in
          switch reader.withLock({ $0.read(line) }) {
          case .hello(let hello, let now):
            greeting.withLock { if $0 == nil { $0 = (hello, now, clock.now) } }
            greeted.signal()
          case .message(let message): if inbox.add(message, bytes: line?.count ?? 0) { wake() }
          case .tooMuch: channel.stop()
          case .refused(let reason):
            refusal.withLock { $0 = reason }
            channel.stop()
          case .nothing: break
          }
        },
        ended: {
          inbox.end()
          greeted.signal()
          wake()
        }))
    _ = greeted.wait(timeout: .now() + .nanoseconds(Int(clamping: UInt64(nanoseconds: patience))))
    guard let found = greeting.withLock(\.self) else {
      channel.stop()
      throw InspectionError(refusal.withLock(\.self) ?? "There is no application that says what it is.")
    }
    (self.channel, self.inbox, self.clock) = (channel, inbox, clock)
    (hello, start) = (found.hello, (found.now, found.clock))
  }

  deinit { channel.stop() }

  package var now: UInt64 { start.journal.plus(clock.now.minus(start.clock)) }

  package var backlog: Backlog { inbox.backlog }

  package func receive(limit: Int) -> [InspectionMessage] {
    let (messages, hasAsked) = inbox.receive(limit: limit)
    if hasAsked { channel.wake() }
    return messages
  }

  package func send(_ request: InspectionRequest) {
    inbox.send(request)
    channel.wake()
  }

  package func close() { channel.stop() }
}

/// What an application has sent and was not received, and what it was asked.
private final class Inbox: Sendable {
  fileprivate struct State: Sendable {
    /// From the first one that was not received on.
    var entries: [JournalEntry] = []
    /// How many of them were received.
    var taken = 0
    /// What belongs before the entry of that number in `entries`.
    var others: [(place: Int, message: InspectionMessage)] = []
    var bytes = 0
    /// How many entries were dropped, for which a gap stands first.
    var dropped: UInt64 = 0
    var requests = ""
    /// The requests that were not answered to the end.
    var open: Set<UInt64> = []
    var isOver = false
    /// Whether the owner was woken, and has not looked since.
    var isAwake = false
  }

  private let mostBytes: Int
  private let state = Locked(State())

  init(mostBytes: Int) { self.mostBytes = mostBytes }

  var backlog: Backlog {
    state.withLock { state in
      state.isAwake = false
      let kept = state.entries.count - state.taken
      return Backlog(kept: state.dropped > 0 ? kept - 1 : kept, dropped: state.dropped)
    }
  }

  /// - Returns: Whether the owner is to be woken.
  func add(_ message: InspectionMessage, bytes: Int) -> Bool {
    state.withLock { state in
      state.bytes += bytes
      switch message {
      case .entries(let entries): state.entries += entries
      case .running, .events:
        // Only the latest of its kind matters.
        state.others.removeAll { other in
          switch (other.message, message) {
          case (.running, .running), (.events, .events): true
          default: false
          }
        }
        state.others.append((state.entries.count, message))
      case .reply(let reply):
        if reply.answer.isLast { state.open.remove(reply.id) }
        state.others.append((state.entries.count, message))
      default: state.others.append((state.entries.count, message))
      }
      if state.bytes > mostBytes { state.drop() }
      defer { state.isAwake = true }
      return !state.isAwake
    }
  }

  /// What waits, and whether the application has to be asked how it stands.
  func receive(limit: Int) -> (messages: [InspectionMessage], hasAsked: Bool) {
    state.withLock { state in
      state.isAwake = false
      let hasGap = state.dropped > 0 && limit > 0
      if hasGap {
        state.dropped = 0
        state.requests += MessageLines.line(RequestLine())
      }
      return (limit > 0 ? state.take(limit) : state.takeReplies(), hasGap)
    }
  }

  func send(_ request: InspectionRequest) {
    state.withLock { state in
      guard !state.isOver else {
        let refusal = Reply.Answer.refused("The application is no longer connected.")
        return state.others.append((state.entries.count, .reply(Reply(id: request.id, answer: refusal))))
      }
      state.open.insert(request.id)
      state.requests += MessageLines.text(of: request)
    }
  }

  func sendFirst(_ text: String) { state.withLock { $0.requests = text } }

  func takeRequests() -> String {
    state.withLock { state in
      defer { state.requests = "" }
      return state.requests
    }
  }

  /// Nothing more comes. What was asked and not answered may have been carried out or not.
  func end() {
    state.withLock { state in
      state.isOver = true
      for id in state.open.sorted() {
        let end = Reply.Answer.finished(problem: "The connection was cut: what came of it is not known.")
        state.others.append((state.entries.count, .reply(Reply(id: id, answer: end))))
      }
      state.open = []
      if case .bye? = state.others.last?.message { return }
      state.others.append((state.entries.count, .bye))
    }
  }
}

extension Inbox.State {
  /// Entries up to a limit, and what belongs between them.
  fileprivate mutating func take(_ limit: Int) -> [InspectionMessage] {
    var (messages, room, told) = ([InspectionMessage](), limit, 0)
    while true {
      if told < others.count, others[told].place <= taken {
        messages.append(others[told].message)
        told += 1
        continue
      }
      let count = min(room, (told < others.count ? others[told].place : entries.count) - taken)
      if count == 0 { break }
      messages.append(.entries(Array(entries[taken..<taken + count])))
      (taken, room) = (taken + count, room - count)
    }
    others.removeFirst(told)
    // Lines are taken to be of one length.
    if room < limit {
      bytes = taken == entries.count ? 0 : bytes * (entries.count - taken) / (entries.count - taken + limit - room)
    }
    guard taken * 2 >= entries.count else { return messages }
    entries.removeFirst(taken)
    for index in others.indices { others[index].place -= taken }
    taken = 0
    return messages
  }

  /// What waits for no entries.
  fileprivate mutating func takeReplies() -> [InspectionMessage] {
    let isReply = { (message: InspectionMessage) in
      switch message {
      case .reply, .events, .bye: true
      default: false
      }
    }
    defer { others.removeAll { isReply($0.message) } }
    return others.map(\.message).filter(isReply)
  }

  /// Drops all entries, and what they would be followed by: a gap stands for them.
  fileprivate mutating func drop() {
    dropped = entries[taken...].reduce(0) { count, entry in
      if case .gap(let gap) = entry { count.plus(gap.dropped) } else { count + 1 }
    }
    entries = dropped > 0 ? [.gap(GapEntry(dropped: dropped))] : []
    others.removeAll { if case .prologue = $0.message { true } else { false } }
    for index in others.indices { others[index].place = entries.count }
    (taken, bytes) = (0, 0)
  }
}
