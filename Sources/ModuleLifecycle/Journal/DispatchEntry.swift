/// One delivery of one event to all modules, with every handler's span.
public struct DispatchEntry: Sendable, Equatable {
  /// Unique in the process.
  public var id: UInt64 = 0
  /// The dispatch whose handler sent this event; `nil` for a top-level one. A child's entry precedes its parent's.
  public var parent: UInt64?
  /// The module whose handler sent this event; `nil` for a top-level one.
  public var parentModule: String?
  /// That module's registration.
  public var parentModuleID: ModuleID?
  /// The event's name.
  public var event: String = ""
  /// The event's arguments; `null` where it has none.
  public var arguments: JSONValue = .null
  /// When the first handler was called.
  public var atNanoseconds: UInt64
  /// From the first call to the last return.
  public var totalNanoseconds: UInt64 = 0
  /// How long its handlers computed, with those of the events that they sent; `nil` where that was not measured.
  public var computingNanoseconds: UInt64?
  /// How long they waited for a processor; `nil` where that was not measured, or the system does not tell.
  public var waitingNanoseconds: UInt64?
  /// The combined answer; `null` where nothing was asked.
  public var response: JSONValue = .null
  /// The application's state when it was over; `nil` where a later version wrote a state that this one does not know.
  public var state: ApplicationState?
  /// Whether the event came in a state in which it is not expected.
  public var isOutOfState: Bool = false
  /// Whether this was sent again to one module, which came too late for the others' dispatch.
  public var isReplay = false
  /// `true` where arguments, votes and answer were too large for the journal, and are beginnings of them; otherwise
  /// `nil`.
  public var isCut: Bool?
  /// The calls, in order; rows inside others follow those.
  public var handlers: [HandlerSpan] = []
}

/// One call of one handler, a part of it that has a name, or a nested composite with the calls of its modules.
public struct HandlerSpan: Sendable, Equatable {
  /// How the call ended.
  public struct Outcome: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// The outcome in the journal's format.
    public let rawValue: String

    /// The outcome of that name.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The outcome in the journal's format.
    public var description: String { rawValue }

    /// It was told, not asked, and returned.
    public static let returned = Outcome(rawValue: "returned")
    /// It voted.
    public static let answered = Outcome(rawValue: "answered")
    /// It was asked and gave nothing.
    public static let abstained = Outcome(rawValue: "abstained")
    /// It threw an error; the other modules went on.
    public static let threw = Outcome(rawValue: "threw")
    /// It wanted to answer later and had not when the deadline passed.
    public static let unanswered = Outcome(rawValue: "unanswered")
    /// It was not called: its module had been removed or switched off during the dispatch, or another one had claimed
    /// the event.
    public static let skipped = Outcome(rawValue: "skipped")
  }

  /// The module's name.
  public var module: String
  /// The module's registration.
  public var moduleID: ModuleID = ModuleID(rawValue: 0)
  /// The module's place in the registration order, from one.
  public var order: Int = 0
  /// How the call ended.
  public var outcome: Outcome = .returned
  /// The vote; `null` unless it answered.
  public var value: JSONValue = .null
  /// When it was called, counted from the start of the dispatch.
  public var startNanoseconds: UInt64 = 0
  /// Its own time: the call's, less that of the events it sent itself and of the parts of it that have rows of their
  /// own. Of a handler that answers later it is the time up to where it first waited.
  public var selfNanoseconds: UInt64 = 0
  /// The whole call's time; of a handler that answers later, until it had answered.
  public var totalNanoseconds: UInt64 = 0
  /// How much of its own time it computed; `nil` where that was not measured.
  public var computingNanoseconds: UInt64?
  /// How much of its own time it waited for a processor; `nil` where that was not measured, or the system does not tell.
  public var waitingNanoseconds: UInt64?
  /// What it threw, in words.
  public var error: String?
  /// The place, among the dispatch's `handlers`, of the row that this one is inside of; `nil` for the outermost.
  public var parent: Int?
  /// The name of this part of the handler; `nil` for the handler itself.
  public var part: String?
  /// Of a handler that answers later: how long it was not running before it had answered, as far as that can be seen.
  /// What it does on the main actor after it first waited is in here.
  public var suspendedNanoseconds: UInt64?
  /// Who claimed the event, so that this module was not called.
  public var claimedBy: String?
}

extension DispatchEntry {
  /// How many modules were called; those that were skipped were not, and nested composites are no modules that could be.
  public var calledCount: Int {
    let composites = Set(handlers.filter { $0.part == nil }.compactMap(\.parent))
    return handlers.indices.count { index in
      handlers[index].outcome != .skipped && handlers[index].part == nil && !composites.contains(index)
    }
  }
}

extension HandlerSpan {
  /// How the call ended in one word, or a vote in its own: `yes`, `done`, `threw`; `-` for abstaining.
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
