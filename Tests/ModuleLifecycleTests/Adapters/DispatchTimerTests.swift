import Dispatch
import Testing

@testable import ModuleLifecycle

@MainActor @Suite(.timeLimit(.minutes(10))) struct DispatchTimerTests {
  let queue = DispatchQueue(label: "timer")
  let count = Count()

  /// Waits for what a timer of a millisecond would do in ten. The queue is serial, so its calls would come before.
  private func letTenMillisecondsPass() async {
    await withCheckedContinuation { done in
      queue.asyncAfter(deadline: .now() + .milliseconds(10)) { done.resume() }
    }
  }

  private func expectStillness() async {
    queue.sync {}
    let last = count.value
    await letTenMillisecondsPass()
    #expect(count.value == last)
  }

  @Test func itFiresUntilItsOwnerDies() async {
    let journal = Journal()
    var keeper: Keeper? = Keeper(journal)
    keeper?.owned.timer("beat", every: .milliseconds(1), on: queue) { [count] in count.raise() }
    await eventually { count.value >= 2 }
    keeper = nil
    await expectStillness()
    #expect(journal.releases == ["timer beat ownerReleased"])
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(1_000_000_000_000)])
  func anyIntervalIsTaken(interval: Duration) {
    let keeper = Keeper()
    let timer = keeper.owned.timer("beat", every: interval, on: queue) {}
    timer.cancel()
    #expect(!timer.isLive && !timer.isRunning)
  }

  @Test func onRequestItStandsStillUntilItIsResumed() async {
    let keeper = Keeper()
    let timer = keeper.owned.timer("beat", every: .milliseconds(1), on: queue, isRunning: false) { [count] in
      count.raise()
    }
    #expect(timer.isLive && !timer.isRunning)
    timer.suspend()  // it stands still already
    await expectStillness()
    #expect(count.value == 0)
    timer.resume()
    #expect(timer.isRunning)
    await eventually { count.value >= 2 }
  }

  @Test func suspendedItStandsStillHoweverOftenItWasResumedBefore() async {
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

  @Test func itMaySuspendAndEndItselfInItsOwnCall() async {
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
    #expect(count.value == 1)
    timer.resume()
    await eventually { !timer.isLive }
    #expect(count.value == 2)
  }

  @Test func afterItsEndNothingMovesItAnyMore() {
    let journal = Journal()
    var keeper: Keeper? = Keeper(journal)
    let timer = keeper?.owned.timer("beat", every: .seconds(3600), on: queue) {}
    keeper = nil
    timer?.resume()
    timer?.suspend()
    timer?.cancel()
    #expect(timer?.isRunning == false && timer?.isLive == false)
    #expect(journal.releases == ["timer beat ownerReleased"])
  }

  @Test func oneOfTheSameNameTakesItsPlace() {
    let keeper = Keeper()
    let old = keeper.owned.timer("beat", every: .seconds(3600), on: queue, isRunning: false) {}
    let new = keeper.owned.timer("beat", every: .seconds(3600), on: queue) {}
    #expect(!old.isLive && new.isRunning)
    old.resume()
    #expect(!old.isRunning)
  }

  @Test func onceMeansOnceAndItIsFinished() async {
    let journal = Journal()
    let keeper = Keeper(journal)
    let timer = keeper.owned.timer("later", after: .milliseconds(1), on: queue) { [count] in count.raise() }
    await eventually { count.value == 1 }
    #expect(!timer.isLive && !timer.isRunning)
    #expect(journal.releases == ["timer later finished"])
    await expectStillness()
  }

  @Test func onceIsKeptForAfterTheSuspension() async {
    let keeper = Keeper()
    let timer = keeper.owned.timer("later", after: .milliseconds(1), on: queue, isRunning: false) { [count] in
      count.raise()
    }
    timer.resume()
    timer.suspend()
    queue.sync {}
    let early = count.value  // it may have been quicker
    await letTenMillisecondsPass()
    #expect(count.value == early)
    timer.resume()
    await eventually { count.value == 1 }
  }

  @Test func onceIsNeverWhenTheOwnerDiesBefore() async {
    let journal = Journal()
    var keeper: Keeper? = Keeper(journal)
    let timer = keeper?.owned.timer("later", after: .milliseconds(1), on: queue, isRunning: false) { [count] in
      count.raise()
    }
    keeper = nil
    timer?.resume()
    await letTenMillisecondsPass()
    #expect(count.value == 0)
    #expect(journal.releases == ["timer later ownerReleased"])
  }
}
