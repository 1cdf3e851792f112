import Foundation
import ModuleLifecycle
import RollcallFoundation
import RollcallTestingAdditions
import Testing

@MainActor @Suite(.inTurn, .serialized) struct ObserverTests {
  let center = NotificationCenter()
  let name = Notification.Name("userDidLogOut")

  @Test func anObservationEndsWithItsOwner() {
    let (journal, count) = (Journal(), Count())
    var owner: Owner? = Owner(journal)
    owner?.owned.observe(name, center: center) { count.raise() }
    center.post(name: name, object: nil)
    expectEqual(count.value, 1)
    owner = nil
    center.post(name: name, object: nil)
    expectEqual(count.value, 1)
    expectEqual(journal.releases, ["observer userDidLogOut ownerReleased"])
  }

  /// The body gets the owner, which the observation does not keep alive, even if it is not the bag's.
  @Test func theOwnerIsPassedAndNotKept() {
    let (bag, count) = (Owner(), Count())
    var owner: Owner? = Owner()
    weak let watched = owner
    if let owner { bag.owned.observe(name, owner: owner, center: center) { if $0 === watched { count.raise() } } }
    center.post(name: name, object: nil)
    expectEqual(count.value, 1)
    owner = nil
    #expect(watched == nil)
    center.post(name: name, object: nil)
    expectEqual(count.value, 1)
    withExtendedLifetime(bag) {}
  }

  @Test func theBlocksCapturesAreFreed() {
    var owner: Owner? = Owner()
    var captured: Count? = Count()
    weak let probe = captured
    owner?.owned.observe(name, center: center) { [captured] in captured?.raise() }
    captured = nil
    #expect(probe != nil)
    owner = nil
    #expect(probe == nil)
  }

  @Test func aBlockCanEndItsOwnOwner() {
    let count = Count()
    final class Box { var owner: Owner? = Owner() }
    let box = Box()
    box.owner?.owned.observe(name, center: center) {
      count.raise()
      box.owner = nil
    }
    center.post(name: name, object: nil)
    center.post(name: name, object: nil)
    expectEqual(count.value, 1)
  }

  @Test func anAnywhereBlockIsCalledOnThePostingThread() async {
    let count = Count()
    let owner = Owner()
    owner.owned.observe(name, center: center, onAnyThread: { _ in count.raise() })
    let (center, name) = (center, name)
    await Task.detached {
      center.post(name: name, object: nil)
      expectEqual(count.value, 1)
    }.value
    withExtendedLifetime(owner) {}
  }

  @Test(.timeLimit(.minutes(10))) func aNotificationFromElsewhereReachesTheMainActor() async {
    let count = Count()
    let owner = Owner()
    owner.owned.observe(name, center: center) {
      MainActor.assertIsolated()
      count.raise()
    }
    let (center, name) = (center, name)
    await Task.detached { center.post(name: name, object: nil) }.value
    await eventually { count.value == 1 }
    withExtendedLifetime(owner) {}
  }

  @Test func twoObservationsOfOneNameAreBothCalled() {
    final class Poster: Sendable {}
    let (journal, first, second, third) = (Journal(), Count(), Count(), Count())
    let (one, other) = (Poster(), Poster())
    var owner: Owner? = Owner(journal)
    owner?.owned.observe(name, object: one, center: center) { first.raise() }
    owner?.owned.observe(name, object: other, center: center) { second.raise() }
    owner?.owned.observe(name, center: center, onAnyThread: { _ in third.raise() })
    center.post(name: name, object: one)
    center.post(name: name, object: other)
    expectEqual([first, second, third].map(\.value), [1, 1, 2])
    expectEqual(journal.releases, [])
    owner = nil
    center.post(name: name, object: one)
    expectEqual([first, second, third].map(\.value), [1, 1, 2])
    expectEqual(journal.releases, Array(repeating: "observer userDidLogOut ownerReleased", count: 3))
  }

  @Test func anObservationWithAGivenNameReplacesTheOther() {
    let (journal, first, second) = (Journal(), Count(), Count())
    let owner = Owner(journal)
    owner.owned.observe(name, named: "logout", center: center) { first.raise() }
    owner.owned.observe(name, named: "logout", center: center) { second.raise() }
    center.post(name: name, object: nil)
    expectEqual([first, second].map(\.value), [0, 1])
    expectEqual(journal.releases, ["observer logout replaced"])
  }
}
