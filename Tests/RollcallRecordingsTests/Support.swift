import ModuleLifecycle

/// A module with handlers from a test.
final class Probe: Module {
  let owned = OwnedObjects()
  private let table: (inout ModuleHandlers<Probe>) -> Void

  init(_ name: String, handlers: @escaping (inout ModuleHandlers<Probe>) -> Void = { _ in }) { table = handlers }

  func instanceHandlers(_ handlers: inout ModuleHandlers<Probe>) { table(&handlers) }
}

struct Refusal: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}

struct Tick: EventWithExample {
  static var example: Tick { Tick() }
}

extension Journal {
  /// All entries that the journal keeps.
  var entries: [AnyEntry] { reader().readAny(bytes: .max) }
  var dispatches: [DispatchEntry] {
    entries.compactMap { if case .dispatch(let entry) = $0 { entry } else { nil } }
  }
}

/// Waits until the condition holds, or until the test's time limit.
@MainActor func eventually(_ condition: @MainActor () async -> Bool) async {
  while await !condition(), !Task.isCancelled { await Task.yield() }
}
