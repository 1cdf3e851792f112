import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct TaskTests {
  @Test func aTaskIsCancelledWithItsOwner() async {
    let (journal, ended) = (Journal(), Count())
    var owner: Keeper? = Keeper(journal)
    owner?.owned.task("upload") {
      try? await Task.sleep(for: .seconds(3600))
      if Task.isCancelled { ended.raise() }
    }
    owner = nil
    await eventually { ended.value == 1 }
    await eventually { journal.releases == ["task upload ownerReleased"] }
  }

  @Test func aCancelledTaskIsReleasedWhenItHasReturned() async {
    let (journal, gate) = (Journal(), CleanupEnd())
    let owner = Keeper(journal)
    let task = owner.owned.task("upload") { await gate.wait() }
    task.cancel()
    #expect(task.object.state == .releasing && journal.releases.isEmpty)
    gate.reach()
    await task.object.waitUntilReleased()
    #expect(task.object.state == .released && journal.releases == ["task upload cancelled"])
  }

  @Test func aTaskIsFinishedWhenItReturns() async {
    let journal = Journal()
    let owner = Keeper(journal)
    let task = owner.owned.task("upload") {}
    await eventually { !task.object.isLive }
    await eventually { journal.releases == ["task upload finished"] }
    expectEqual(owner.owned.count, 0)
  }

  @Test func aTaskThatComesTooLateDoesNotStart() {
    let composite = CompositeDelegate()
    composite.send(WillTerminate())
    let owned = OwnedObjects(owner: "Keeper", in: composite)
    weak var captured: Count?
    do {
      let began = Count()
      captured = began
      owned.task("upload", lifetime: .application) { began.raise() }
    }
    // Nothing holds the operation, so nothing can run it.
    #expect(captured == nil)
    expectEqual(composite.journal.releases, ["task upload late"])
  }

  @Test func aLoopThatCapturesItsOwnerWeaklyDoesNotKeepItAlive() async {
    let rounds = Count()
    var owner: Keeper? = Keeper()
    weak let probe = owner
    owner?.owned.task("poll") { [weak owner] in
      while !Task.isCancelled {
        if owner?.owned.count != nil { rounds.raise() }
        await Task.yield()
      }
    }
    await eventually { rounds.value > 2 }
    owner = nil
    await eventually { probe == nil }
  }
}
