import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// What a launch or a shutdown waits for, as a report of another thread says it.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct PendingWorkTests {
  private let composite = CompositeDelegate()

  @Test func aStartIsNamedWithWhatItOwnsAndSaidLast() async throws {
    let gate = CleanupEnd()
    try composite.register("Database") { Waiting(gate) }
    let launch = Task { try await composite.launch() }
    await eventually { composite.pendingWork(withLastLines: false).first?.objects.count == 2 }
    for (line, module) in [("connecting", "Database"), ("no route", "Database"), ("elsewhere", "Other")] {
      composite.journal.append(
        .output(
          OutputEntry(
            line: line, module: module, moduleID: composite.modules.first { $0.name == module }?.id, event: nil,
            atNanoseconds: 0)))
    }
    let work = try #require(await Task { @concurrent in composite.pendingWork(withLastLines: true) }.value.first)
    #expect(work.name == "Database" && work.kind == .starting)
    #expect(work.objects == ["file log", "socket admin"] && work.lastLine == "no route")
    #expect(composite.pendingWork(withLastLines: false).first?.lastLine == nil)
    gate.reach()
    try await launch.value
    #expect(composite.pendingWork(withLastLines: true).isEmpty)
  }

  @Test func aCleanupAndAHandlerAreNamed() async throws {
    let gate = CleanupEnd()
    try composite.register("Web") { [unowned composite] in
      Probe("Web") { handlers in
        handlers.on(DidBecomeActive.self) { _, _ in
          expectEqual(composite.pendingWork(withLastLines: false).map(\.kind), [.handling("didBecomeActive")])
        }
      }
    }
    composite.send(DidBecomeActive())
    try composite.register("Database") { Closing(gate) }
    try composite.remove("Database")
    let work = composite.pendingWork(withLastLines: false)
    #expect(work.map(\.name) == ["Database"] && work.map(\.kind) == [.cleaning("database pool")])
    gate.reach()
    await eventually { composite.pendingWork(withLastLines: false).isEmpty }
  }
}

/// Starts when a gate opens.
private final class Waiting: StartingModule {
  let owned = OwnedObjects()
  private let gate: CleanupEnd
  init(_ gate: CleanupEnd) { self.gate = gate }

  func start() async {
    owned.own(0, "log", as: "file") { _ in }
    owned.own(0, "admin", as: "socket") { _ in }
    await gate.wait()
  }
}

/// Owns something that is closed when a gate opens.
private final class Closing: Module {
  let owned = OwnedObjects()
  init(_ gate: CleanupEnd) { owned.own(closing: gate, "pool", as: "database") { await $0.wait() } }
}
