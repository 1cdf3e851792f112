/// One delivery of one event to all modules, with every handler's span.
public struct DispatchEntry: Codable, Sendable, Equatable {
  /// Unique in the process.
  public var id: UInt64
  /// The dispatch whose handler sent this event; `nil` for a top-level one. A child's entry precedes its parent's.
  public var parent: UInt64?
  /// The module whose handler sent this event; `nil` for a top-level one.
  public var parentModule: String?
  /// The event's name.
  public var event: String
  /// The event's arguments; `null` where it has none.
  public var arguments: JSONValue
  /// When the first handler was called.
  public var atNanoseconds: UInt64
  /// From the first call to the last return.
  public var totalNanoseconds: UInt64
  /// The combined answer; `null` where nothing was asked.
  public var response: JSONValue
  /// The application's state when it was over.
  public var state: ApplicationState
  /// Whether the event came in a state in which it is not expected.
  public var isOutOfState: Bool
  /// The calls, in order.
  public var handlers: [HandlerSpan]

  enum CodingKeys: String, CodingKey {
    case id, parent, event, arguments, response, state, handlers
    case parentModule = "parent_module"
    case atNanoseconds = "at_ns"
    case totalNanoseconds = "total_ns"
    case isOutOfState = "out_of_state"
  }
}

/// One call of one handler.
public struct HandlerSpan: Codable, Sendable, Equatable {
  /// How the call ended.
  public enum Outcome: String, Codable, Sendable {
    /// It was told, not asked, and returned.
    case returned
    /// It voted.
    case answered
    /// It was asked and returned `nil`.
    case abstained
    /// It threw an error; the other modules went on.
    case threw
    /// It was not called, because its module had been removed during the dispatch.
    case skipped
  }

  /// The module's name.
  public var module: String
  /// The module's registration.
  public var moduleID: ModuleID
  /// The module's place in the registration order, from one.
  public var order: Int
  /// How the call ended.
  public var outcome: Outcome
  /// The vote; `null` unless it answered.
  public var value: JSONValue
  /// When it was called, counted from the start of the dispatch.
  public var startNanoseconds: UInt64
  /// Its own time: the call's, less that of the events it sent itself.
  public var selfNanoseconds: UInt64
  /// The whole call's time.
  public var totalNanoseconds: UInt64
  /// What it threw, in words.
  public var error: String?

  enum CodingKeys: String, CodingKey {
    case module, order, outcome, value, error
    case moduleID = "module_id"
    case startNanoseconds = "start_ns"
    case selfNanoseconds = "self_ns"
    case totalNanoseconds = "total_ns"
  }
}

extension DispatchEntry {
  /// How many modules were called; those that were skipped were not.
  public var calledCount: Int { handlers.count { $0.outcome != .skipped } }
}

extension HandlerSpan {
  /// How the call ended in one word, or a vote in its own: `yes`, `done`, `threw`; `-` for abstaining.
  public var answerWord: String {
    switch outcome {
    case .returned: "done"
    case .answered: value.words
    case .abstained: "-"
    case .threw: "threw"
    case .skipped: "skipped"
    }
  }
}
