import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct RegistrationOrderTests {
  private let composite = CompositeDelegate()
  private let log = Log()

  private func register(_ name: String, role: ModuleRole = .ordinary, after: [String] = []) throws {
    try composite.register(name, role: role, after: after) { [log] in
      Probe(name, log: log) { $0.on(Tick.self) { probe, _ in probe.log.add(probe.name) } }
    }
  }

  @Test func aModuleThatMustComeAfterAnotherIsRegisteredAfterIt() throws {
    #expect(throws: CompositeError.unknownPredecessor("Session", of: "Feed", known: [])) {
      try register("Feed", after: ["Session"])
    }
    #expect(composite.modules.isEmpty)
    try register("Session")
    try register("Feed", after: ["Session"])
    expectEqual(composite.modules.map(\.after), [[], ["Session"]])
    expectEqual(
      "\(CompositeError.unknownPredecessor("Sesion", of: "Feed", known: ["Session"]))",
      "'Feed' must come after 'Sesion', which does not exist. Did you mean 'Session'?")
  }

  @Test func aMovedModuleIsCalledAtItsNewPosition() throws {
    for name in ["A", "B", "C", "D"] { try register(name) }
    try composite.move("D", to: 2)
    composite.send(Tick())
    expectEqual(log.lines, ["A", "D", "B", "C"])
    expectEqual(composite.modules.map(\.order), [1, 2, 3, 4])
    expectEqual(composite.journal.changes.suffix(3), ["D moved", "B moved", "C moved"])
    try composite.move("A", to: 99)
    expectEqual(composite.modules.map(\.name), ["D", "B", "C", "A"])
    try composite.move("A", to: -1)
    expectEqual(composite.modules.map(\.name), ["A", "D", "B", "C"])
  }

  @Test func aMoveThatBreaksARequiredOrderIsRefused() throws {
    try register("Session")
    try register("Feed", after: ["Session"])
    try register("Push")
    #expect(throws: CompositeError.mustComeAfter("Feed", "Session")) { try composite.move("Feed", to: 1) }
    #expect(throws: CompositeError.mustComeAfter("Feed", "Session")) { try composite.move("Session", to: 2) }
    expectEqual(composite.modules.map(\.name), ["Session", "Feed", "Push"])
    try composite.move("Push", to: 1)
    expectEqual("\(CompositeError.mustComeAfter("Feed", "Session"))", "'Feed' must come after 'Session'.")
  }

  @Test func aDispatchUnderWayKeepsItsOrder() throws {
    try composite.register("First") { [unowned composite, log] in
      Probe("First", log: log) { handlers in
        handlers.on(Tick.self) { [unowned composite] probe, _ in
          probe.log.add("First")
          try composite.move("First", to: 3)
        }
      }
    }
    try register("Second")
    try register("Third")
    composite.send(Tick())
    composite.send(Tick())
    expectEqual(log.lines, ["First", "Second", "Third", "Second", "Third", "First"])
  }
}
