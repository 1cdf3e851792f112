import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) @MainActor struct SwitchingTests {
  let log = Log()
  let journal = Journal()
  let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: journal) }

  private func register(_ name: String, role: ModuleRole = .ordinary, isOn: Bool = true) throws {
    try composite.register(name, role: role, isOn: isOn) { [log] in
      log.add("\(name) made")
      return Probe(name) { $0.on(Tick.self) { _, _ in log.add(name) } }
    }
  }

  @Test func aModuleThatIsOffIsNotCalledAndKeepsItsObjects() throws {
    try register("A")
    composite.module(Probe.self, named: "A")?.owned.own("1", as: "thing") { [log] in log.add("cleaned") }
    try composite.set("A", isOn: false)
    composite.send(Tick())
    expectEqual(log.lines, ["A made"])
    expectEqual(composite.modules.map(\.isOn), [false])
    try composite.set("A", isOn: true)
    composite.send(Tick())
    expectEqual(log.lines, ["A made", "A"])
    expectEqual(journal.changes, ["A registered", "A switchedOff", "A switchedOn"])
  }

  @Test func aModuleRegisteredOffIsCreatedWhenItIsSwitchedOn() throws {
    try register("A", isOn: false)
    try register("B")
    composite.send(Tick())
    expectEqual(log.lines, ["B made", "B"])
    expectEqual(composite.modules.map(\.isPresent), [false, true])
    try composite.set("A", isOn: true)
    composite.send(Tick())
    expectEqual(log.lines.suffix(3), ["A made", "A", "B"])
    try composite.remove("A")
    try composite.restore("A")
    composite.send(Tick())
    expectEqual(log.lines.suffix(3), ["A made", "A", "B"])
  }

  @Test func aModuleSwitchedOffDuringADispatchIsSkippedIfNotReached() throws {
    try composite.register("First") { [unowned composite] in
      Probe("First") { $0.on(Tick.self) { _, _ in try composite.set("Second", isOn: false) } }
    }
    try register("Second")
    composite.send(Tick())
    expectEqual(log.lines, ["Second made"])
    expectEqual(journal.dispatches.last?.handlers.map(\.outcome), [.returned, .skipped])
  }

  @Test func aModuleSwitchedOnDuringADispatchTakesPartFromTheNextOneOn() throws {
    try composite.register("First") { [unowned composite] in
      Probe("First") { $0.on(Tick.self) { _, _ in try? composite.set("Second", isOn: true) } }
    }
    try register("Second", isOn: false)
    composite.send(Tick())
    expectEqual(log.lines, ["Second made"])
    composite.send(Tick())
    expectEqual(log.lines, ["Second made", "Second"])
  }

  @Test func aFactoryThatThrowsLeavesTheModuleOff() throws {
    try composite.register("A", isOn: false) { () throws -> Probe in throw Refusal("no file") }
    #expect(throws: Refusal.self) { try composite.set("A", isOn: true) }
    expectEqual(composite.modules.map(\.isOn), [false])
    expectEqual(journal.changes, ["A registered", "A failed"])
    expectEqual(
      journal.entries.compactMap { if case .module(let entry) = $0 { entry.isOn } else { nil } }, [false, false])
  }

  @Test func rebuildingDoesNotCreateModulesThatAreOff() throws {
    try register("A", isOn: false)
    try register("B")
    try composite.recreateModules()
    expectEqual(log.lines, ["B made", "B made"])
  }

  @Test func modulesThatWereSwitchedOffStayOffAfterARebuild() throws {
    try register("A")
    try composite.set("A", isOn: false)
    try composite.recreateModules()
    expectEqual(composite.modules.map(\.isOn), [false])
    expectEqual(composite.modules.map(\.isPresent), [false])
    try composite.set("A", isOn: true)
    expectEqual(composite.modules.map(\.isPresent), [true])
  }

  @Test func mistakesAreNamed() throws {
    try register("Main", role: .main, isOn: false)
    try register("A")
    try register("Off", isOn: false)
    expectEqual(composite.modules.first?.isOn, true)
    #expect(throws: CompositeError.mainCannotBeSwitchedOff("Main")) { try composite.set("Main", isOn: false) }
    #expect(throws: CompositeError.alreadyOn("A")) { try composite.set("A", isOn: true) }
    #expect(throws: CompositeError.alreadyOff("Off")) { try composite.set("Off", isOn: false) }
    #expect(throws: CompositeError.neverCreated("Off")) { try composite.remove("Off") }
    #expect(throws: CompositeError.neverCreated("Off")) { try composite.restore("Off") }
    try composite.remove("A")
    #expect(throws: CompositeError.removed("A")) { try composite.set("A", isOn: false) }
    #expect(throws: CompositeError.removed("A")) { try composite.set("A", isOn: true) }
  }

  @Test(arguments: [false, true]) func aModuleSwitchedOffAndOnDuringADispatchTakesPartFromTheNextOneOn(
    isNested: Bool
  ) throws {
    try composite.register("First") { [unowned composite, log] in
      Probe("First") { handlers in
        handlers.on(Tick.self) { [unowned composite] _, _ in
          try composite.set("Second", isOn: false)
          try composite.set("Second", isOn: true)
          log.add("switched")
        }
      }
    }
    if isNested {
      try composite.register("Second") { [log] in
        let shop = CompositeDelegate()
        try shop.register("Cart") { Probe("Cart") { $0.on(Tick.self) { _, _ in log.add("Second") } } }
        return shop
      }
    } else {
      try composite.register("Second") { [log] in Probe("Second") { $0.on(Tick.self) { _, _ in log.add("Second") } } }
    }
    try composite.register("Third") { [unowned composite, log] in
      Probe("Third") { handlers in
        handlers.on(Tick.self) { _, _ in log.add("Third") }
        handlers.on(DidReceiveMemoryWarning.self) { [unowned composite] _, _ in composite.send(Tick()) }
      }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["switched", "Third"])
    try composite.remove("First")
    composite.send(Tick())
    expectEqual(log.lines, ["switched", "Third", "Second", "Third"])
  }
}
