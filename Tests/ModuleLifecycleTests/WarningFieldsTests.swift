import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// A warning's fields name its subject. Several modules can have the same name, but not the same id.
@MainActor @Suite(.inTurn, .serialized) struct WarningFieldsTests {
  private let composite = CompositeDelegate()

  /// Registers two composites, each with a module `Feed`.
  private func registerTwins(_ handlers: @escaping (inout ModuleHandlers<Probe>) -> Void) throws -> [ModuleID] {
    for name in ["Shop", "News"] {
      try composite.register(name) {
        let nested = CompositeDelegate(name: name)
        try nested.register("Feed") { Probe("Feed", handlers: handlers) }
        return nested
      }
    }
    return composite.modules.filter { $0.parent != nil }.map(\.id)
  }

  @Test func handlersThatThrewAreDistinguished() throws {
    let ids = try registerTwins { $0.on(Tick.self) { _, _ in throw Refusal("no") } }
    composite.send(Tick())
    let warnings = composite.journal.warnings
    #expect(ids.count == 2 && warnings.map(\.moduleID) == ids)
    #expect(warnings.map(\.module) == ["Feed", "Feed"] && warnings.map(\.error) == ["no", "no"])
    expectEqual(warnings.map(\.event), ["tick", "tick"])
    expectEqual(warnings.map(\.dispatch), Array(repeating: composite.journal.dispatches.first?.id, count: 2))
  }

  @Test func modulesThatClaimAreDistinguished() throws {
    let ids = try registerTwins { $0.answer(OpenURL.self) { _, _ in true } }
    composite.send(OpenURL.example)
    expectEqual(composite.journal.warnings.map { $0.handlers.map(\.moduleID) }, [ids])
  }

  @Test func runningAndPrintingModulesAreDistinguished() throws {
    var running: [ModuleID?] = []
    let ids = try registerTwins { [weak composite] handlers in
      handlers.on(Tick.self) { _, _ in
        let handler = composite?.runningHandler
        running.append(handler?.moduleID)
        composite?.journal.note(output: "hello", by: handler)
      }
    }
    composite.send(Tick())
    expectEqual(running, ids)
    let printed = composite.journal.entries.compactMap {
      if case .output(let entry) = $0 { entry.moduleID } else { nil }
    }
    expectEqual(printed, ids)
    #expect(composite.runningHandler == nil)
  }

  @Test func anAbortedLaunchIsTheCauseOfTheRemovals() throws {
    try composite.register("Store", isRequired: true) {
      Probe("Store") { $0.answer(DidFinishLaunching.self) { _, _ in throw Refusal("disk full") } }
    }
    composite.send(DidFinishLaunching())
    let warning = try #require(composite.journal.warnings.first)
    #expect(warning.kind == .launchAborted && warning.error == "disk full" && warning.message == nil)
    let causes = composite.journal.entries.compactMap { entry -> ModuleEntry.Cause?? in
      if case .module(let entry) = entry, entry.change == .removed { entry.cause } else { nil }
    }
    expectEqual(causes, [.launchAborted])
  }
}
