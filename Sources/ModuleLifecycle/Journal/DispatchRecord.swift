/// One dispatch as the composite leaves it behind.
struct DispatchRecord: Sendable {
  /// One handler's call. Its module stands at the same place in the dispatch's labels.
  struct Span: Sendable {
    var start: UInt64
    var total: UInt64
    var own: UInt64
    var result: HandlerResult
  }

  /// A part of a handler that its author has named.
  struct Part: Sendable {
    let name: String
    /// The handler's place.
    let step: Int
    /// How many named parts it is in.
    let depth: Int
    let start: UInt64
    var total: UInt64 = 0
    var own: UInt64 = 0
    var error: String?
  }

  let id: UInt64
  let parent: UInt64?
  let parentModule: String?
  let name: String
  let at: UInt64
  let total: UInt64
  let state: ApplicationState
  let isOutOfState: Bool
  /// Whether one module alone was given an event that the others had had before.
  let isReplay: Bool
  let labels: DispatchLabels
  let spans: [Span]
  let parts: [Part]
  let contents: any DispatchContents

  /// An estimate of the memory that it keeps alive, in bytes.
  var cost: Int {
    448 + spans.count * MemoryLayout<Span>.stride + parts.reduce(0) { $0 + 112 + $1.name.utf8.count } + contents.cost
  }

  var entry: DispatchEntry {
    let arguments = contents.arguments
    return DispatchEntry(
      id: id, parent: parent, parentModule: parentModule, event: name,
      arguments: arguments.members.isEmpty ? .null : arguments, atNanoseconds: at, totalNanoseconds: total,
      response: contents.response, state: state, isOutOfState: isOutOfState, isReplay: isReplay, handlers: handlers)
  }
}

/// What a dispatch asked and was told, kept as it is until a reader wants words.
protocol DispatchContents: Sendable {
  var arguments: JSONValue { get }
  var response: JSONValue { get }
  var errors: [HandlerError] { get }
  /// The handlers that went on after they had returned, and how long each was not running then.
  var suspended: [Int: UInt64] { get }
  /// The votes by the places of the handlers that cast them.
  var votes: [Int: JSONValue] { get }
  /// An estimate of its memory, in bytes.
  var cost: Int { get }
}

/// The contents of one event's dispatch.
struct EventContents<Event: LifecycleEvent>: DispatchContents {
  let event: Event
  let answer: Event.Response
  let ballots: [HandlerVote<Event.Vote>]
  let errors: [HandlerError]
  let suspended: [Int: UInt64]

  var arguments: JSONValue { (try? JSONValue(encoding: event)) ?? .null }
  var response: JSONValue { JSONValue(describing: answer) }

  var votes: [Int: JSONValue] {
    Dictionary(ballots.map { ($0.step, JSONValue(describing: $0.vote)) }, uniquingKeysWith: { first, _ in first })
  }

  var cost: Int {
    ballots.count * MemoryLayout<HandlerVote<Event.Vote>>.stride + errors.reduce(0) { $0 + 48 + $1.text.utf8.count }
      + suspended.count * 32 + textCost
  }

  /// Votes that are texts.
  private var textCost: Int {
    Event.Vote.self == String.self ? ballots.reduce(0) { $0 + (($1.vote as? String)?.utf8.count ?? 0) } : 0
  }
}
