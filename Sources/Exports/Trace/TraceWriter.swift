import ModuleLifecycle

/// Where an event of a trace stands: a process, which viewers show as a group, and a thread, a lane in it.
struct TraceLane: Hashable {
  let process: Int
  let thread: Int

  /// The lanes of the application itself; those of its modules come after them.
  static let events = TraceLane(process: 1, thread: 1)
  static let state = TraceLane(process: 1, thread: 2)
  static let notices = TraceLane(process: 1, thread: 3)
  static let output = TraceLane(process: 1, thread: 4)
  static let launches = TraceLane(process: 1, thread: 5)
  static let firstModule = 10
}

/// One event of a trace, in the trace event format that Chrome defined: times in microseconds, here with their
/// nanoseconds behind the point.
struct TraceEvent {
  /// What kind of event it is; the raw value is the format's.
  enum Phase: String {
    /// A slice of a lane, with its end.
    case complete = "X"
    case instant = "i"
    /// A span that may overlap others, matched with its end by `id`.
    case asyncBegin = "b"
    case asyncEnd = "e"
    /// An arrow from the slice that is open there, to the one that is open where it ends.
    case flowStart = "s"
    case flowEnd = "f"
    /// A name, or a place, of a process or a thread.
    case metadata = "M"
  }

  var phase: Phase
  var name: String
  var category = ""
  var lane: TraceLane
  var at: UInt64 = 0
  /// How long it took, where that is known.
  var took: UInt64?
  /// What goes together, of spans and arrows.
  var id: String?
  var arguments: [(String, JSONValue)] = []
}

extension ByteBuffer {
  /// An event as a JSON object.
  mutating func write(_ event: TraceEvent) {
    write("{\"ph\":\"\(event.phase.rawValue)\",\"pid\":\(event.lane.process),\"tid\":\(event.lane.thread),\"ts\":")
    writeMicroseconds(event.at)
    if let took = event.took {
      write(",\"dur\":")
      writeMicroseconds(took)
    }
    write(",\"name\":")
    writeJSON(event.name)
    if !event.category.isEmpty {
      write(",\"cat\":")
      writeJSON(event.category)
    }
    if let id = event.id {
      // Spans belong to their process; without that a viewer would gather those of all processes.
      let isSpan = event.phase == .asyncBegin || event.phase == .asyncEnd
      write(isSpan ? ",\"id2\":{\"local\":" : ",\"id\":")
      writeJSON(id)
      if isSpan { write("}") }
    }
    switch event.phase {
    case .instant: write(",\"s\":\"t\"")
    // It ends in the slice that is open there, and not in the next one to come.
    case .flowEnd: write(",\"bp\":\"e\"")
    default: break
    }
    writeArguments(event.arguments)
    write("}")
  }

  private mutating func writeArguments(_ arguments: [(String, JSONValue)]) {
    let arguments = arguments.filter { $0.1 != .null }
    guard !arguments.isEmpty else { return }
    write(",\"args\":{")
    for (index, argument) in arguments.enumerated() {
      if index > 0 { write(",") }
      writeJSON(argument.0)
      write(":")
      writeJSON(argument.1)
    }
    write("}")
  }

  private mutating func writeMicroseconds(_ nanoseconds: UInt64) {
    let (whole, rest) = nanoseconds.quotientAndRemainder(dividingBy: 1_000)
    write(String(whole))
    guard rest > 0 else { return }
    let digits = String(rest)
    write("." + String(repeating: "0", count: 3 - digits.count) + digits)
  }
}
