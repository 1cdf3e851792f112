public import EventArguments
public import ModuleLifecycle

/// What an application tells its inspector. The messages of one connection are a sequence: each is to be taken in before
/// the next.
public enum InspectionMessage: Sendable, Equatable {
  /// What the application is. The first message on a line; a connection that is there has it as `hello`. Later on: it is
  /// another application from here on, which has taken the place of the one that went.
  case hello(Hello)
  /// How the application stands before the entries that follow: the journal no longer has, or has dropped unread, some of
  /// those that would tell.
  case prologue(Prologue)
  /// What the journal has, oldest first; a `gap` where it dropped entries before they were received.
  ///
  /// - Parameter from: The first one's number in the journal; each that follows has the next, and a gap has as many as it
  ///   counts. `nil` where the numbers are not known.
  case entries([JournalEntry], from: UInt64? = nil)
  /// The events that can be fired, when they are others than before.
  case events([EventDescription])
  /// The handler that is running; `nil` for none. Told when it is another one, and again after entries.
  case running(RunningHandler?)
  /// What may be asked of the application from here on.
  case role(InspectionRole)
  /// What has come of a request.
  case reply(Reply)
  /// Whether the application answers, when that is otherwise than before.
  case contact(Contact)
  /// The connection has ended: nothing follows.
  case bye
}

extension InspectionMessage {
  /// Whether it tells how far a repetition has come, of which only the latest matters.
  func isProgress(of request: UInt64) -> Bool {
    if case .reply(let reply) = self, reply.id == request, case .repeating = reply.answer { true } else { false }
  }
}

/// What an inspector asks of an application.
public struct InspectionRequest: Sendable, Equatable {
  /// What can be asked.
  public enum Kind: Sendable, Equatable {
    /// Carry out a command; refused where the inspector may only look.
    case perform(Command)
    /// Say what is wrong with the arguments of a command that fires an event; costs a decoding for each argument, and
    /// nothing is fired.
    case check(Command)
  }

  /// The inspector's number for it, which replies bear; no two have the same.
  public var id: UInt64
  /// What is asked.
  public var kind: Kind

  /// A request.
  public init(id: UInt64, kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

/// What has come of a request.
public struct Reply: Sendable, Equatable {
  /// How far the application is.
  public enum Answer: Sendable, Equatable {
    /// It will not be carried out, for this reason, in one sentence. Nothing follows.
    case refused(String)
    /// Nothing speaks against it: it will be carried out in its turn.
    case accepted
    /// The application has begun to carry it out; until then it waits for the handler that is at work, or for others.
    case started
    /// An event has been fired so many times so far. Told at most `Command.reportsPerSecond` times a second.
    case repeating(done: Int)
    /// An event has been fired for the last time; this is what it took.
    case repeated(RepetitionSummary)
    /// It has been carried out, or failed for this reason, in one sentence. It comes after every entry that the request
    /// caused, unless no entries are received. Nothing follows.
    case finished(problem: String?)
    /// What is wrong with the arguments that were to be checked; none where they would be accepted. Nothing follows.
    case problems([EventArgumentProblem])
  }

  /// The request's number.
  public var id: UInt64
  /// How far the application is with it.
  public var answer: Answer

  /// A reply.
  public init(id: UInt64, answer: Answer) {
    self.id = id
    self.answer = answer
  }
}

extension Reply.Answer {
  /// Whether nothing follows it.
  public var isLast: Bool {
    switch self {
    case .refused, .finished, .problems: true
    case .accepted, .started, .repeating, .repeated: false
    }
  }
}
