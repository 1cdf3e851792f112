import Foundation
import ModuleLifecycle
import Testing

@testable import FoundationAdapters

/// That what was owned is really gone: the system and Foundation say so, and not what Rollcall counts.
@MainActor @Suite(.timeLimit(.minutes(1))) struct RealResourcesTests {
  /// A center holds its block, and the block the hub's link, until the observation has been removed there.
  @Test func aCenterHasOneObserverOfANameAndNoneAfterTheLast() throws {
    let center = NotificationCenter()
    let name = Notification.Name("userDidLogOut")
    var owners = (1...3).map { _ in Owner() }
    for owner in owners { owner.owned.observe(name, center: center) {} }
    let link = LifeSign(ObservationHub.link(of: name, at: center))
    #expect(link.isAlive)
    owners.removeFirst()
    owners[0].owned.observe(name, named: "again", level: 5, center: center) {}
    #expect(ObservationHub.link(of: name, at: center) === link.object, "Nobody else observes there.")
    owners.removeFirst()
    #expect(link.isAlive)
    owners.removeFirst()
    #expect(!link.isAlive, "The center has let go of its block.")
    #expect(ObservationHub.link(of: name, at: center) == nil)
    let late = Owner()
    late.owned.observe(name, center: center) {}
    #expect(ObservationHub.link(of: name, at: center) != nil)
  }

  @Test func aCenterIsFreedWithItsLastObservation() {
    var owner: Owner? = Owner()
    var center: NotificationCenter? = NotificationCenter()
    let life = LifeSign(center)
    if let center { owner?.owned.observe(Notification.Name("a"), center: center) {} }
    center = nil
    #expect(life.isAlive)
    owner = nil
    #expect(!life.isAlive)
  }
}
