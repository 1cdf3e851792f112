/// One delivery of one event to all modules, with a span for every handler.
public struct DispatchEntry: Sendable, Equatable {
  /// The dispatch's number, unique in the process.
  public var id: UInt64 = 0
  /// The dispatch whose handler sent this event; `nil` for a top-level event. A child's entry precedes its parent's.
  public var parent: UInt64?
  /// The name of the module whose handler sent this event; `nil` for a top-level event.
  public var parentModule: String?
  /// The registration of the module whose handler sent this event; `nil` for a top-level event.
  public var parentModuleID: ModuleID?
  /// The event's name.
  public var event: String = ""
  /// The event's arguments; `null` when it has none.
  public var arguments: JSONValue = .null
  /// When the first handler was called, in nanoseconds since the journal's start.
  public var atNanoseconds: UInt64
  /// The time from the first call to the last return.
  public var totalNanoseconds: UInt64 = 0
  /// How long the handlers computed, including the handlers of events that they sent; `nil` if not measured.
  public var computingNanoseconds: UInt64?
  /// How long the handlers waited for a processor; `nil` if not measured, or if the system does not report it.
  public var waitingNanoseconds: UInt64?
  /// The combined answer; `null` if the event asks for none.
  public var response: JSONValue = .null
  /// The application's state after the dispatch; `nil` if a later version recorded a state that this version does not
  /// know.
  public var state: ApplicationState?
  /// Whether the event was sent in a state in which it is not expected.
  public var isOutOfState: Bool = false
  /// Whether the event was sent again, to one module that came too late for the others' dispatch.
  public var isReplay = false
  /// `true` if the arguments, votes and answer were too large for the journal, which keeps only their prefixes;
  /// otherwise `nil`.
  public var isCut: Bool?
  /// The calls, in order. A row inside another one follows it.
  public var handlers: [HandlerSpan] = []
}

/// A row of a dispatch: a call of one handler, a named part of it, or a nested composite with the calls of its modules.
public struct HandlerSpan: Sendable, Equatable {
  /// How the call ended.
  public struct Outcome: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The outcome's name in the journal's format.
    public let rawValue: String

    /// Creates an outcome from its name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The outcome's name in the journal's format.
    public var description: String { rawValue }

    /// The handler returned. The event asks for no answer.
    public static let returned = Outcome(rawValue: "returned")
    /// The handler voted.
    public static let answered = Outcome(rawValue: "answered")
    /// The handler was asked but did not vote.
    public static let abstained = Outcome(rawValue: "abstained")
    /// The handler threw an error. The other modules were still called.
    public static let threw = Outcome(rawValue: "threw")
    /// The handler was to answer later and had not answered by the deadline.
    public static let unanswered = Outcome(rawValue: "unanswered")
    /// The handler was not called: its module had been removed or switched off during the dispatch, or another module
    /// had claimed the event.
    public static let skipped = Outcome(rawValue: "skipped")
  }

  /// The module's name.
  public var module: String
  /// The module's registration.
  public var moduleID: ModuleID = ModuleID(rawValue: 0)
  /// The module's position in the registration order, counted from 1.
  public var order: Int = 0
  /// How the call ended.
  public var outcome: Outcome = .returned
  /// The vote; `null` unless the handler answered.
  public var value: JSONValue = .null
  /// When the handler was called, in nanoseconds since the start of the dispatch.
  public var startNanoseconds: UInt64 = 0
  /// The duration of the call, without the events that it sent and its parts that have their own rows.
  ///
  /// For a handler that answers later, the time until it first waited.
  public var selfNanoseconds: UInt64 = 0
  /// The duration of the whole call. For a handler that answers later, the time until it had answered.
  public var totalNanoseconds: UInt64 = 0
  /// How much of its own time the handler computed; `nil` if not measured.
  public var computingNanoseconds: UInt64?
  /// How much of its own time the handler waited for a processor; `nil` if not measured, or if the system does not
  /// report it.
  public var waitingNanoseconds: UInt64?
  /// The error that the handler threw, as text; `nil` if it threw none.
  public var error: String?
  /// The index, in the dispatch's `handlers`, of the row that this one is inside; `nil` for an outermost row.
  public var parent: Int?
  /// The name of this part of the handler; `nil` for the handler itself.
  public var part: String?
  /// For a handler that answers later, how long it was not running before it answered, as far as is visible; otherwise
  /// `nil`.
  ///
  /// Includes its work on the main actor after it first waited.
  public var suspendedNanoseconds: UInt64?
  /// The name of the module that claimed the event before this one was called, if any.
  public var claimedBy: String?
}

extension DispatchEntry {
  /// The number of modules that were called. Excludes skipped modules and nested composites.
  public var calledCount: Int {
    let composites = Set(handlers.filter { $0.part == nil }.compactMap(\.parent))
    return handlers.indices.count { index in
      handlers[index].outcome != .skipped && handlers[index].part == nil && !composites.contains(index)
    }
  }
}

extension HandlerSpan {
  /// The outcome as one word, or the vote as text: `yes`, `done`, `threw`, or `-` for an abstention.
  public var answerWord: String {
    switch outcome {
    case .returned: "done"
    case .answered: value.words
    case .abstained: "-"
    case .threw: "threw"
    case .unanswered: "late"
    default: outcome.rawValue
    }
  }
}
