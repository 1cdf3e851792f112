/// One delivery of one event to all modules, with a row for every handler.
public struct DispatchEntry: Sendable, Equatable {
  /// The dispatch's number, unique in the process.
  public package(set) var id: UInt64 = 0
  /// The dispatch whose handler sent this event; `nil` for a top-level event. A child's entry precedes its parent's.
  public package(set) var parent: UInt64?
  /// The name of the module whose handler sent this event; `nil` for a top-level event.
  package var parentModule: String?
  /// The registration of the module whose handler sent this event; `nil` for a top-level event.
  package var parentModuleID: ModuleID?
  /// The event's name.
  public package(set) var event: String = ""
  var recordedArguments = RecordedValue.none
  /// When the first handler was called, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// The time from the first call to the last return.
  public var total: Duration { .nanoseconds(totalNanoseconds) }
  package var totalNanoseconds: UInt64 = 0
  /// How long the handlers computed, including the handlers of events that they sent; `nil` if not measured.
  package var computingNanoseconds: UInt64?
  /// How long the handlers waited for a processor; `nil` if not measured, or if the system does not report it.
  package var waitingNanoseconds: UInt64?
  var recordedResponse = RecordedValue.none
  /// The application's state after the dispatch; `nil` if a later version recorded a state that this version does not
  /// know.
  public package(set) var state: ApplicationState?
  var before = StateBefore()
  /// Whether the event was sent in a state in which it is not expected.
  public package(set) var isOutOfState: Bool = false
  /// Whether the event was sent again, to one module that came too late for the others' dispatch.
  public package(set) var isReplay = false
  /// `true` if the arguments, votes and answer were too large for the journal, which keeps only their prefixes;
  /// otherwise `nil`.
  package var isCut: Bool?
  /// The calls, in order. A row inside another one follows it.
  public package(set) var handlers = HandlerSpans()

  /// The state before the dispatch, from which the journal describes an earlier time. Recordings don't have it.
  struct StateBefore: Sendable, Equatable {
    var state: ApplicationState?
    static func == (left: Self, right: Self) -> Bool { true }
  }
}

extension DispatchEntry {
  /// Creates an entry.
  package init(
    id: UInt64 = 0, parent: UInt64? = nil, parentModule: String? = nil, parentModuleID: ModuleID? = nil,
    event: String = "", arguments: JSONValue = .null, atNanoseconds: UInt64 = 0, totalNanoseconds: UInt64 = 0,
    response: JSONValue = .null, state: ApplicationState? = nil, isOutOfState: Bool = false, isReplay: Bool = false,
    isCut: Bool? = nil, handlers: [HandlerSpan] = []
  ) {
    (self.id, self.parent, self.parentModule, self.parentModuleID) = (id, parent, parentModule, parentModuleID)
    (self.event, self.atNanoseconds, self.totalNanoseconds) = (event, atNanoseconds, totalNanoseconds)
    (self.state, self.isOutOfState, self.isReplay, self.isCut) = (state, isOutOfState, isReplay, isCut)
    if !handlers.isEmpty { self.handlers = HandlerSpans(handlers) }
    (self.arguments, self.response) = (arguments, response)
  }
}

extension DispatchEntry {
  /// The event's arguments; `null` when it has none.
  public package(set) var arguments: JSONValue {
    get { recordedArguments.json }
    set { recordedArguments = newValue == .null ? .none : .json(newValue) }
  }

  /// The combined answer; `null` if the event asks for none.
  public package(set) var response: JSONValue {
    get { recordedResponse.json }
    set { recordedResponse = newValue == .null ? .none : .json(newValue) }
  }

  /// The entry with its event, votes and response as JSON. A reader encodes them in its own time.
  var encoded: DispatchEntry {
    var entry = self
    entry.arguments = arguments
    if case .value = recordedResponse { entry.response = response }
    entry.handlers.encodeValues()
    return entry
  }

  /// The number of modules that were called. Excludes skipped modules and nested composites.
  package var calledCount: Int {
    let composites = Set(handlers.filter { $0.part == nil }.compactMap(\.parent))
    return handlers.indices.count { index in
      handlers[index].outcome != .skipped && handlers[index].part == nil && !composites.contains(index)
    }
  }

  /// The own time of each handler as its module's author understands it, in the order of `handlers`. It includes the
  /// handler's parts that have their own rows, and excludes the events that it sent. A part's row has its share of the
  /// time again.
  ///
  /// Costs a pass over the rows. Sums saturate, because a recording can contain any number.
  package var ownTimes: [UInt64] {
    var times = handlers.map(\.selfNanoseconds)
    // A row comes after the row that it is inside.
    for index in handlers.indices.reversed() where handlers[index].part != nil {
      guard let parent = handlers[index].parent, handlers.indices.contains(parent), parent < index else { continue }
      times[parent] = times[parent].plus(times[index])
    }
    return times
  }

  /// How one of these times was spent; `nil` if not measured. Costs a look at the parts of that row.
  package func ownBreakdown(at place: Int) -> TimeBreakdown? {
    var (breakdown, inside) = (handlers[place].breakdown, place...place)
    // Parts follow the row that they are parts of.
    for index in handlers.indices.suffix(from: place + 1) {
      guard handlers[index].part != nil, let parent = handlers[index].parent, inside.contains(parent) else { break }
      breakdown = breakdown.plus(handlers[index].breakdown)
      inside = place...index
    }
    return breakdown
  }

  /// The module whose handler had the longest own time, and that time; `nil` if no handler was called.
  package var slowest: (module: String, id: ModuleID, nanoseconds: UInt64)? {
    let times = ownTimes
    let called = handlers.indices.filter { handlers[$0].part == nil && handlers[$0].outcome != .skipped }
    return called.max { times[$0] < times[$1] }.map { (handlers[$0].module, handlers[$0].moduleID, times[$0]) }
  }

  /// The module whose handler sent the event; `nil` for a top-level event.
  package var sender: Sender? { parentModuleID.map(Sender.id) ?? parentModule.map(Sender.name) }

  /// The sender of an event.
  package enum Sender: Hashable {
    case id(ModuleID)
    /// The module's name, if it has no registration.
    case name(String)
  }
}

extension HandlerSpan {
  /// Whether this module's handler sent an event, according to the event's entry.
  package func sent(_ event: DispatchEntry) -> Bool { event.sender == .id(moduleID) || event.sender == .name(module) }
}

/// An answer from a handler that answers later, after its event was over or for a second time.
public struct CompletionEntry: Sendable, Equatable {
  /// What the handler did.
  public struct Kind: RecordedWord, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }

    /// The kind's name in the journal's format.
    public var description: String { rawValue }

    /// It answered after the deadline. The response does not include the answer.
    public static let late = Kind(rawValue: "late")
    /// It answered again. The first answer counts.
    public static let again = Kind(rawValue: "again")
  }

  /// What the handler did.
  public package(set) var kind: Kind = .late
  /// The number of the dispatch concerned. Its entry may come after this one.
  public package(set) var dispatch: UInt64 = 0
  /// The event's name.
  public package(set) var event: String = ""
  /// The module's name.
  public package(set) var module: String = ""
  /// The module's registration.
  package var moduleID: ModuleID = ModuleID(rawValue: 0)
  /// The vote; `null` if the handler did not vote.
  public package(set) var value: JSONValue = .null
  /// When the handler answered, since the journal's start.
  public var at: Duration { .nanoseconds(atNanoseconds) }
  package var atNanoseconds: UInt64
  /// The time from the handler's call to the answer.
  public var took: Duration { .nanoseconds(tookNanoseconds) }
  package var tookNanoseconds: UInt64 = 0
}
