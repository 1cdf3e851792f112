import Foundation
import ModuleLifecycle
import RollcallFoundation
import RollcallTestingAdditions
import Testing

@MainActor @Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct TimerTests {
  @Test func aFoundationTimerIsInvalidatedWithItsOwner() {
    let journal = Journal()
    let timer = Timer(timeInterval: 3600, repeats: true) { _ in }
    var owner: Owner? = Owner(journal)
    owner?.owned.own(timer: timer, named: "refresh")
    #expect(timer.isValid)
    owner = nil
    #expect(!timer.isValid)
    expectEqual(journal.releases, ["timer refresh ownerReleased"])
  }

  /// It needs no run loop, and does not begin with a call.
  @Test func aTimerWaitsForOneInterval() async {
    let owner = Owner()
    let (hourly, soon) = (Count(), Count())
    owner.owned.timer("hourly", every: .seconds(3600)) { hourly.raise() }
    owner.owned.timer("soon", every: .milliseconds(1)) { soon.raise() }
    await eventually { soon.value >= 3 }
    expectEqual(hourly.value, 0)
  }

  /// The body gets the owner, which the timer does not keep alive, even if it is not the bag's.
  @Test func theOwnerIsPassedAndNotKept() async {
    let (bag, ticks) = (Owner(), Count())
    var owner: Owner? = Owner()
    weak let watched = owner
    if let owner {
      bag.owned.timer("soon", every: .milliseconds(1), owner: owner) { if $0 === watched { ticks.raise() } }
    }
    await eventually { ticks.value >= 2 }
    owner = nil
    #expect(watched == nil)
    withExtendedLifetime(bag) {}
  }

  /// An event ends the timer before what lives as long as the application.
  @Test func aTimerCanEndWithAnEvent() throws {
    let composite = CompositeDelegate()
    try composite.register("Store") { Store() }
    composite.send(DidFinishLaunching())
    composite.send(WillTerminate())
    expectEqual(composite.journal.releases, ["timer autosave event", "database main applicationEnd"])
  }

  private final class Store: Module {
    let owned = OwnedObjects()
    static func handlers(_ handlers: inout ModuleHandlers<Store>) {}
    init() {
      owned.own("main", as: "database", lifetime: .application) {}
      owned.timer("autosave", every: .seconds(30), lifetime: .event(WillTerminate.self)) {}
    }
  }

  @Test func aTimerReleasesItsClosure() {
    var owner: Owner? = Owner()
    var captured: Count? = Count()
    weak let probe = captured
    owner?.owned.timer("refresh", every: .seconds(3600)) { [captured] in captured?.raise() }
    captured = nil
    #expect(probe != nil)
    owner = nil
    #expect(probe == nil)
  }

  @Test func aTimerIsInvalidatedOnTheMainActorWhereverItsOwnerDies() async {
    let timer = Timer(timeInterval: 3600, repeats: true) { _ in }
    let journal = Journal()
    let holder = Holder()
    holder.fill(Owner(journal), timer)
    await Task.detached { holder.empty() }.value
    await eventually { !timer.isValid }
    expectEqual(journal.releases, ["timer refresh ownerReleased"])
  }

  private final class Holder: Sendable {
    let owner = Locked<Owner?>(nil)

    @MainActor func fill(_ owner: Owner, _ timer: Timer) {
      owner.owned.own(timer: timer, named: "refresh")
      self.owner.withLock { $0 = owner }
    }

    func empty() {
      let last = owner.withLock { owner -> Owner? in
        defer { owner = nil }
        return owner
      }
      withExtendedLifetime(last) {}
    }
  }
}
