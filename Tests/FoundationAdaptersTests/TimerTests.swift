import Dispatch
import Foundation
import FoundationAdapters
import ModuleLifecycle
import Synchronization
import Testing

@MainActor @Suite(.timeLimit(.minutes(1))) struct TimerTests {
  @Test func aFoundationTimerIsInvalidatedWithItsOwner() {
    let journal = Journal()
    let timer = Timer(timeInterval: 3600, repeats: true) { _ in }
    var owner: Owner? = Owner(journal)
    owner?.owned.own(timer: timer, named: "refresh")
    #expect(timer.isValid)
    owner = nil
    #expect(!timer.isValid)
    #expect(journal.releases == ["timer refresh ownerReleased"])
  }

  @Test func aTimerLetsGoOfItsClosure() {
    var owner: Owner? = Owner()
    var captured: Count? = Count()
    weak let probe = captured
    owner?.owned.timer("refresh", every: .seconds(3600)) { [captured] in captured?.raise() }
    captured = nil
    #expect(probe != nil)
    owner = nil
    #expect(probe == nil)
  }

  @Test func anOwnerThatDiesElsewhereHasItsTimerInvalidatedOnTheMainActor() async {
    let timer = Timer(timeInterval: 3600, repeats: true) { _ in }
    let journal = Journal()
    let holder = Holder()
    holder.fill(Owner(journal), timer)
    await Task.detached { holder.owner.withLock { $0 = nil } }.value
    await eventually { !timer.isValid }
    #expect(journal.releases == ["timer refresh ownerReleased"])
  }

  private final class Holder: Sendable {
    let owner = Mutex<Owner?>(nil)

    @MainActor func fill(_ owner: Owner, _ timer: Timer) {
      owner.owned.own(timer: timer, named: "refresh")
      self.owner.withLock { $0 = owner }
    }
  }

  @Test func aDispatchTimerFiresUntilItsOwnerDies() async {
    let count = Count()
    let queue = DispatchQueue(label: "timer")
    var owner: Owner? = Owner()
    owner?.owned.timer("beat", every: .milliseconds(1), on: queue) { count.raise() }
    await eventually { count.value >= 2 }
    owner = nil
    queue.sync {}
    let last = count.value
    // The queue is serial: had the timer been left running, its next calls would come before this.
    await withCheckedContinuation { done in queue.asyncAfter(deadline: .now() + .milliseconds(10)) { done.resume() } }
    #expect(count.value == last)
  }

  @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(1_000_000_000_000)])
  func anyIntervalIsTaken(interval: Duration) {
    let owner = Owner()
    let timer = owner.owned.timer("beat", every: interval, on: DispatchQueue(label: "timer")) {}
    timer.cancel()
    #expect(!timer.isLive)
  }
}
