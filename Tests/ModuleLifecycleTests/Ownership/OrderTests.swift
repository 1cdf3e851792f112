import Dispatch
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// The order of cleanups, which must not depend on optimisation.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) @MainActor struct OrderTests {
  /// Logs its destruction.
  final class Member: Sendable {
    let name: String
    let log: Log
    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }
    deinit { log.add(name) }
  }

  /// Its bag is declared between two members.
  final class Between: Sendable {
    let first: Member
    let owned: OwnedObjects
    let last: Member
    let log: Log

    init(_ log: Log, fails: Bool = false) throws {
      self.log = log
      first = Member("first member", log)
      owned = OwnedObjects(owner: "Between", journal: Journal())
      last = Member("last member", log)
      for name in ["a", "b"] { owned.own(name, as: "thing") { log.add(name) } }
      if fails { throw Refusal("no") }
    }

    deinit { log.add("deinit") }
  }

  /// Its bag is in the base class.
  class Base {
    let owned = OwnedObjects(owner: "Base", journal: Journal())
    let log: Log
    init(_ log: Log) {
      self.log = log
      owned.own("a", as: "thing") { log.add("a") }
    }
    deinit { log.add("base deinit") }
  }

  final class Derived: Base {
    let member: Member
    override init(_ log: Log) {
      member = Member("member of the subclass", log)
      super.init(log)
    }
    deinit { log.add("deinit of the subclass") }
  }

  let log = Log()

  @Test func theBagRunsAtItsDeclaredPosition() throws {
    _ = try Between(log)
    expectEqual(log.lines, ["deinit", "first member", "b", "a", "last member"])
  }

  @Test func theBagRunsAtItsDeclaredPositionAlsoWhenInitThrows() {
    #expect(throws: Refusal.self) { try Between(self.log, fails: true) }
    expectEqual(log.lines, ["deinit", "first member", "b", "a", "last member"])
  }

  @Test func aBagInABaseClassRunsWhileTheSubclassesMembersLive() {
    _ = Derived(log)
    expectEqual(log.lines, ["deinit of the subclass", "base deinit", "a", "member of the subclass"])
  }

  @Test func aCleanupCanCancelASibling() {
    do {
      let owned = OwnedObjects(owner: "O", journal: Journal())
      let first = owned.own("1", as: "thing") { [log] in log.add("1") }
      owned.own("2", as: "thing") { [log] in log.add("2") }
      owned.own("3", as: "thing") { [log] in
        first.cancel()
        log.add("3")
      }
    }
    expectEqual(log.lines, ["1", "3", "2"])
  }

  @Test func aCleanupCanRegisterAnotherObjectWhichIsCleanedAtOnce() {
    let journal = Journal()
    do {
      let owned = OwnedObjects(owner: "O", journal: journal)
      let registrar = owned.registrar
      owned.own("1", as: "thing") { [log] in log.add("1") }
      owned.own("2", as: "thing") { [log] in
        registrar.own("3", as: "thing") { log.add("3") }
        log.add("2")
      }
    }
    expectEqual(log.lines, ["3", "2", "1"])
    expectEqual(journal.released.map(\.reason), [.late, .ownerReleased, .ownerReleased])
  }

  @Test func aCleanupCanHoldTheLastReferenceToAnotherOwner() {
    do {
      let outer = OwnedObjects(owner: "Outer", journal: Journal())
      let inner = Derived(log)
      nonisolated(unsafe) let held = inner
      outer.own("outer 1", as: "thing") { [log] in log.add("outer 1") }
      outer.own("outer 2", as: "thing") { [log] in
        log.add("outer 2")
        withExtendedLifetime(unsafe held) {}
      }
    }
    expectEqual(
      log.lines,
      [
        "outer 2", "deinit of the subclass", "base deinit", "a", "member of the subclass", "outer 1",
      ])
  }

  @Test func tearingDownReversesTheModulesAndTheObjectsOfEach() throws {
    let journal = Journal()
    let composite = CompositeDelegate(journal: journal)
    for name in ["A", "B", "C"] {
      try composite.register(name) { [log] in
        let probe = Probe(name)
        for number in 1...3 { probe.owned.own("\(name)\(number)", as: "thing") { log.add("\(name)\(number)") } }
        return probe
      }
    }
    composite.tearDown()
    expectEqual(log.lines, ["C3", "C2", "C1", "B3", "B2", "B1", "A3", "A2", "A1"])
    expectEqual(journal.released.map(\.name), log.lines)
  }

  @Test func theOrderStaysWhenTheLastReleaseIsOffTheMainActor() async throws {
    let holder = Mutexed(try Between(log))
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        holder.value = nil
        done.resume()
      }
    }
    expectEqual(log.lines, ["deinit", "first member", "b", "a", "last member"])
  }

  @Test func theOrderStaysWhenSomeCleanupsMustRunOnTheMainActor() async throws {
    let log = log
    let (stream, ended) = AsyncStream.makeStream(of: Void.self)
    let holder = Mutexed(try Between(log))
    // The object acquired first is cleaned last.
    holder.value?.owned.object("thing", named: "a")?.cancel()
    holder.value?.owned.own("end", as: "thing") {
      log.add("end")
      ended.finish()
    }
    holder.value?.owned.object("thing", named: "b")?.cancel()
    holder.value?.owned.own("1", as: "window", onMainActor: { log.add("1 on main") })
    holder.value?.owned.own("2", as: "thing") { log.add("2") }
    holder.value?.owned.own("3", as: "window", onMainActor: { log.add("3 on main") })
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        holder.value = nil
        done.resume()
      }
    }
    for await _ in stream {}
    expectEqual(
      log.lines.filter { !$0.contains("member") && $0 != "deinit" }, ["a", "b", "3 on main", "2", "1 on main", "end"])
  }

  @Test func anOwnerLastHeldByAMainActorCleanupDiesBeforeTheNextCleanup() async throws {
    let log = log
    let (stream, ended) = AsyncStream.makeStream(of: Void.self)
    let outer = Mutexed(OwnedHolder())
    outer.value?.owned.own("1", as: "thing") {
      log.add("1")
      ended.finish()
    }
    do {
      let inner = OwnedHolder()
      inner.owned.own("inner", as: "thing") { log.add("inner") }
      outer.value?.owned.own(
        "2", as: "thing",
        onMainActor: {
          log.add("2")
          withExtendedLifetime(inner) {}
        })
    }
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        outer.value = nil
        done.resume()
      }
    }
    for await _ in stream {}
    expectEqual(log.lines, ["2", "inner", "1"])
  }

  @Test func aModuleIsFreedWhenItsLastObjectHasBeenCleaned() async throws {
    let journal = Journal()
    let composite = CompositeDelegate(journal: journal)
    try composite.register("A") {
      let probe = Probe("A")
      probe.owned.own("w", as: "window", onMainActor: {})
      probe.owned.own("t", as: "thing") {}
      return probe
    }
    let held = Mutexed(composite.module(Probe.self, named: "A"))
    try composite.remove("A")
    DispatchQueue.global().sync { held.value = nil }
    composite.send(Tick())
    while journal.released.count < 2 { await Task.yield() }
    let ends = journal.entries.compactMap { entry in
      switch entry {
      case .released(let entry): entry.name
      case .module(let entry) where entry.change == .freed: "freed"
      default: nil
      }
    }
    expectEqual(ends, ["t", "w", "freed"])
  }

  /// The main actor cleans what a module that died on another thread left. An event can end first.
  @Test func anEventThatEndsFirstIsNotWhyAnObjectOfADeadOwnerWasCleaned() throws {
    let journal = Journal()
    let composite = CompositeDelegate(journal: journal)
    try composite.register("A") {
      let probe = Probe("A")
      probe.owned.own("w", as: "window", lifetime: .event(Tick.self), onMainActor: {})
      return probe
    }
    let held = Mutexed(composite.module(Probe.self, named: "A"))
    try composite.remove("A")
    DispatchQueue.global().sync { held.value = nil }
    composite.send(Tick())
    expectEqual(journal.released.map(\.reason), [.ownerReleased])
  }

  private final class OwnedHolder: Sendable {
    let owned = OwnedObjects(owner: "Holder", journal: Journal())
  }
}
