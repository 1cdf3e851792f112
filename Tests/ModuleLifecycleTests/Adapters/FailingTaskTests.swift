import RollcallRecordings
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

/// How an owned task that ends by itself is recorded.
@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct FailingTaskTests {
  private let journal = Journal()

  @Test func aTaskThatThrowsHasFailed() async {
    let owner = Keeper(journal)
    let task = owner.owned.task("upload") { throw Refusal("no route") }
    await #expect(throws: Refusal.self) { try await task.wait() }
    await eventually { journal.releases == ["task upload failed"] && !journal.warnings.isEmpty }
    expectEqual(journal.warnings.map(\.sentence), ["task upload of Keeper threw \"no route\" and has ended."])
    expectEqual(journal.warnings.map(\.ownerID), [owner.owned.ownerID])
  }

  @Test func aTaskThatThrowsOnCancellationHasNotFailed() async {
    let owner = Keeper(journal)
    let task = owner.owned.task("upload", isEndless: true) { try await Task.sleep(for: .seconds(3_600)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.wait() }
    await task.object.waitUntilReleased()
    #expect(journal.releases == ["task upload cancelled"] && journal.warnings.isEmpty)
  }

  @Test func anEndlessTaskThatReturnsCausesAWarning() async throws {
    let owner = Keeper(journal)
    try await owner.owned.task("poll", isEndless: true) {}.wait()
    await eventually { !journal.warnings.isEmpty }
    expectEqual(journal.releases, ["task poll finished"])
    expectEqual(
      journal.warnings.map(\.sentence),
      [
        "task poll of Keeper returned, but it should run until it is cancelled."
      ])
  }

  @Test func aTaskThatEndsByItselfCausesNoWarning() async throws {
    let owner = Keeper(journal)
    try await owner.owned.task("upload") {}.wait()
    await eventually { journal.releases == ["task upload finished"] }
    #expect(journal.warnings.isEmpty)
  }

  @Test func waitingForATaskThatDidNotStartThrows() async {
    let composite = CompositeDelegate(journal: journal)
    composite.send(WillTerminate())
    let owned = OwnedObjects(owner: "Keeper", in: composite)
    let task = owned.task("upload", lifetime: .application) {}
    await #expect(throws: CancellationError.self) { try await task.wait() }
  }
}
