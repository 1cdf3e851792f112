package import ModuleLifecycle
package import RollcallEventArguments

/// A message from an application to its inspector. The messages of one connection form a sequence: process them in
/// order.
package enum InspectionMessage: Sendable, Equatable {
  /// The application's description. On a line, this is the first message; an open connection provides it as `hello`.
  /// Later, it means that another application has replaced the previous one, unless `isResumed` is set.
  case hello(Hello)
  /// The application's state before the entries that follow. Sent when the journal has lost entries, or dropped them
  /// unread.
  case prologue(Prologue)
  /// Journal entries, oldest first. A `gap` replaces entries that were dropped before they were received.
  ///
  /// - Parameter from: The number of the first entry in the journal. Each later entry has the next number; a gap takes
  ///   as many numbers as it counts. `nil` if the numbers are unknown.
  case entries([AnyEntry], from: UInt64? = nil)
  /// The events that can be fired. Sent when they have changed.
  case events([EventDescription])
  /// The handler that is running; `nil` for none. Sent when it has changed, and again after entries.
  case running(RunningHandler?)
  /// What the inspector is allowed to request from now on.
  case role(InspectionRole)
  /// A reply to a request.
  case reply(Reply)
  /// Whether the application responds. Sent when this has changed.
  case contact(Contact)
  /// The connection has ended. No message follows.
  case bye
}

extension InspectionMessage {
  /// Whether a later reply answers the same request in the same way. Only the latest matters.
  func isSuperseded(by later: Reply) -> Bool {
    guard case .reply(let reply) = self, reply.id == later.id else { return false }
    return switch (reply.answer, later.answer) {
    case (.accepted, .accepted), (.started, .started), (.repeating, .repeating), (.repeated, .repeated): true
    default: false
    }
  }
}

/// A request from an inspector to an application.
package struct InspectionRequest: Sendable, Equatable {
  /// What is requested.
  package enum Kind: Sendable, Equatable {
    /// Carry out a command. Refused if the inspector can only view.
    case perform(Command)
    /// Check the arguments of a command that fires an event, without firing it. Costs one decoding for each argument.
    case check(Command)
  }

  /// The inspector's number for the request, repeated in every reply. Must be unique.
  package var id: UInt64
  /// What is requested.
  package var kind: Kind

  /// Creates a request.
  package init(id: UInt64, kind: Kind) {
    self.id = id
    self.kind = kind
  }
}

/// An answer to a request.
package struct Reply: Sendable, Equatable {
  /// The progress or result of a request.
  package enum Answer: Sendable, Equatable {
    /// The request will not be carried out, for this reason, in one sentence. Nothing follows.
    case refused(String)
    /// The request is valid and will be carried out in its turn.
    case accepted
    /// The application has begun to carry out the request. Before that, it waits for the running handler, or for other
    /// requests.
    case started
    /// The event has been fired this many times so far. Sent at most `Command.reportsPerSecond` times a second.
    case repeating(done: Int)
    /// The event has been fired for the last time. The summary gives the times measured.
    case repeated(RepetitionSummary)
    /// The request has been carried out, or has failed for this reason, in one sentence. Arrives after every entry that
    /// the request caused, unless entries are not being received. Nothing follows.
    case finished(problem: String?)
    /// The problems with the checked arguments; empty if they would be accepted. Nothing follows.
    case problems([EventArgumentProblem])
  }

  /// The number of the request.
  package var id: UInt64
  /// The progress or result of the request.
  package var answer: Answer

  /// Creates a reply.
  package init(id: UInt64, answer: Answer) {
    self.id = id
    self.answer = answer
  }
}

extension Reply.Answer {
  /// Whether this is the final answer to the request.
  package var isLast: Bool {
    switch self {
    case .refused, .finished, .problems: true
    case .accepted, .started, .repeating, .repeated: false
    }
  }
}

extension InspectionMessage {
  /// The number after that of the last entry that the message covers.
  package var nextEntry: UInt64? {
    switch self {
    case .entries(let entries, let first?): first.plus(entries.reduce(0) { $0.plus($1.span) })
    case .prologue(let prologue): prologue.nextEntry
    default: nil
    }
  }
}
