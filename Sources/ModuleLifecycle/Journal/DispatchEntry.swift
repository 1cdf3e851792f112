/// One delivery of one event to all modules, with a row for every handler.
public struct DispatchEntry: Sendable, Equatable {
  /// The dispatch's number, unique in the process.
  package var id: DispatchID = 0
  /// The event's name.
  public package(set) var event: String = ""
  var recordedArguments = RecordedValue.none
  /// When the first handler was called, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// The time from the first call to the last return.
  public var total: Duration { .nanoseconds(totalNanoseconds) }
  package var totalNanoseconds: UInt64 = 0
  /// The application's state after the dispatch; `nil` if a later version recorded a state that this version does not
  /// know.
  package var state: ApplicationState?
  var before = StateBefore()
  /// Whether the event was sent in a state in which it is not expected.
  package var isOutOfState: Bool = false
  /// Whether the event was sent again, to one module that came too late for the others' dispatch.
  package var isReplay = false
  /// Whether a user fired the event by name: from a dashboard, another inspector, or a command such as `rollcall fire`.
  package var isFired = false
  /// The calls, in order. A row inside another one follows it.
  public package(set) var handlers = HandlerSpans()
  private(set) var box = Box.empty

  /// The state before the dispatch, from which the journal describes an earlier time. Recordings don't have it.
  struct StateBefore: Sendable, Equatable {
    var state: ApplicationState?
    static func == (left: Self, right: Self) -> Bool { true }
  }

  /// What an event without answers, sent by no handler, does not have. It is apart from the rest, because every dispatch
  /// writes an entry, and most are for such events.
  package struct Details: Sendable, Equatable {
    package var parent: DispatchID?
    package var parentModule: String?
    package var parentModuleID: ModuleID?
    package var computingNanoseconds: UInt64?
    package var waitingNanoseconds: UInt64?
    var recordedResponse = RecordedValue.none
    package var follows: DispatchID?
    package var heldNanoseconds: UInt64?
    package var isCut: Bool?
  }

  /// Where the details are. A dispatch without any needs no memory for them.
  indirect enum Box: Sendable, Equatable {
    case empty
    case details(Details)

    var details: Details { if case .details(let details) = self { details } else { Details() } }
    static func == (left: Self, right: Self) -> Bool { left.details == right.details }
  }
}

extension DispatchEntry {
  package var details: Details {
    get { box.details }
    set { box = newValue == Details() ? .empty : .details(newValue) }
  }

  /// The dispatch whose handler sent this event; `nil` for a top-level event. A child's entry precedes its parent's.
  package var parent: DispatchID? { details.parent }
  /// The name of the module whose handler sent this event; `nil` for a top-level event.
  package var parentModule: String? { details.parentModule }
  /// The registration of the module whose handler sent this event; `nil` for a top-level event.
  package var parentModuleID: ModuleID? { details.parentModuleID }
  /// How long the handlers computed, including the handlers of events that they sent; `nil` if not measured.
  package var computingNanoseconds: UInt64? { details.computingNanoseconds }
  /// How long the handlers waited for a processor; `nil` if not measured, or if the system does not report it.
  package var waitingNanoseconds: UInt64? { details.waitingNanoseconds }
  /// The dispatch that this one follows from: the event was derived from that dispatch's event, or was held. `nil` when a
  /// caller sent the event. Unlike a `parent`, that dispatch's handlers had returned before this one began.
  package var follows: DispatchID? { details.follows }
  /// How long the event was held for its module, which was starting, before the module got it; `nil` if it wasn't held.
  package var held: Duration? { heldNanoseconds.map { .nanoseconds($0) } }
  package var heldNanoseconds: UInt64? { details.heldNanoseconds }
  /// `true` if the arguments, votes and answer were too large for the journal, which keeps only their prefixes;
  /// otherwise `nil`.
  package var isCut: Bool? { details.isCut }
}

extension DispatchEntry {
  /// Creates an entry.
  package init(
    id: DispatchID = 0, parent: DispatchID? = nil, parentModule: String? = nil, parentModuleID: ModuleID? = nil,
    event: String = "", arguments: EventValue = .null, atNanoseconds: UInt64 = 0, totalNanoseconds: UInt64 = 0,
    response: EventValue = .null, state: ApplicationState? = nil, isOutOfState: Bool = false, isReplay: Bool = false,
    isCut: Bool? = nil, handlers: [HandlerSpan] = []
  ) {
    (self.id, self.atNanoseconds, self.totalNanoseconds) = (id, atNanoseconds, totalNanoseconds)
    details = Details(parent: parent, parentModule: parentModule, parentModuleID: parentModuleID, isCut: isCut)
    (self.state, self.isOutOfState, self.isReplay) = (state, isOutOfState, isReplay)
    self.event = event
    if !handlers.isEmpty { self.handlers = HandlerSpans(handlers) }
    (self.arguments, self.response) = (arguments, response)
  }
}

extension DispatchEntry {
  /// The event's arguments; `null` when it has none.
  public package(set) var arguments: EventValue {
    get { recordedArguments.json }
    set { recordedArguments = newValue == .null ? .none : .json(newValue) }
  }

  /// The combined answer; `null` if the event asks for none.
  public package(set) var response: EventValue {
    get { details.response }
    set { details.response = newValue }
  }

  /// The entry with its event, votes and response as JSON. A reader encodes them in its own time.
  var encoded: DispatchEntry {
    var entry = self
    entry.arguments = arguments
    if case .value = details.recordedResponse { entry.response = response }
    entry.handlers.encodeValues()
    return entry
  }
}

extension DispatchEntry.Details {
  package var response: EventValue {
    get { recordedResponse.json }
    set { recordedResponse = newValue == .null ? .none : .json(newValue) }
  }
}

/// An answer from a handler that answers later, after its event was over or for a second time.
package struct CompletionEntry: Sendable, Equatable {
  /// What the handler did.
  package struct Kind: RecordedWord, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name in the journal's format.
    package var description: String { rawValue }

    /// It answered after the deadline. The response does not include the answer.
    package static let late = Kind(rawValue: "late")
    /// It answered again. The first answer counts.
    package static let again = Kind(rawValue: "again")
  }

  /// What the handler did.
  package var kind: Kind = .late
  /// The number of the dispatch concerned. Its entry may come after this one.
  package var dispatch: DispatchID = 0
  /// The event's name.
  package var event: String = ""
  /// The module's name.
  package var module: String = ""
  /// The module's registration.
  package var moduleID: ModuleID = 0
  /// The vote; `null` if the handler did not vote.
  package var value: EventValue = .null
  /// When the handler answered, since the journal's start.
  package var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// The time from the handler's call to the answer.
  package var took: Duration { .nanoseconds(tookNanoseconds) }
  package var tookNanoseconds: UInt64 = 0
}
