import ModuleLifecycle

/// Records what happened, from any thread. It uses the core's own lock, which the thread sanitizer understands.
final class Log: Sendable {
  private let stored = Locked<[String]>([])
  func add(_ line: String) { stored.withLock { $0.append(line) } }
  var lines: [String] { stored.withLock { $0 } }
}

/// A module whose handlers a test provides.
final class Probe: Module {
  let owned = OwnedObjects()
  let name: String
  let log: Log
  private let table: (inout ModuleHandlers<Probe>) -> Void

  init(_ name: String, log: Log = Log(), handlers: @escaping (inout ModuleHandlers<Probe>) -> Void = { _ in }) {
    self.name = name
    self.log = log
    table = handlers
  }

  func instanceHandlers(_ handlers: inout ModuleHandlers<Probe>) { table(&handlers) }
}

struct Refusal: Error, CustomStringConvertible {
  var description: String
  init(_ description: String) { self.description = description }
}

struct Tick: EventWithExample {
  static var example: Tick { Tick() }
}

extension Journal {
  /// All kept entries.
  var entries: [AnyEntry] { reader().readAny(bytes: .max) }
  var dispatches: [DispatchEntry] {
    entries.compactMap { if case .dispatch(let entry) = $0 { entry } else { nil } }
  }
  var released: [ReleasedEntry] {
    entries.compactMap { if case .released(let entry) = $0 { entry } else { nil } }
  }
  var warnings: [WarningEntry] {
    entries.compactMap { if case .warning(let entry) = $0 { entry } else { nil } }
  }
  var running: [RunningEntry] {
    entries.compactMap { if case .running(let entry) = $0 { entry } else { nil } }
  }
  var changes: [String] {
    entries.compactMap { if case .module(let entry) = $0 { "\(entry.name) \(entry.change)" } else { nil } }
  }
}
