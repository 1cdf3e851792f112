import ModuleLifecycle

/// What an application has sent and was not received, and what it was asked.
final class Inbox: Sendable {
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
    /// Whether entries are missing, and it was not told since how the application stands.
    var awaitsPrologue = false
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

  var awaitsPrologue: Bool { state.withLock(\.awaitsPrologue) }

  /// An application that has begun to tell has yet to say how it stands.
  func noteMissing() { state.withLock { $0.awaitsPrologue = true } }

  func ask(_ line: RequestLine) { state.withLock { $0.requests += MessageLines.line(line) } }

  /// - Returns: Whether the owner is to be woken.
  func add(_ message: InspectionMessage, bytes: Int) -> Bool {
    state.withLock { state in
      // However short the line was, what is made of it takes room.
      state.bytes += max(bytes, 256)
      switch message {
      case .entries(let entries, _):
        if case .gap(let gap)? = entries.first, entries.count == 1, case .gap(let before)? = state.entries.last,
          state.entries.count > state.taken, state.others.last?.place != state.entries.count
        {
          state.entries[state.entries.count - 1] = .gap(GapEntry(dropped: before.dropped.plus(gap.dropped)))
        } else {
          state.entries += entries
        }
        if entries.contains(where: { if case .gap = $0 { true } else { false } }) { state.awaitsPrologue = true }
      case .running, .events, .contact:
        // Only the latest of its kind matters.
        state.others.removeAll { other in
          switch (other.message, message) {
          case (.running, .running), (.events, .events), (.contact, .contact): true
          default: false
          }
        }
        state.others.append((state.entries.count, message))
      case .reply(let reply):
        guard state.open.contains(reply.id) else { break }
        if reply.answer.isLast { state.open.remove(reply.id) }
        if case .repeating = reply.answer {
          state.others.removeAll { $0.message.isProgress(of: reply.id) }
        }
        state.others.append((state.entries.count, message))
      default:
        if case .prologue(let prologue) = message {
          state.awaitsPrologue = false
          state.bytes += prologue.entries.count * 256
        }
        state.others.append((state.entries.count, message))
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
      let text = MessageLines.text(of: request)
      let problem =
        state.isOver
        ? "The application is no longer connected."
        : text.utf8.count > LineServer.mostBytes ? "These arguments are too long: a request may have 64 KiB." : nil
      if let problem {
        let reply = InspectionMessage.reply(Reply(id: request.id, answer: .refused(problem)))
        // Nothing comes after the end.
        let place = state.others.last?.message == .bye ? state.others.count - 1 : state.others.count
        return state.others.insert((state.entries.count, reply), at: place)
      }
      state.open.insert(request.id)
      state.requests += text
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
  ///
  /// - Parameter ending: How the connection ended; `nil` where that is not to be told.
  func end(_ ending: Contact.Ending?) {
    state.withLock { state in
      state.isOver = true
      for id in state.open.sorted() {
        let end = Reply.Answer.finished(problem: "Outcome unknown: the connection ended before the answer came.")
        state.others.append((state.entries.count, .reply(Reply(id: id, answer: end))))
      }
      state.open = []
      if let ending { state.others.append((state.entries.count, .contact(.ended(ending)))) }
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
      case .reply, .events, .role, .contact, .hello, .bye: true
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
    awaitsPrologue = true
    for index in others.indices { others[index].place = entries.count }
    (taken, bytes) = (0, 0)
  }
}
