import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@Suite(.inTurn, .serialized) @MainActor struct ForeignOwnerTests {
  final class Thumbnail {}

  let log = Log()
  let journal = Journal()
  let composite: CompositeDelegate

  init() { composite = CompositeDelegate(journal: journal) }

  private var freed: [OwnerEntry] {
    journal.entries.compactMap { if case .owner(let entry) = $0, entry.change == .freed { entry } else { nil } }
  }

  @Test func objectsOwnedForADeadOwnerAreCleanedAfterTheNextDispatch() throws {
    var thumbnail: Thumbnail? = Thumbnail()
    composite.send(Tick())
    for name in ["a", "b"] {
      composite.own(for: try #require(thumbnail), name, as: .file) { [log] in log.add(name) }
    }
    composite.send(Tick())
    let alive = journal.dispatches.last?.id
    #expect(log.lines.isEmpty)
    thumbnail = nil
    #expect(log.lines.isEmpty)
    composite.send(Tick())
    let dead = journal.dispatches.last?.id
    expectEqual(log.lines, ["b", "a"])
    expectEqual(journal.released.map(\.reason), [.swept, .swept])
    expectEqual(journal.released.map(\.owner), ["Thumbnail", "Thumbnail"])
    expectEqual(journal.released.map(\.aliveAfter), [alive, alive])
    expectEqual(journal.released.map(\.deadAfter), [dead, dead])
    expectEqual(freed.map(\.aliveAfter), [alive])
    #expect(composite.ownedObjects.isEmpty)
  }

  @Test func anObjectAtADeadOnesAddressIsADifferentOwner() throws {
    for index in 0..<50 {
      let thumbnail = Thumbnail()
      composite.own(for: thumbnail, named: "Thumbnail \(index)", "cache", as: .file) { [log] in log.add("\(index)") }
    }
    composite.send(Tick())
    expectEqual(log.lines.count, 50)
    expectEqual(Set(log.lines).count, 50)
    expectEqual(Set(journal.released.map(\.owner)).count, 50)
  }

  @Test func oneObjectsDeathLeavesTheOthersAlone() {
    let first = Thumbnail()
    do {
      let second = Thumbnail()
      composite.own(for: first, "first", as: .file) { [log] in log.add("first") }
      composite.own(for: second, "second", as: .file) { [log] in log.add("second") }
    }
    composite.send(Tick())
    expectEqual(log.lines, ["second"])
    expectEqual(composite.ownedObjects.map(\.name), ["first"])
  }

  @Test func aHandleCanCleanAnObjectSooner() {
    let thumbnail = Thumbnail()
    composite.own(for: thumbnail, "cache", as: .file) { [log] in log.add("cache") }.cancel()
    composite.send(Tick())
    expectEqual(log.lines, ["cache"])
    expectEqual(journal.released.map(\.reason), [.cancelled])
  }

  @Test func aDroppedCompositeCleansObjectsOfForeignOwnersLastFirst() {
    let thumbnails = (0..<20).map { _ in Thumbnail() }
    do {
      let composite = CompositeDelegate(journal: journal)
      for (index, thumbnail) in thumbnails.enumerated() {
        composite.own(for: thumbnail, "cache", as: .file) { [log] in log.add("\(index)") }
      }
    }
    expectEqual(log.lines, (0..<20).reversed().map { "\($0)" })
    expectEqual(Set(journal.released.map(\.reason)), [.applicationEnd])
  }

  @Test func anOwnerThatLivedOnlyWithinADispatchDiedBetweenTheOneBeforeAndIt() throws {
    composite.send(Tick())
    let before = journal.dispatches.last?.id
    try composite.register("A") { [unowned composite] in
      Probe("A") { handlers in
        handlers.on(DidBecomeActive.self) { _, _ in
          composite.send(Tick())
          composite.own(for: Thumbnail(), "cache", as: .file) {}
        }
      }
    }
    composite.send(DidBecomeActive())
    expectEqual(journal.released.map(\.aliveAfter), [before])
    expectEqual(journal.released.map(\.deadAfter), [journal.dispatches.last?.id])
  }

  @Test func anEventThatACleanupSendsDoesNotMoveTheTimeOfDeath() {
    do {
      let (first, second) = (Thumbnail(), Thumbnail())
      composite.own(for: first, "first", as: .file) {}
      composite.own(for: second, "second", as: .file) { [unowned composite] in
        MainActor.assumeIsolated { composite.send(Tick()) }
      }
    }
    composite.send(DidBecomeActive())
    let found = journal.dispatches.first { $0.event == "didBecomeActive" }?.id
    expectEqual(journal.released.map(\.deadAfter), [found, found])
  }
}
