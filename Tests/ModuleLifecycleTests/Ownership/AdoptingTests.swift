import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized) struct AdoptingTests {
  /// Like `AnyCancellable`: not `Sendable`, with a method that ends it.
  private final class Subscription {
    private let log: Log
    private let name: String

    init(_ name: String, _ log: Log) { (self.name, self.log) = (name, log) }

    func cancel() { log.add("\(name) cancelled") }
  }

  private final class Listener: Sendable {
    private let log: Log

    init(_ log: Log) { self.log = log }

    func invalidate() -> Bool {
      log.add("invalidated")
      return true
    }
  }

  private let journal = Journal()
  private let log = Log()

  @Test func anObjectWithACancelMethodIsOwnedInOneLine() {
    do {
      let owned = OwnedObjects(owner: "Player", journal: journal)
      owned.own(Subscription("one", log), by: Subscription.cancel)
      owned.own(Subscription("two", log), "feed", by: Subscription.cancel)
      owned.own(Listener(log), by: Listener.invalidate)
      owned.own(Listener(log), as: .server, onAnyThread: Listener.invalidate)
      let count = owned.count
      #expect(count == 4 && log.lines.isEmpty)
    }
    expectEqual(log.lines, ["invalidated", "invalidated", "two cancelled", "one cancelled"])
    expectEqual(journal.released.map(\.kind), ["server", "Listener", "Subscription", "Subscription"])
    expectEqual(journal.released.map(\.name), ["", "", "feed", ""])
  }

  @Test func anObjectOfTheSameNameIsEndedFirst() {
    let owned = OwnedObjects(owner: "Player", journal: journal)
    owned.own(Subscription("one", log), "feed", by: Subscription.cancel)
    owned.own(Subscription("two", log), "feed", by: Subscription.cancel)
    expectEqual(log.lines, ["one cancelled"])
    owned.cancelAll()
    expectEqual(log.lines, ["one cancelled", "two cancelled"])
  }

  @Test func severalObjectsAreOwnedInOneCall() {
    let owned = OwnedObjects(owner: "Player", journal: journal)
    let handles = owned.own(all: ["a", "b"].map { Subscription($0, log) }, as: .observer, by: Subscription.cancel)
    handles[0].cancel()
    expectEqual(log.lines, ["a cancelled"])
    owned.cancelAll(.observer)
    expectEqual(log.lines, ["a cancelled", "b cancelled"])
  }

  @Test func aRegistrarOwnsObjectsLikeTheBag() async {
    let registrar = OwnedObjects(owner: "Gone", journal: journal).registrar
    registrar.own(Subscription("late", log), by: Subscription.cancel)
    expectEqual(log.lines, ["late cancelled"])
    expectEqual(journal.released.map(\.reason), [.late])
  }

  @Test func offTheMainActorTheCleanupWaitsForTheMainActor() async {
    let owner = Mutexed(Holder(journal))
    owner.value?.owned.own(Subscription("one", log), by: Subscription.cancel)
    await Task.detached { owner.value = nil }.value
    while journal.released.isEmpty { await Task.yield() }
    expectEqual(log.lines, ["one cancelled"])
  }

  private final class Holder: Sendable {
    let owned: OwnedObjects
    init(_ journal: Journal) { owned = OwnedObjects(owner: "Holder", journal: journal) }
  }
}
