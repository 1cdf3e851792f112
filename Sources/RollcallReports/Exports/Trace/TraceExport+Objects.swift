import ModuleLifecycle
import RollcallLaunches
import RollcallRecordings

extension TraceExport {
  // MARK: Owned objects

  /// The start of an object's life.
  mutating func beginning(of entry: OwnedEntry) -> TraceEvent {
    alive.insert(entry.id)
    return TraceEvent(
      phase: .asyncBegin, name: "\(entry.kind) \(entry.name)", category: "owned",
      lane: lanes.lane(ofOwner: entry.owner), at: entry.atNanoseconds, id: "\(entry.id)",
      arguments: [
        ("owner", .string(entry.owner)), ("number", .integer(Int64(entry.number))),
        ("lifetime", .string(entry.lifetime)), ("detail", .text(entry.detail)),
        ("acquired in dispatch", .count(entry.dispatch?.rawValue)),
      ])
  }

  /// The start of an object's asynchronous cleanup.
  mutating func cleanup(of entry: ReleasingEntry) -> TraceEvent {
    TraceEvent(
      phase: .instant, name: "\(entry.kind) \(entry.name) releasing", category: "owned",
      lane: lanes.lane(ofOwner: entry.owner), at: entry.atNanoseconds,
      arguments: [("reason", .string(entry.reason.word))])
  }

  /// The end of an object's life, including its cleanup; an instant if its start was not recorded.
  mutating func ending(of entry: ReleasedEntry) -> TraceEvent {
    let name = "\(entry.kind) \(entry.name)"
    let isKnown = alive.remove(entry.id) != nil
    return TraceEvent(
      phase: isKnown ? .asyncEnd : .instant, name: isKnown ? name : "\(name) released", category: "owned",
      lane: lanes.lane(ofOwner: entry.owner), at: entry.atNanoseconds.plus(entry.cleanupNanoseconds),
      id: isKnown ? "\(entry.id)" : nil,
      arguments: [
        ("reason", .string(entry.reason.word)), ("cleanup_ns", .count(entry.cleanupNanoseconds)),
        ("thread", .string(entry.thread)), ("late", .flag(entry.isLateRelease)),
      ])
  }

  // MARK: Modules

  /// Adds a slice for a module's creation, and an instant for any other change.
  mutating func add(_ entry: ModuleEntry, to out: inout String) {
    lanes.note(entry)
    let creation = entry.creationNanoseconds
    write(
      TraceEvent(
        phase: creation == nil ? .instant : .complete, name: creation == nil ? entry.change.words : "created",
        category: "module", lane: lanes.lane(of: entry.id, name: entry.name, order: entry.order),
        at: entry.atNanoseconds, took: creation,
        arguments: [
          ("change", .string(entry.change.rawValue)), ("order", .integer(Int64(entry.order))),
          ("main", .flag(entry.isMain)), ("reason", .text(entry.error ?? entry.cause?.rawValue)),
          ("late", .flag(entry.isLateRelease)),
        ]), to: &out)
  }

  // MARK: Instants

  /// An answer that came too late, or twice.
  mutating func instant(of entry: CompletionEntry) -> TraceEvent {
    TraceEvent(
      phase: .instant, name: entry.kind == .again ? "\(entry.event) answered again" : "\(entry.event) answered late",
      category: "answer", lane: lanes.lane(of: entry.moduleID, name: entry.module, order: .max),
      at: entry.atNanoseconds,
      arguments: [
        ("dispatch", .count(entry.dispatch.rawValue)), ("value", entry.value),
        ("took_ns", .count(entry.tookNanoseconds)),
      ])
  }

  /// An instant for the notices lane; `nil` for entries that have their own form in the trace.
  func notice(of entry: AnyEntry) -> TraceEvent? {
    switch entry {
    case .warning(let entry):
      return notice(
        entry.kind.title, "warning", at: entry.atNanoseconds,
        [("message", entry.sentence), ("module", entry.module), ("dispatch", entry.dispatch.map { "#\($0)" })])
    case .running(let entry):
      return notice(
        "\(entry.module) is running", "running", at: entry.atNanoseconds,
        [("event", entry.event), ("running_ns", "\(entry.runningNanoseconds)")])
    case .overdue(let entry):
      return notice(
        "\(entry.name) is overdue", "overdue", at: entry.atNanoseconds,
        [("after_ns", "\(entry.afterNanoseconds)"), ("hint", entry.hints.first.map { "\($0.word): \($0.clause)" })])
    case .owner(let entry):
      let change = entry.change == .freed ? "is freed" : "is expected to go"
      return notice("\(entry.name) \(change)", "owner", at: entry.atNanoseconds, [])
    case .alive(let entry):
      let object = entry.kind.isEmpty ? entry.owner : "\(entry.kind) \(entry.name) of \(entry.owner)"
      return notice("\(object): \(entry.state)", "alive", at: entry.atNanoseconds, [])
    case .output(let entry):
      return TraceEvent(
        phase: .instant, name: entry.line, category: "output", lane: .output, at: entry.atNanoseconds,
        arguments: [("module", .text(entry.module)), ("event", .text(entry.event))])
    case .mark(let entry):
      return notice(
        entry.name, "mark", at: entry.atNanoseconds,
        [("module", entry.module), ("dispatch", entry.dispatch.map { "#\($0)" })])
    case .request(let entry):
      return notice(
        entry.sentence, "request", at: entry.atNanoseconds,
        [("outcome", entry.outcome.rawValue), ("pid", entry.process.map(String.init)), ("reason", entry.reason)])
    case .journal(let entry):
      return notice("journal switched \(entry.isOn ? "on" : "off")", "journal", at: entry.atNanoseconds, [])
    case .gap(let entry):
      return notice("entries dropped", "gap", at: lastTime, [("dropped", "\(entry.dropped)")])
    case .dispatch, .completion, .module, .owned, .releasing, .released, .state, .lookUp, .stopped:
      return nil
    }
  }

  private func notice(
    _ name: String, _ category: String, at time: UInt64, _ arguments: [(String, String?)]
  ) -> TraceEvent {
    TraceEvent(
      phase: .instant, name: name, category: category, lane: .notices, at: time,
      arguments: arguments.map { ($0.0, .text($0.1)) })
  }
}

extension ModuleEntry.Change {
  /// The change as text.
  fileprivate var words: String {
    switch self {
    case .broughtBack: "brought back"
    case .switchedOn: "switched on"
    case .switchedOff: "switched off"
    case .failed: "creation failed"
    default: rawValue
    }
  }
}
