import ModuleLifecycleTesting
import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) @MainActor struct ExpectationTests {
  final class Part {}

  let clock = ManualClock()
  let journal: Journal
  let time = Sleepers()
  let composite: CompositeDelegate
  let collector: JournalCollector

  init() {
    journal = Journal(clock: clock.monotonic)
    composite = CompositeDelegate(journal: journal, sleep: time.sleep)
    collector = JournalCollector(journal)
  }

  private func overdue(_ name: String) async -> OverdueEntry? {
    await collector.first { $0.overdue?.name == name }.overdue
  }

  private func freed(_ name: String) async -> Bool? {
    let entry = await collector.first {
      switch $0.content {
      case .module(let entry): entry.name == name && entry.change == .freed
      case .owner(let entry): entry.name == name && entry.change == .freed
      default: false
      }
    }
    switch entry.content {
    case .module(let entry): return entry.isLateRelease
    case .owner(let entry): return entry.isLateRelease
    default: return nil
    }
  }

  @Test func aModuleThatDiesInTimeIsNeverOverdue() async throws {
    defer { time.close() }
    try composite.register("A") { Probe("A") }
    var held = composite.module(Probe.self, named: "A")
    try composite.remove("A")
    expectEqual(composite.modulesStillAlive, ["A"])
    #expect(held != nil)
    held = nil
    composite.send(Tick())
    await expectEqual(freed("A"), false)
    await time.wakeAll()
    #expect(journal.warnings.isEmpty)
  }

  @Test func aModuleThatIsHeldIsOverdueAndItsReleaseLate() async throws {
    defer { time.close() }
    try composite.register("A") {
      let probe = Probe("A")
      probe.owned.own("logout", as: .observer) { [probe] in _ = probe }
      probe.owned.own("log", as: .file) {}
      return probe
    }
    weak let probe = composite.module(Probe.self, named: "A")
    let objects = try composite.ownedObjects(of: "A")
    try composite.remove("A")
    expectEqual(objects.map(\.state), [.live, .live])
    await time.wakeAll()
    let entry = try #require(await overdue("A"))
    expectEqual(entry.id, composite.modules[0].id)
    expectEqual(
      entry.hints,
      [
        HolderHint(
          holder: "observer logout", trust: .possible, object: objects[0].id, remedy: "cancel")
      ])
    expectEqual(
      journal.warnings.map(\.sentence),
      [
        "A is still alive: perhaps observer logout holds it in its closure. "
          + "It was removed; its objects stay open."
      ])
    try expectEqual(composite.ownedObjects(of: "A").map(\.state), [.overdue, .overdue])

    #expect(composite.cancel(objects[0].id))
    #expect(probe == nil)
    await expectEqual(freed("A"), true)
    expectEqual(journal.released.map(\.name), ["logout", "log"])
    expectEqual(journal.released.map(\.reason), [.cancelled, .ownerReleased])
    expectEqual(journal.released.map(\.isLateRelease), [true, true])
    #expect(composite.modulesStillAlive.isEmpty)
  }

  @Test func whatIsOwnedWithTheMethodThatEndsItIsAmongTheHints() async throws {
    final class Link: Sendable { func invalidate() {} }
    defer { time.close() }
    try composite.register("A") { [time] in
      let probe = Probe("A")
      probe.owned.own("signals", as: .source) {}
      probe.owned.own(Link(), "frames", as: "CADisplayLink", by: Link.invalidate)
      probe.owned.own(Link(), "keys", as: "AnyCancellable", onAnyThread: Link.invalidate)
      let hold = DeclaredHold(probe, "holds its target", endedBy: "invalidate")
      probe.owned.own(Link(), "target", holding: hold, by: Link.invalidate)
      probe.owned.own(
        Link(), "another's", holding: DeclaredHold(time, "holds another", endedBy: "end"), by: Link.invalidate)
      probe.owned.own("api", as: .session) { [probe] in _ = probe }
      return probe
    }
    try composite.remove("A")
    await time.wakeAll()
    let entry = try #require(await overdue("A"))
    expectEqual(
      entry.hints.map { "\($0.trust.rawValue) \($0.holder)" },
      [
        "declared Link target", "possible AnyCancellable keys", "possible CADisplayLink frames",
        "possible source signals",
      ])
    for object in try composite.ownedObjects(of: "A") { composite.cancel(object.id) }
  }

  @Test func hintsAreOrderedByTrust() async throws {
    defer { time.close() }
    try composite.register("A") { [time] in
      let probe = Probe("A")
      probe.owned.own("poll", as: .task) {}
      probe.owned.own(
        "api", as: .session,
        holding: DeclaredHold(probe, "holds its delegate until it is invalidated", endedBy: "invalidate")
      ) { [probe] in _ = probe }
      probe.owned.own("push", as: .registration, holding: DeclaredHold(time, "holds another", endedBy: "cancel")) {}
      return probe
    }
    let probe = try #require(composite.module(Probe.self, named: "A"))
    let other = OwnedObjects(owner: "Player", in: composite)
    other.own("movie", as: .file, holding: DeclaredHold(probe, "holds its player", endedBy: "close")) {}
    let reference = StrongReferences.add("delegate of Partner", to: probe)
    defer { StrongReferences.remove(reference, from: probe) }
    try composite.remove("A")
    await time.wakeAll()
    let entry = try #require(await overdue("A"))
    expectEqual(entry.hints.map(\.trust), [.declared, .declared, .found, .possible])
    expectEqual(
      entry.hints.map(\.clause),
      [
        "session api holds its delegate until it is invalidated", "file movie of Player holds its player",
        "delegate of Partner holds it", "task poll holds it in its closure",
      ])
    expectEqual(entry.hints.map(\.remedy), ["invalidate", "close", nil, "cancel"])
    for object in try composite.ownedObjects(of: "A") { composite.cancel(object.id) }
  }

  @Test func anyObjectCanBeExpectedToDie() async throws {
    defer { time.close() }
    var part: Part? = Part()
    composite.expectRelease(of: try #require(part), within: .seconds(3))
    await time.wakeAll()
    let entry = try #require(await overdue("Part"))
    #expect(entry.id == nil)
    expectEqual(journal.warnings.map(\.sentence), ["Part should be gone and is still alive."])
    part = nil
    // It has no bag that could report it: the next check finds out.
    await time.wakeAll()
    await expectEqual(freed("Part"), true)
  }

  @Test func aPartOfAnOverdueOwnerIsExplainedByIt() async throws {
    defer { time.close() }
    try composite.register("A") { Probe("A") }
    let probe = composite.module(Probe.self, named: "A")
    var part: Part? = Part()
    try composite.remove("A")
    composite.expectRelease(of: try #require(part), named: "A's part", partOf: probe)
    clock.advance(by: .seconds(10))
    // Whichever check runs first, the owner is reported before the part that it explains.
    await time.wakeAll(2)
    let (entry, partEntry) = (await overdue("A"), await overdue("A's part"))
    #expect(entry?.mutedBy == nil)
    expectEqual(partEntry?.mutedBy, "A")
    expectEqual(journal.warnings.count, 1)
    part = nil
    composite.send(Tick())
    await expectEqual(freed("A's part"), true)
    withExtendedLifetime(probe) {}
  }

  @Test func aPartThatOutlivesItsExplanationIsReportedAfterAll() async throws {
    defer { time.close() }
    var whole: Part? = Part()
    let part = Part()
    composite.expectRelease(of: try #require(whole), named: "whole")
    composite.expectRelease(of: part, named: "part", partOf: whole)
    clock.advance(by: .seconds(10))
    await time.wakeAll(2)
    let entry = await overdue("part")
    expectEqual(entry?.mutedBy, "whole")
    await time.waitForSleepers(2)
    whole = nil
    await time.wakeAll()
    let again = await collector.first { $0.overdue.map { $0.name == "part" && $0.mutedBy == nil } == true }
    expectEqual(again.type, "overdue")
    withExtendedLifetime(part) {}
  }

  @Test func objectsDeclaredAsPartsOfEachOtherAreReportedOnceEach() async throws {
    defer { time.close() }
    let (one, other) = (Part(), Part())
    composite.expectRelease(of: one, named: "one", partOf: other)
    composite.expectRelease(of: other, named: "other", partOf: one)
    clock.advance(by: .seconds(10))
    await time.wakeAll(2)
    let muted = [await overdue("one")?.mutedBy, await overdue("other")?.mutedBy]
    expectEqual(muted, ["other", "one"])
    withExtendedLifetime((one, other)) {}
  }

  @Test func aPendingCheckKeepsNeitherTheJournalNorTheFactory() async throws {
    defer { time.close() }
    weak var journal: Journal?
    weak var factorys: Part?
    var held: Probe?
    do {
      let composite = CompositeDelegate(sleep: time.sleep)
      let part = Part()
      journal = composite.journal
      factorys = part
      try composite.register("A") {
        withExtendedLifetime(part) {}
        return Probe("A")
      }
      held = composite.module(Probe.self, named: "A")
      try composite.remove("A")
      await time.waitForSleepers()
      #expect(journal != nil)
    }
    #expect(factorys == nil)
    held = nil
    #expect(journal == nil)
    #expect(held == nil)
  }

  /// An event looks at a part of what is expected to go.
  @Test func whatHasGoneAmongManyIsFoundWithinAFewEvents() async throws {
    defer { time.close() }
    var parts = (0..<1_000).map { _ in Part() }
    for (number, part) in parts.enumerated() { composite.expectRelease(of: part, named: "\(number)") }
    parts.remove(at: 500)
    for _ in 0..<(1_000 / 64 + 1) { composite.send(Tick()) }
    expectEqual(freedNames, ["500"])
    expectEqual(composite.ownersStillAlive.count, 999)
    parts.removeAll()
    for _ in 0..<(1_000 / 64 + 1) { composite.send(Tick()) }
    expectEqual(Set(freedNames), Set((0..<1_000).map { "\($0)" }))
    expectEqual(freedNames.count, 1_000, "each once")
    expectEqual(composite.application.expectations.count, 0)
  }

  /// What goes at once leaves gaps, which are closed all the time. Each of the others gets its turn.
  @Test func manyShortLivedObjectsDoNotKeepTheOthersFromBeingChecked() throws {
    defer { time.close() }
    try composite.register("A") { [unowned composite] in
      Probe("A") { handlers in
        handlers.on(Tick.self) { _, _ in
          for _ in 0..<300 { composite.expectRelease(of: Part(), named: "short") }
        }
      }
    }
    var parts = (0..<200).map { _ in Part() }
    for (number, part) in parts.enumerated() { composite.expectRelease(of: part, named: "\(number)") }
    parts.removeLast()
    for _ in 0..<5 { composite.send(Tick()) }
    #expect(freedNames.contains("199"))
    expectEqual(composite.ownersStillAlive.count, 199)
    withExtendedLifetime(parts) {}
  }

  /// Each time, the next object takes the memory of the one before.
  @Test func anObjectAtTheAddressOfADeadOneIsAnotherObject() {
    defer { time.close() }
    for number in 0..<200 { composite.expectRelease(of: Part(), named: "\(number)") }
    composite.send(Tick())
    let held = Part()
    composite.expectRelease(of: held, named: "held")
    composite.expectRelease(of: held, named: "twice")
    for _ in 0..<5 { composite.send(Tick()) }
    expectEqual(freedNames, (0..<200).map { "\($0)" })
    expectEqual(composite.ownersStillAlive, ["held"])
  }

  @Test func whatADeinitExpectsIsCheckedToo() {
    defer { time.close() }
    @MainActor final class Parent {
      let (composite, part): (CompositeDelegate, Part)
      init(_ composite: CompositeDelegate, _ part: Part) { (self.composite, self.part) = (composite, part) }
      isolated deinit {
        composite.expectRelease(of: part, named: "part")
        composite.send(Tick())
      }
    }
    do {
      let parents = (0..<100).map { _ in Parent(composite, Part()) }
      for parent in parents { composite.expectRelease(of: parent, named: "parent") }
    }
    for _ in 0..<10 { composite.send(Tick()) }
    expectEqual(freedNames.count { $0 == "parent" }, 100)
    expectEqual(freedNames.count { $0 == "part" }, 100)
    #expect(composite.ownersStillAlive.isEmpty)
  }

  /// The owners that the journal calls freed, in order.
  private var freedNames: [String] {
    journal.entries.compactMap { entry in
      if case .owner(let entry) = entry, entry.change == .freed { entry.name } else { nil }
    }
  }

  @Test func anObjectExpectedTwiceIsReportedOnce() async throws {
    defer { time.close() }
    try composite.register("A") { Probe("A") }
    let probe = try #require(composite.module(Probe.self, named: "A"))
    let part = Part()
    try composite.remove("A")
    composite.expectRelease(of: probe)
    composite.expectRelease(of: part)
    composite.expectRelease(of: part, named: "the same")
    expectEqual(composite.application.expectations.all.count, 2)
    await time.wakeAll()
    _ = (await overdue("A"), await overdue("Part"))
    expectEqual(journal.warnings.count, 2)
    withExtendedLifetime((probe, part)) {}
  }

  @Test func aGracePeriodCanBeInfinite() {
    defer { time.close() }
    let part = Part()
    let composite = CompositeDelegate(journal: journal, releaseGrace: .seconds(Int64.max))
    composite.expectRelease(of: part, within: .seconds(Int64.max))
    expectEqual(composite.application.expectations.all.map(\.grace), [Application.longestSleep])
  }

  @Test func anObjectWithoutANameIsNamedByItsKind() async throws {
    defer { time.close() }
    try composite.register("A") {
      let probe = Probe("A")
      probe.owned.own(as: .task) {}
      probe.owned.own(as: .session, holding: DeclaredHold(probe, "holds its delegate", endedBy: "invalidate")) {}
      return probe
    }
    let probe = composite.module(Probe.self, named: "A")
    try composite.remove("A")
    await time.wakeAll()
    await expectEqual(
      overdue("A")?.hints.map(\.clause),
      [
        "session holds its delegate", "task holds it in its closure",
      ])
    withExtendedLifetime(probe) {}
  }

  @Test func objectsInAnExpectedOwnersBagAreOverdueWithIt() async throws {
    defer { time.close() }
    var player: Bag? = Bag(OwnedObjects(owner: "Player", in: composite))
    let bag = try #require(player).owned.ownerID
    player?.owned.own("movie", as: .file) {}
    composite.expectRelease(of: try #require(player), owning: bag)
    await time.wakeAll()
    let entry = await overdue("Player")
    expectEqual(entry?.owner, bag)
    expectEqual(composite.ownedObjects.map(\.state), [.overdue])
    expectEqual(
      journal.warnings.map(\.sentence), ["Player should be gone and is still alive; its objects stay open."])
    player = nil
    composite.send(Tick())
    await expectEqual(freed("Player"), true)
    expectEqual(journal.released.map(\.isLateRelease), [true])
  }

  @Test func anExpectedObjectThatLaterOwnsThingsIsStillOneOwner() async throws {
    defer { time.close() }
    do {
      let part = Part()
      composite.expectRelease(of: part)
      composite.own(for: part, "cache", as: .file) {}
    }
    composite.send(Tick())
    let changes = journal.entries.compactMap { entry in
      if case .owner(let entry) = entry { entry } else { nil }
    }
    expectEqual(changes.map(\.change), [.expected, .freed])
    expectEqual(Set(changes.map(\.owner)).count, 1)
  }

  @Test func tooManyAliveAreCounted() throws {
    defer { time.close() }
    let limit = 2
    let bags = (1...3).map { _ in Bag(OwnedObjects(owner: "Player", in: composite, atMost: limit)) }
    expectEqual(
      journal.warnings.map(\.sentence), ["3 owners named Player are alive; at most 2 were expected."])
    withExtendedLifetime(bags) {}
    expectEqual(journal.warnings.map(\.kind), [.tooManyAlive])
  }

  @Test func objectsAliveAtExitAreNotReportedAsLeaked() async throws {
    defer { time.close() }
    try composite.register("A") {
      let probe = Probe("A")
      probe.owned.own("log", as: .file) {}
      return probe
    }
    try composite.register("B") { Probe("B") }
    let held = (composite.module(Probe.self, named: "A"), composite.module(Probe.self, named: "B"))
    try composite.remove("B")
    await time.wakeAll()
    _ = await overdue("B")
    composite.tearDown()
    let alive = composite.recordLiveObjects()
    expectEqual(alive.map(\.owner), ["B", "A", "A"])
    expectEqual(alive.map(\.state), ["overdue", "alive at exit", "alive at exit"])
    expectEqual(alive.map(\.kind), ["", "", "file"])
    expectEqual(journal.entries.filter { $0.type == "alive" }.count, 3)
    withExtendedLifetime(held) {}
  }
}

/// Keeps a bag for its own lifetime.
private final class Bag {
  let owned: OwnedObjects
  init(_ owned: consuming OwnedObjects) { self.owned = owned }
}

/// Sleepers that the test wakes. The test must close them at its end: a sleeper that is never woken keeps what it
/// holds.
final class Sleepers: Sendable {
  private struct State: Sendable {
    var waiting: [CheckedContinuation<Void, any Error>] = []
    var wakers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    var isClosed = false

    /// Removes the continuations that wait for no more sleepers than there are now.
    mutating func takeWakers() -> [CheckedContinuation<Void, Never>] {
      let ready = wakers.filter { $0.count <= waiting.count }
      wakers.removeAll { $0.count <= waiting.count }
      return ready.map(\.continuation)
    }
  }

  private let state = Locked(State())

  var sleep: @Sendable (Duration) async throws -> Void {
    { _ in
      try await withCheckedThrowingContinuation { continuation in
        let (isClosed, wakers) = self.state.withLock { state in
          if !state.isClosed { state.waiting.append(continuation) }
          return (state.isClosed, state.takeWakers())
        }
        if isClosed { continuation.resume(throwing: CancellationError()) }
        for waker in wakers { waker.resume() }
      }
    }
  }

  /// Wakes all sleepers as soon as there are `count` of them.
  func wakeAll(_ count: Int = 1) async {
    await waitForSleepers(count)
    for sleeper in takeAll() { sleeper.resume() }
  }

  /// Waits until there are `count` sleepers.
  func waitForSleepers(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let ready = state.withLock { state in
        state.wakers.append((count, continuation))
        return state.takeWakers()
      }
      for waker in ready { waker.resume() }
    }
  }

  /// Wakes all sleepers, current and future.
  func close() {
    state.withLock { $0.isClosed = true }
    for sleeper in takeAll() { sleeper.resume(throwing: CancellationError()) }
  }

  private func takeAll() -> [CheckedContinuation<Void, any Error>] {
    state.withLock { state in
      defer { state.waiting = [] }
      return state.waiting
    }
  }
}
