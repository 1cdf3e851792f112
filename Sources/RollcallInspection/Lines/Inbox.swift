import ModuleLifecycle

/// The messages of an application that have not been received, and the requests to it.
struct Inbox: Sendable {
  /// The entries that were not removed yet. The first `taken` of them have been received.
  private var entries: [AnyEntry] = []
  /// How many of `entries` have been received.
  private var taken = 0
  /// Messages that belong before the entry at that index of `entries`.
  private var others: [(place: Int, message: InspectionMessage)] = []
  /// The limit for `entries`, in bytes. A prologue has its own; see `MessageReader`.
  private let mostBytes: Int
  /// The estimated size of `entries`.
  private var bytes = 0
  /// The number of dropped entries; `entries` then begins with a gap for them.
  private var dropped: UInt64 = 0
  /// The lines still to be sent.
  var requests: String
  /// The requests that have no final answer yet.
  private var open: Set<UInt64> = []
  /// Whether `bye` can be received.
  private(set) var isOver = false
  /// Whether entries are missing and no prologue has arrived since.
  var awaitsPrologue = false
  /// Whether the owner was woken and has not received since.
  private var isAwake = false

  init(mostBytes: Int, requests: String) { (self.mostBytes, self.requests) = (mostBytes, requests) }

  mutating func takeBacklog() -> Backlog {
    isAwake = false
    let kept = entries.count - taken
    return Backlog(kept: dropped > 0 ? kept - 1 : kept, dropped: dropped)
  }

  /// - Returns: Whether to wake the owner.
  mutating func add(_ message: InspectionMessage, bytes size: Int) -> Bool {
    switch message {
    case .entries(let new, _):
      bytes += max(size, new.count * AnyEntry.leastBytes)
      if case .gap(let gap)? = new.first, new.count == 1, case .gap(let before)? = entries.last, entries.count > taken,
        others.last?.place != entries.count
      {
        entries[entries.count - 1] = .gap(GapEntry(dropped: before.dropped.plus(gap.dropped)))
      } else {
        entries += new
      }
      if new.contains(where: { if case .gap = $0 { true } else { false } }) { awaitsPrologue = true }
      if bytes > mostBytes { drop() }
    case .prologue, .running, .events, .contact, .role:
      if case .prologue = message { awaitsPrologue = false }
      // Only the latest of each kind matters.
      others.removeAll { other in
        switch (other.message, message) {
        case (.prologue, .prologue), (.running, .running), (.events, .events), (.contact, .contact), (.role, .role):
          true
        default: false
        }
      }
      others.append((entries.count, message))
    case .reply(let reply):
      guard open.contains(reply.id) else { break }
      if reply.answer.isLast { open.remove(reply.id) }
      // A peer can say the same any number of times.
      others.removeAll { $0.message.isSuperseded(by: reply) }
      others.append((entries.count, message))
    case .hello, .bye: others.append((entries.count, message))
    }
    defer { isAwake = true }
    return !isAwake
  }

  /// Returns the waiting messages, and whether a prologue has been requested.
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
    guard let problem = send(MessageLines.text(of: request), id: request.id) else { return }
    let reply = InspectionMessage.reply(Reply(id: request.id, answer: .refused(problem)))
    // `bye` stays last.
    let place = others.last?.message == .bye ? others.count - 1 : others.count
    others.insert((entries.count, reply), at: place)
  }

  /// Sends the text of a request.
  ///
  /// - Parameter id: The request's number; `nil` if it gets no reply.
  /// - Returns: Why it can't be sent, in one sentence; `nil` if it can.
  mutating func send(_ text: String, id: UInt64?) -> String? {
    if isOver { return "The application is no longer connected." }
    if text.utf8.count > LineServer.mostBytes {
      return "These arguments are too long: a request can be at most 64 KiB."
    }
    if requests.utf8.count > mostBytes { return "The application does not read its requests." }
    if let id { open.insert(id) }
    requests += text
    return nil
  }

  /// Ends the inbox. An unanswered request may or may not have been carried out.
  ///
  /// - Returns: The last messages, without `bye`.
  mutating func end(_ ending: Contact.Ending) -> [InspectionMessage] {
    isOver = true
    let unknown = Reply.Answer.finished(problem: "Outcome unknown: the connection ended before the answer arrived.")
    let last =
      open.sorted().map { InspectionMessage.reply(Reply(id: $0, answer: unknown)) } + [.contact(.ended(ending))]
    open = []
    others += (last + [.bye]).map { (entries.count, $0) }
    return last
  }

  /// Returns entries up to a limit, and the messages between them.
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
    // Assumes that all lines have the same length.
    if room < limit {
      bytes = taken == entries.count ? 0 : bytes * (entries.count - taken) / (entries.count - taken + limit - room)
    }
    guard taken * 2 >= entries.count else { return messages }
    entries.removeFirst(taken)
    for index in others.indices { others[index].place -= taken }
    taken = 0
    return messages
  }

  /// Returns the messages that do not wait for entries.
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

  /// Replaces all entries with a gap. A prologue stays, because the next one can take long to arrive.
  private mutating func drop() {
    dropped = entries[taken...].reduce(0) { count, entry in
      if case .gap(let gap) = entry { count.plus(gap.dropped) } else { count + 1 }
    }
    entries = dropped > 0 ? [.gap(GapEntry(dropped: dropped))] : []
    awaitsPrologue = true
    for index in others.indices { others[index].place = entries.count }
    (taken, bytes) = (0, 0)
  }
}
