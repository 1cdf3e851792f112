import ModuleLifecycle
import RollcallTextFormatting

/// The position of a trace's event: a process, which viewers show as a group, and a thread, which is a lane in it.
struct TraceLane: Hashable {
  let process: Int
  let thread: Int

  /// The lanes of the application itself. The lanes of its modules come after them.
  static let events = TraceLane(process: 1, thread: 1)
  static let state = TraceLane(process: 1, thread: 2)
  static let notices = TraceLane(process: 1, thread: 3)
  static let output = TraceLane(process: 1, thread: 4)
  static let launches = TraceLane(process: 1, thread: 5)
  static let firstModule = 10
}

/// An event in Chrome's trace event format. Times are in microseconds, here with three decimals for the nanoseconds.
struct TraceEvent {
  /// The kind of event. The raw values are the format's.
  enum Phase: String {
    /// A slice of a lane, with its end.
    case complete = "X"
    case instant = "i"
    /// A span that may overlap others. `id` matches it with its end.
    case asyncBegin = "b"
    case asyncEnd = "e"
    /// An arrow from the slice that is open at its start to the slice that is open at its end.
    case flowStart = "s"
    case flowEnd = "f"
    /// The name or the position of a process or a thread.
    case metadata = "M"
  }

  var phase: Phase
  var name: String
  var category = ""
  var lane: TraceLane
  var at: UInt64 = 0
  /// The duration, if it is known.
  var took: UInt64?
  /// Matches the two ends of a span or an arrow.
  var id: String?
  var arguments: [(String, EventValue)] = []
}

extension TraceEvent {
  /// The event as a JSON object.
  var json: String {
    var text = "{\"ph\":\"\(phase.rawValue)\",\"pid\":\(lane.process),\"tid\":\(lane.thread)"
    text += ",\"ts\":\(Self.microseconds(at))"
    if let took { text += ",\"dur\":\(Self.microseconds(took))" }
    text += ",\"name\":\(EventValue.string(name).spelled)"
    if !category.isEmpty { text += ",\"cat\":\(EventValue.string(category).spelled)" }
    if let id = id.map({ EventValue.string($0).spelled }) {
      // Spans belong to their process. Otherwise a viewer would collect those of all processes.
      let isSpan = phase == .asyncBegin || phase == .asyncEnd
      text += isSpan ? ",\"id2\":{\"local\":\(id)}" : ",\"id\":\(id)"
    }
    switch phase {
    case .instant: text += ",\"s\":\"t\""
    // The arrow ends in the slice that is open there, not in the next one.
    case .flowEnd: text += ",\"bp\":\"e\""
    default: break
    }
    let members = arguments.filter { $0.1 != .null }.map { "\(EventValue.string($0.0).spelled):\($0.1.spelled)" }
    if !members.isEmpty { text += ",\"args\":{\(members.joined(separator: ","))}" }
    return text + "}"
  }

  private static func microseconds(_ nanoseconds: UInt64) -> String {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    return rest > 0 ? "\(whole).\(rest.digits(3))" : "\(whole)"
  }
}

extension EventValue {
  /// The value as JSON that a terminal shows unchanged, its keys sorted.
  var spelled: String { json.printableJSON }

  /// A count, clamped to the largest integer.
  static func count(_ value: UInt64?) -> EventValue { value.map { .integer(Int64(clamping: $0)) } ?? .null }

  static func text(_ text: String?) -> EventValue { text.map { .string($0) } ?? .null }

  /// A flag, left out if it is false.
  static func flag(_ isSo: Bool) -> EventValue { isSo ? .bool(true) : .null }
}
