import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct UnregisteringTests {
  private let composite = CompositeDelegate(sleep: { _ in throw CancellationError() })
  private let log = Log()
  private var journal: Journal { composite.journal }

  private func register(_ name: String, role: ModuleRole = .ordinary, after: [String] = []) throws {
    try composite.register(name, role: role, after: after) { [log] in
      let probe = Probe(name, log: log) { handlers in
        handlers.on(Tick.self) { probe, _ in probe.log.add("\(probe.name) ticked") }
      }
      probe.owned.own(name, as: "thing") { log.add("\(name) cleaned") }
      return probe
    }
  }

  @Test func anUnregisteredModuleFreesItsNameAndTheOthersMoveUp() throws {
    for name in ["A", "B", "C"] { try register(name) }
    let old = composite.modules[1].id
    try composite.remove("B", forgetting: true)
    expectEqual(log.lines, ["B cleaned"])
    expectEqual(composite.modules.map(\.name), ["A", "C"])
    expectEqual(composite.modules.map(\.order), [1, 2])
    expectEqual(journal.changes.suffix(4), ["B removed", "B freed", "B unregistered", "C moved"])
    #expect(throws: CompositeError.unknownModule("B", known: ["A", "C"])) { try composite.restore("B") }
    #expect(throws: CompositeError.unknownModule("#\(old)", known: ["A", "C"])) {
      try composite.remove(old, forgetting: true)
    }
    try register("B")
    #expect(composite.modules.map(\.name) == ["A", "C", "B"] && composite.modules[2].id > old)
    composite.send(Tick())
    expectEqual(log.lines, ["B cleaned", "A ticked", "C ticked", "B ticked"])
    try composite.move("B", to: 1)
    expectEqual(composite.modules.map(\.name), ["B", "A", "C"])
  }

  @Test func theFactoryIsReleasedToo() throws {
    weak var captured: Log?
    do {
      let mine = Log()
      captured = mine
      try composite.register("A") { Probe("A", log: mine) }
    }
    #expect(captured != nil)
    try composite.remove("A", forgetting: true)
    #expect(captured == nil)
  }

  @Test func theFactoryIsReleasedEvenIfTheModuleIsHeld() throws {
    weak var captured: Log?
    do {
      let mine = Log()
      captured = mine
      try composite.register("A") {
        mine.add("made")
        return Probe("A")
      }
    }
    let held = try #require(composite.module(Probe.self))
    try composite.remove("A", forgetting: true)
    #expect(captured == nil)
    expectEqual(composite.modulesStillAlive, ["A"])
    withExtendedLifetime(held) {}
  }

  @Test func removedAndNeverCreatedModulesCanBeUnregistered() throws {
    try register("A")
    try composite.register("B", isOn: false) { Probe("B") }
    try composite.remove("A")
    try composite.remove("A", forgetting: true)
    try composite.remove("B", forgetting: true)
    #expect(composite.modules.isEmpty)
    expectEqual(journal.changes.suffix(3), ["A unregistered", "B moved", "B unregistered"])
  }

  @Test func theMainModuleAndRequiredModulesCannotBeUnregistered() throws {
    try register("Scene", role: .main)
    for name in ["A", "B"] { try register(name, after: ["Scene"]) }
    try register("C", after: ["A", "B"])
    #expect(throws: CompositeError.mainCannotBeRemoved("Scene")) { try composite.remove("Scene", forgetting: true) }
    #expect(throws: CompositeError.neededBy(["C"], "A")) { try composite.remove("A", forgetting: true) }
    expectEqual(CompositeError.neededBy(["C"], "A").description, "'A' can't be forgotten: 'C' must come after it.")
    expectEqual(
      CompositeError.neededBy(["C", "D"], "A").description, "'A' can't be forgotten: 'C' and 'D' must come after it."
    )
    #expect(throws: CompositeError.unknownModule("X", known: ["Scene", "A", "B", "C"])) {
      try composite.remove("X", forgetting: true)
    }
    // Also while the module that needs it is removed: it can come back.
    try composite.remove("C")
    #expect(throws: CompositeError.neededBy(["C"], "A")) { try composite.remove("A", forgetting: true) }
    try composite.remove("C", forgetting: true)
    try composite.remove("A", forgetting: true)
    expectEqual(composite.modules.map(\.name), ["Scene", "B"])
  }

  @Test func modulesCannotBeUnregisteredWhileOneIsBeingCreated() throws {
    try register("A")
    try composite.register("B") { [unowned composite, log] in
      do { try composite.remove("A", forgetting: true) } catch { log.add("\(error)") }
      do { try composite.remove("B", forgetting: true) } catch { log.add("\(error)") }
      return Probe("B")
    }
    #expect(
      log.lines == [
        "'A' can't be forgotten while 'B' is being created.",
        "There is no module named 'B'. Did you mean 'A'?",
      ] || log.lines.count == 2)
    expectEqual(composite.modules.map(\.name), ["A", "B"])
  }

  @Test func aHandlerCanUnregisterItsOwnModuleAndALaterOne() throws {
    try composite.register("A") { [log, unowned composite] in
      let probe = Probe("A", log: log) { handlers in
        handlers.on(Tick.self) { probe, _ in
          try composite.remove("A", forgetting: true)
          try composite.remove("B", forgetting: true)
          probe.log.add("A returns")
        }
      }
      probe.owned.own(as: "thing") { log.add("A cleaned") }
      return probe
    }
    for name in ["B", "C"] { try register(name) }
    composite.send(Tick())
    expectEqual(log.lines, ["B cleaned", "A returns", "A cleaned", "C ticked"])
    expectEqual(composite.modules.map(\.name), ["C"])
    composite.send(Tick())
    expectEqual(log.lines.last, "C ticked")
  }

  @Test func aNestedCompositeIsUnregisteredWithAllItsModules() throws {
    try composite.register("Shop") { [log] in
      let shop = CompositeDelegate()
      for name in ["Cart", "Pay"] {
        try shop.register(name) {
          let probe = Probe(name, log: log)
          probe.owned.own(as: "thing") { log.add("\(name) cleaned") }
          return probe
        }
      }
      return shop
    }
    try register("A")
    try composite.remove("Shop", forgetting: true)
    expectEqual(log.lines, ["Pay cleaned", "Cart cleaned"])
    expectEqual(composite.modules.map(\.name), ["A"])
    composite.send(Tick())
    expectEqual(log.lines.last, "A ticked")
  }

  @Test func aModuleOfANestedCompositeIsUnregisteredByItsNumber() throws {
    try composite.register("Shop") {
      let shop = CompositeDelegate()
      try shop.register("Cart") { Probe("Cart") }
      try shop.register("Pay", after: ["Cart"]) { Probe("Pay") }
      return shop
    }
    let (cart, pay) = (composite.modules[1].id, composite.modules[2].id)
    #expect(throws: CompositeError.neededBy(["Pay"], "Cart")) { try composite.remove(cart, forgetting: true) }
    try composite.remove(pay, forgetting: true)
    try composite.remove(cart, forgetting: true)
    expectEqual(composite.modules.map(\.name), ["Shop"])
    expectEqual(journal.changes.last, "Cart unregistered")
  }
}
