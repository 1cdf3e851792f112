import Dispatch
import RollcallTestingAdditions
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct DispatchTimerTests {
  let queue = DispatchQueue(label: "timer")
  let count = Count()

  /// Waits long enough for a 1 ms timer to fire. The queue is serial: such calls would run before this returns.
  private func letTenMillisecondsPass() async {
    await withCheckedContinuation { done in
      queue.asyncAfter(deadline: .now() + .milliseconds(10)) { done.resume() }
    }
  }

  private func expectStillness() async {
    queue.sync {}
    let last = count.value
    await letTenMillisecondsPass()
    expectEqual(count.value, last)
  }

  @Test func aTimerFiresUntilItsOwnerDies() async {
    let journal = Journal()
    var keeper: Keeper? = Keeper(journal)
    keeper?.owned.timer("beat", every: .milliseconds(1), on: queue) { [count] in count.raise() }
    await eventually { count.value >= 2 }
    keeper = nil
    await expectStillness()
    expectEqual(journal.releases, ["timer beat ownerReleased"])
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(1_000_000_000_000)])
  func anyIntervalIsAccepted(interval: Duration) {
    let keeper = Keeper()
    let timer = keeper.owned.timer("beat", every: interval, on: queue) {}
    timer.cancel()
    #expect(!timer.isLive && !timer.isRunning)
  }

  @Test func aTimerCreatedSuspendedDoesNotFireUntilItIsResumed() async {
    let keeper = Keeper()
    let timer = keeper.owned.timer("beat", every: .milliseconds(1), on: queue, isRunning: false) { [count] in
      count.raise()
    }
    #expect(timer.isLive && !timer.isRunning)
    timer.suspend()  // already suspended
    await expectStillness()
    expectEqual(count.value, 0)
    timer.resume()
    #expect(timer.isRunning)
    await eventually { count.value >= 2 }
  }

  @Test func oneSuspensionStopsATimerThatWasResumedManyTimes() async {
    let keeper = Keeper()
    let timer = keeper.owned.timer("beat", every: .milliseconds(1), on: queue) { [count] in count.raise() }
    for _ in 1...10 { timer.resume() }
    await eventually { count.value >= 1 }
    timer.suspend()
    timer.suspend()
    #expect(timer.isLive && !timer.isRunning)
    await expectStillness()
    let last = count.value
    timer.resume()
    await eventually { count.value > last }
  }

  @Test func aTimerCanSuspendAndEndItselfInItsOwnCall() async {
    let keeper = Keeper()
    let box = Mutexed<OwnedTimer>(nil)
    let timer = keeper.owned.timer("beat", every: .milliseconds(1), on: queue, isRunning: false) { [count] in
      count.raise()
      if count.value == 1 { box.value?.suspend() } else { box.value?.finish() }
    }
    box.value = timer
    timer.resume()
    await eventually { !timer.isRunning }
    await expectStillness()
    expectEqual(count.value, 1)
    timer.resume()
    await eventually { !timer.isLive }
    expectEqual(count.value, 2)
  }

  @Test func anEndedTimerIgnoresAllCalls() {
    let journal = Journal()
    var keeper: Keeper? = Keeper(journal)
    let timer = keeper?.owned.timer("beat", every: .seconds(3600), on: queue) {}
    keeper = nil
    timer?.resume()
    timer?.suspend()
    timer?.cancel()
    #expect(timer?.isRunning == false && timer?.isLive == false)
    expectEqual(journal.releases, ["timer beat ownerReleased"])
  }

  @Test func aTimerOfTheSameNameReplacesIt() {
    let keeper = Keeper()
    let old = keeper.owned.timer("beat", every: .seconds(3600), on: queue, isRunning: false) {}
    let new = keeper.owned.timer("beat", every: .seconds(3600), on: queue) {}
    #expect(!old.isLive && new.isRunning)
    old.resume()
    #expect(!old.isRunning)
  }

  @Test func aOneShotTimerFiresOnceAndIsFinished() async {
    let journal = Journal()
    let keeper = Keeper(journal)
    let timer = keeper.owned.timer("later", after: .milliseconds(1), on: queue) { [count] in count.raise() }
    await eventually { count.value == 1 }
    #expect(!timer.isLive && !timer.isRunning)
    expectEqual(journal.releases, ["timer later finished"])
    await expectStillness()
  }

  @Test func aSuspendedOneShotTimerFiresAfterItIsResumed() async {
    let keeper = Keeper()
    let timer = keeper.owned.timer("later", after: .milliseconds(1), on: queue, isRunning: false) { [count] in
      count.raise()
    }
    timer.resume()
    timer.suspend()
    queue.sync {}
    let early = count.value  // it may have fired before the suspension
    await letTenMillisecondsPass()
    expectEqual(count.value, early)
    timer.resume()
    await eventually { count.value == 1 }
  }

  @Test func aOneShotTimerNeverFiresIfItsOwnerDiesFirst() async {
    let journal = Journal()
    var keeper: Keeper? = Keeper(journal)
    let timer = keeper?.owned.timer("later", after: .milliseconds(1), on: queue, isRunning: false) { [count] in
      count.raise()
    }
    keeper = nil
    timer?.resume()
    await letTenMillisecondsPass()
    expectEqual(count.value, 0)
    expectEqual(journal.releases, ["timer later ownerReleased"])
  }
}
