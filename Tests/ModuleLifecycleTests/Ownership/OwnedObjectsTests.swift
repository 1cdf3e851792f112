import Dispatch
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) struct OwnedObjectsTests {
  /// An owner with a member that is destroyed after its bag.
  final class Holder: Sendable {
    final class Member: Sendable {
      let log: Log
      init(_ log: Log) { self.log = log }
      deinit { log.add("member") }
    }
    let owned: OwnedObjects
    let member: Member
    init(_ log: Log, journal: Journal = Journal()) {
      owned = OwnedObjects(owner: "Holder", journal: journal)
      member = Member(log)
    }
    deinit { member.log.add("deinit") }
  }

  let log = Log()
  let journal = Journal()

  @Test func cleansLastAcquiredFirstAtItsDeclaredPosition() {
    var holder: Holder? = Holder(log, journal: journal)
    for name in ["a", "b", "c"] { holder?.owned.own(name, as: "thing") { [log] in log.add(name) } }
    holder = nil
    expectEqual(log.lines, ["deinit", "c", "b", "a", "member"])
    expectEqual(journal.released.map(\.name), ["c", "b", "a"])
    expectEqual(journal.released.map(\.number), [3, 2, 1])
    #expect(journal.released.allSatisfy { $0.reason == .ownerReleased && $0.owner == "Holder" })
  }

  @Test func eachObjectIsCleanedExactlyOnce() {
    var holder: Holder? = Holder(log, journal: journal)
    let one = holder?.owned.own("1", as: "request") { [log] in log.add("1") }
    let two = holder?.owned.own("2", as: "request") { [log] in log.add("2") }
    expectEqual(one?.isLive, true)
    one?.cancel()
    one?.cancel()
    one?.finish()
    two?.finish()
    expectEqual(one?.isLive, false)
    expectEqual(holder?.owned.count, 0)
    holder = nil
    expectEqual(log.lines, ["1", "2", "deinit", "member"])
    expectEqual(journal.released.map(\.reason), [.cancelled, .finished])
  }

  @Test func allObjectsOrAllOfAKindCanBeCancelled() {
    var holder: Holder? = Holder(log, journal: journal)
    for name in ["a", "b"] { holder?.owned.own(name, as: "timer") { [log] in log.add("timer \(name)") } }
    holder?.owned.own("c", as: "request") { [log] in log.add("request c") }
    holder?.owned.cancelAll("timer")
    expectEqual(log.lines, ["timer b", "timer a"])
    holder?.owned.own("d", as: "timer") { [log] in log.add("timer d") }
    holder?.owned.cancelAll()
    expectEqual(log.lines, ["timer b", "timer a", "timer d", "request c"])
    expectEqual(journal.released.map(\.reason), [.cancelled, .cancelled, .cancelled, .cancelled])
    holder = nil
    expectEqual(log.lines.count, 6, "each is cleaned once")
  }

  @Test func handlesToOneObjectAreEqual() {
    let holder = Holder(log, journal: journal)
    let one = holder.owned.own("a", as: "timer") {}
    let two = holder.owned.own("b", as: "timer") {}
    let found = holder.owned.object("timer", named: "a")
    #expect(found == one && one != two)
    expectEqual(Set([one, two, one]).count, 2)
  }

  @Test func theSameKindAndNameReplacesTheOldOneFirst() {
    var holder: Holder? = Holder(log, journal: journal)
    holder?.owned.own("beat", as: "timer") { [log] in log.add("old") }
    holder?.owned.own("beat", as: "observer") { [log] in log.add("other kind") }
    holder?.owned.own("beat", as: "timer") { [log] in log.add("new") }
    expectEqual(log.lines, ["old"])
    holder = nil
    expectEqual(log.lines, ["old", "deinit", "new", "other kind", "member"])
    expectEqual(journal.released.map(\.reason), [.replaced, .ownerReleased, .ownerReleased])
    expectEqual(journal.entries.map(\.type), ["owned", "owned", "released", "owned", "released", "released"])
  }

  @Test func aCleanupThatOwnsTheSameNameAgainIsReplacedToo() {
    var holder: Holder? = Holder(log, journal: journal)
    let registrar = holder?.owned.registrar
    holder?.owned.own("beat", as: "timer") { [log] in
      log.add("old")
      registrar?.own("beat", as: "timer") { log.add("between") }
    }
    holder?.owned.own("beat", as: "timer") { [log] in log.add("new") }
    expectEqual(log.lines, ["old", "between"])
    expectEqual(holder?.owned.count, 1)
    holder = nil
    expectEqual(log.lines, ["old", "between", "deinit", "new", "member"])
  }

  @Test func threadsThatOwnTheSameNamesLeaveOneOfEach() async {
    let holder = Holder(log, journal: journal)
    let registrar = holder.owned.registrar
    await concurrently(4) { _ in
      for index in 0..<500 { registrar.own("\(index)", as: "thing") {} }
    }
    expectEqual(holder.owned.count, 500)
  }

  @Test func anObjectAcquiredAfterTheOwnersDeathIsCleanedAtOnce() {
    var holder: Holder? = Holder(log, journal: journal)
    let registrar = holder?.owned.registrar
    holder = nil
    let late = registrar?.own("late", as: "file") { [log] in log.add("late") }
    expectEqual(log.lines, ["deinit", "member", "late"])
    expectEqual(late?.isLive, false)
    expectEqual(journal.released.map(\.reason), [.late])
  }

  @Test func removalsFromTheMiddleKeepTheOrder() {
    var holder: Holder? = Holder(log, journal: journal)
    let handles = (0..<1000).compactMap { index in
      holder?.owned.own("\(index)", as: "thing") { [log] in log.add("\(index)") }
    }
    for handle in handles[100..<990] { handle.cancel() }
    expectEqual(holder?.owned.count, 110)
    let before = log.lines.count
    holder = nil
    let expected = ((990..<1000).reversed() + (0..<100).reversed()).map { "\($0)" }
    expectEqual(Array(log.lines[(before + 1)...].dropLast()), expected)
  }

  @Test(.timeLimit(.minutes(10))) func aMainActorCleanupKeepsTheOrderWhenTheOwnerDiesOffTheMainActor() async {
    let holder = Mutexed(Holder(log, journal: journal))
    holder.value?.owned.own("1", as: "thing") { [log] in log.add("1") }
    holder.value?.owned.own("2", as: "window", onMainActor: { [log] in log.add("2") })
    holder.value?.owned.own("3", as: "thing") { [log] in log.add("3") }
    await withCheckedContinuation { done in
      DispatchQueue.global().async {
        holder.value = nil
        done.resume()
      }
    }
    while journal.released.count < 3 { await Task.yield() }
    expectEqual(journal.released.map(\.name), ["3", "2", "1"])
    expectEqual(log.lines.filter { $0.count == 1 }, ["3", "2", "1"])
    expectEqual(journal.released[1].thread, "main")
  }

  /// The main actor can find an object dead while another thread has yet to empty its bag.
  @Test func anObjectIsLateAlthoughItsOwnerWasFoundDeadBeforeItsTurn() {
    let owner = Owner(name: "Owner", journal: journal)
    let bag = owner.openBag()
    _ = bag.own("file", "log", nil, for: owner, cleanup: .anywhere {})
    owner.noteLeaving(at: journal.now)
    owner.noteOverdue()
    owner.noteFreed()
    bag.close(.ownerReleased)
    expectEqual(journal.released.map(\.isLateRelease), [true])
  }

  @MainActor @Test func rowsAcquiredDuringInitHaveTheModulesNameAndTheirDispatch() throws {
    let composite = CompositeDelegate(journal: journal)
    try composite.register("Session") {
      let probe = Probe("Session") { handlers in
        handlers.on(Tick.self) { probe, _ in probe.owned.own("beat", as: "timer") {} }
      }
      probe.owned.own("logout", as: "observer") {}
      return probe
    }
    composite.send(Tick())
    let owned = journal.entries.compactMap { entry -> OwnedEntry? in
      if case .owned(let owned) = entry { owned } else { nil }
    }
    expectEqual(owned.map(\.owner), ["Session", "Session"])
    expectEqual(owned.map(\.ownerID), [composite.modules[0].owner, composite.modules[0].owner])
    expectEqual(owned.map(\.dispatch), [nil, journal.dispatches.first?.id])
  }
}

/// A value that several threads share.
final class Mutexed<Value: Sendable>: Sendable {
  private let stored: Locked<Value?>
  init(_ value: Value?) { stored = Locked(value) }
  var value: Value? {
    get { stored.withLock { $0 } }
    set {
      let old = stored.withLock { stored -> Value? in
        defer { stored = newValue }
        return stored
      }
      withExtendedLifetime(old) {}
    }
  }
}
