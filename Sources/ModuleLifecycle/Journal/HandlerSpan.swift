/// A row of a dispatch: a call of one handler, a named part of it, or a nested composite with the calls of its modules.
public struct HandlerSpan: Sendable, Equatable {
  /// How the call ended.
  public struct Outcome: RecordedWord, CustomStringConvertible {
    package let rawValue: String
    package init(rawValue: String) { self.rawValue = rawValue }
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
    /// The handler was not called because its module was starting. It gets the event in a dispatch of its own, which
    /// `follows` this one.
    public static let held = Outcome(rawValue: "held")
  }

  /// The module's name.
  public package(set) var module: String
  /// The module's registration.
  public package(set) var moduleID: ModuleID = ModuleID(rawValue: 0)
  /// The module's position in the registration order, counted from 1.
  package var order: Int = 0
  /// How the call ended.
  public package(set) var outcome: Outcome = .returned
  /// The vote; `null` unless the handler answered.
  package var value: EventValue = .null
  /// When the handler was called, since the start of the dispatch.
  package var start: Duration { .nanoseconds(startNanoseconds) }
  package var startNanoseconds: UInt64 = 0
  /// The duration of the call, without the events that it sent and its parts that have their own rows.
  ///
  /// For a handler that answers later, the time until it first waited.
  public var selfTime: Duration { .nanoseconds(selfNanoseconds) }
  package var selfNanoseconds: UInt64 = 0
  /// The duration of the whole call. For a handler that answers later, the time until it had answered.
  public var total: Duration { .nanoseconds(totalNanoseconds) }
  package var totalNanoseconds: UInt64 = 0
  /// How much of its own time the handler computed; `nil` if not measured.
  package var computingNanoseconds: UInt64?
  /// How much of its own time the handler waited for a processor; `nil` if not measured, or if the system does not
  /// report it.
  package var waitingNanoseconds: UInt64?
  /// The error that the handler threw, as text; `nil` if it threw none.
  public package(set) var error: String?
  /// The index, in the dispatch's `handlers`, of the row that this one is inside; `nil` for an outermost row.
  package var parent: Int?
  /// The name of this part of the handler; `nil` for the handler itself.
  package var part: String?
  /// For a handler that answers later, how long it was not running before it answered, as far as is visible; otherwise
  /// `nil`.
  ///
  /// Includes its work on the main actor after it first waited.
  package var suspended: Duration? { suspendedNanoseconds.map { .nanoseconds($0) } }
  package var suspendedNanoseconds: UInt64?
  /// The name of the module that claimed the event before this one was called, if any.
  package var claimedBy: String?
}

extension HandlerSpan {
  /// Whether the handler was called in this dispatch.
  package var wasCalled: Bool { outcome != .skipped && outcome != .held }
}

/// The rows of a dispatch, in order. A row inside another one follows it.
///
/// What dispatches of one event have in common is stored once, and what few rows have is stored apart. A row is put
/// together when it is read.
public struct HandlerSpans: Sendable {
  /// One row: times and the result.
  struct Call: Sendable {
    /// The index of its label.
    var label: Int32
    var result: HandlerResult
    /// Counted from the start of the dispatch.
    var start: UInt64
    var total: UInt64
    var own: UInt64
  }

  /// What few rows have.
  struct Note: Sendable {
    var value = RecordedValue.none
    var error: String?
    var part: String?
    var times = ThreadTimes.notMeasured
    var suspended: UInt64?
    var claimedBy: String?
    /// The outcome, if a later version recorded one that this version does not know.
    var outcome: HandlerSpan.Outcome?
  }

  var labels: [ModuleLabel] = []
  var calls: [Call] = []
  /// The index of the row that each one is inside; -1 for an outermost row. `nil` if all are.
  var parents: [Int32]?
  /// By the row's index. `nil` if no row has any.
  var notes: [Int: Note]?

  /// Creates the rows of a dispatch that called no handler.
  package init() {}

  init(labels: [ModuleLabel], calls: [Call], notes: [Int: Note]?) {
    (self.labels, self.calls, self.notes) = (labels, calls, notes)
  }
}

extension HandlerSpans: RandomAccessCollection {
  /// The index of the first row.
  public var startIndex: Int { 0 }
  /// The index after the last row.
  public var endIndex: Int { calls.count }

  /// The row with this index.
  public subscript(index: Int) -> HandlerSpan {
    let call = calls[index]
    let label = labels[Int(call.label)]
    var span = HandlerSpan(
      module: label.name, moduleID: label.id, order: label.order, outcome: call.result.outcome,
      startNanoseconds: call.start, selfNanoseconds: call.own, totalNanoseconds: call.total)
    if let parents, parents[index] >= 0 { span.parent = Int(parents[index]) }
    guard let note = notes?[index] else { return span }
    (span.computingNanoseconds, span.waitingNanoseconds) = note.times.fields
    (span.value, span.error, span.part) = (note.value.json, note.error, note.part)
    (span.suspendedNanoseconds, span.claimedBy) = (note.suspended, note.claimedBy)
    if let outcome = note.outcome { span.outcome = outcome }
    return span
  }

  /// Creates the rows of a dispatch that was recorded.
  package init(_ rows: some Sequence<HandlerSpan>) { for row in rows { add(row) } }

  private mutating func add(_ row: HandlerSpan) {
    let (index, result) = (calls.count, HandlerResult(row.outcome))
    labels.append(ModuleLabel(id: row.moduleID, name: row.module, order: row.order, isMain: false))
    calls.append(
      Call(
        label: Int32(index), result: result ?? .returned, start: row.startNanoseconds, total: row.totalNanoseconds,
        own: row.selfNanoseconds))
    if row.parent != nil, parents == nil { parents = Array(repeating: -1, count: index) }
    parents?.append(Int32(clamping: row.parent ?? -1))
    guard let note = Note(row, outcome: result == nil ? row.outcome : nil) else { return }
    if notes == nil { notes = [:] }
    notes?[index] = note
  }
}

extension HandlerSpans: Equatable {
  /// Compares the rows.
  public static func == (left: HandlerSpans, right: HandlerSpans) -> Bool { left.elementsEqual(right) }
}

extension HandlerSpans.Note {
  /// `nil` for a row that has nothing of this.
  fileprivate init?(_ span: HandlerSpan, outcome: HandlerSpan.Outcome?) {
    value = span.value == .null ? .none : .json(span.value)
    (error, part, suspended, claimedBy) = (span.error, span.part, span.suspendedNanoseconds, span.claimedBy)
    times = ThreadTimes(
      computing: span.computingNanoseconds ?? ThreadTimes.unknown,
      waiting: span.waitingNanoseconds ?? ThreadTimes.unknown)
    self.outcome = outcome
    if span.value == .null, error == nil, part == nil, suspended == nil, claimedBy == nil, outcome == nil,
      times == .notMeasured
    {
      return nil
    }
  }
}

extension HandlerSpans {
  /// The modules for which the event was held.
  package var held: [ModuleID] {
    calls.filter { $0.result == .held }.map { labels[Int($0.label)].id }
  }

  /// The memory of the labels, which dispatches of one event share, in bytes.
  static func bytes(of labels: [ModuleLabel]) -> Int {
    MemoryEstimate.array(labels.capacity, of: MemoryLayout<ModuleLabel>.stride)
  }

  /// The memory that the rows take without their labels, in bytes.
  var bytes: Int {
    let bytes = MemoryEstimate.array(calls.capacity, of: MemoryLayout<Call>.stride)
    return parents == nil && notes == nil ? bytes : bytes + rareBytes
  }

  private var rareBytes: Int {
    var bytes = 0
    if let parents { bytes += MemoryEstimate.array(parents.capacity, of: MemoryLayout<Int32>.stride) }
    guard let notes else { return bytes }
    bytes += MemoryEstimate.table(notes.capacity, of: MemoryLayout<Int>.stride + MemoryLayout<Note>.stride)
    return notes.values.reduce(bytes) {
      $0 + $1.value.bytes + ($1.error?.outsideBytes ?? 0) + ($1.part?.outsideBytes ?? 0)
    }
  }

  /// Encodes the votes.
  mutating func encodeValues() {
    for (index, note) in notes ?? [:] {
      if case .value = note.value { notes?[index]?.value = .json(note.value.json) }
    }
  }
}

extension HandlerResult {
  var outcome: HandlerSpan.Outcome {
    switch self {
    case .returned: .returned
    case .answered, .claimed: .answered
    case .abstained: .abstained
    case .threw: .threw
    case .pending: .unanswered
    case .skipped: .skipped
    case .held: .held
    }
  }

  /// `nil` for an outcome of a later version.
  init?(_ outcome: HandlerSpan.Outcome) {
    switch outcome {
    case .returned: self = .returned
    case .answered: self = .answered
    case .abstained: self = .abstained
    case .threw: self = .threw
    case .unanswered: self = .pending
    case .skipped: self = .skipped
    case .held: self = .held
    default: return nil
    }
  }
}

/// What a dispatch keeps of a module: enough to name it, and nothing that keeps it alive.
struct ModuleLabel: Sendable {
  let id: ModuleID
  let name: String
  let order: Int
  let isMain: Bool
}
