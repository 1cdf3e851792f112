import ModuleLifecycle

/// What an application has sent and was not received, and what it was asked.
struct Inbox: Sendable {
  /// From the first one that was not received on.
  private var entries: [JournalEntry] = []
  /// How many of them were received.
  private var taken = 0
  /// What belongs before the entry of that number in `entries`.
  private var others: [(place: Int, message: InspectionMessage)] = []
  private let mostBytes: Int
  private var bytes = 0
  /// How many entries were dropped, for which a gap stands first.
  private var dropped: UInt64 = 0
  /// Lines that are to be sent.
  var requests: String
  /// The requests that were not answered to the end.
  private var open: Set<UInt64> = []
  private var isOver = false
  /// Whether entries are missing, and it was not told since how the application stands.
  var awaitsPrologue = false
  /// Whether the owner was woken, and has not looked since.
  private var isAwake = false

  init(mostBytes: Int, requests: String) { (self.mostBytes, self.requests) = (mostBytes, requests) }

  mutating func takeBacklog() -> Backlog {
    isAwake = false
    let kept = entries.count - taken
    return Backlog(kept: dropped > 0 ? kept - 1 : kept, dropped: dropped)
  }

  /// - Returns: Whether the owner is to be woken.
  mutating func add(_ message: InspectionMessage, bytes size: Int) -> Bool {
    // However short the line was, what is made of it takes room.
    bytes += max(size, 256)
    switch message {
    case .entries(let new, _):
      if case .gap(let gap)? = new.first, new.count == 1, case .gap(let before)? = entries.last, entries.count > taken,
        others.last?.place != entries.count
      {
        entries[entries.count - 1] = .gap(GapEntry(dropped: before.dropped.plus(gap.dropped)))
      } else {
        entries += new
      }
      if new.contains(where: { if case .gap = $0 { true } else { false } }) { awaitsPrologue = true }
    case .running, .events, .contact:
      // Only the latest of its kind matters.
      others.removeAll { other in
        switch (other.message, message) {
        case (.running, .running), (.events, .events), (.contact, .contact): true
        default: false
        }
      }
      others.append((entries.count, message))
    case .reply(let reply):
      guard open.contains(reply.id) else { break }
      if reply.answer.isLast { open.remove(reply.id) }
      if case .repeating = reply.answer { others.removeAll { $0.message.isProgress(of: reply.id) } }
      others.append((entries.count, message))
    default:
      if case .prologue(let prologue) = message {
        awaitsPrologue = false
        bytes += prologue.entries.count * 256
      }
      others.append((entries.count, message))
    }
    if bytes > mostBytes { drop() }
    defer { isAwake = true }
    return !isAwake
  }

  /// What waits, and whether the application has to be asked how it stands.
  mutating func receive(limit: Int) -> (messages: [InspectionMessage], hasAsked: Bool) {
    isAwake = false
    let hasGap = dropped > 0 && limit > 0
    if hasGap {
      dropped = 0
      requests += MessageLines.line(RequestLine())
    }
    return (limit > 0 ? take(limit) : takeReplies(), hasGap)
  }

  mutating func send(_ request: InspectionRequest) {
    let text = MessageLines.text(of: request)
    let problem =
      isOver
      ? "The application is no longer connected."
      : text.utf8.count > LineServer.mostBytes ? "These arguments are too long: a request may have 64 KiB." : nil
    if let problem {
      let reply = InspectionMessage.reply(Reply(id: request.id, answer: .refused(problem)))
      // Nothing comes after the end.
      let place = others.last?.message == .bye ? others.count - 1 : others.count
      return others.insert((entries.count, reply), at: place)
    }
    open.insert(request.id)
    requests += text
  }

  /// Nothing more comes. What was asked and not answered may have been carried out or not.
  mutating func end(_ ending: Contact.Ending) {
    isOver = true
    for id in open.sorted() {
      let end = Reply.Answer.finished(problem: "Outcome unknown: the connection ended before the answer came.")
      others.append((entries.count, .reply(Reply(id: id, answer: end))))
    }
    open = []
    others += [(entries.count, .contact(.ended(ending))), (entries.count, .bye)]
  }

  /// Entries up to a limit, and what belongs between them.
  private mutating func take(_ limit: Int) -> [InspectionMessage] {
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
  private mutating func takeReplies() -> [InspectionMessage] {
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
  private mutating func drop() {
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
