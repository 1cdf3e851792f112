import Foundation
import ModuleLifecycle
import RollcallFoundation
import RollcallTestingAdditions
import Testing

private struct DidLogOut: EventWithExample {
  var user: String
  static var example: DidLogOut { DidLogOut(user: "ada") }
}

/// Handles an event, or sends one.
private final class Sender: Module {
  let log: Log
  unowned let composite: CompositeDelegate

  init(_ composite: CompositeDelegate, _ log: Log) {
    self.composite = composite
    self.log = log
  }

  static func handlers(_ handlers: inout ModuleHandlers<Sender>) {
    handlers.on(WillResignActive.self) { sender, _ in
      sender.composite.send(DidLogOut(user: "bob"))
      sender.log.add("resigned")
    }
  }
}

@MainActor @Suite(.inTurn, .serialized) struct LifecycleNotificationsTests {
  private let center = NotificationCenter()
  private let composite = CompositeDelegate()
  private let listener = Owner()
  private let log = Log()

  init() throws {
    try composite.register("Notifications") { [unowned composite, center] in
      LifecycleNotifications(of: composite, center: center)
    }
  }

  private func listen(to events: [any LifecycleEvent.Type]) {
    for event in events {
      listener.owned.observe(.lifecycle(event), center: center, onAnyThread: { [log] in log.add($0.name.rawValue) })
    }
  }

  @Test func everyEventOfTheCatalogueHasOneNotificationInOrder() throws {
    listen(to: EventCatalog.standard.types)
    for type in EventCatalog.standard.types where type != SceneOpenURLContexts.self {
      let sample = type.sample
      composite.send(any: try #require(sample))
    }
    let expected = EventCatalog.standard.names.filter { $0 != "sceneOpenURLContexts" }.map { "rollcall.\($0)" }
    expectEqual(log.lines, expected)
  }

  @Test func aCustomEventComesWithItsValuesAndItsComposite() throws {
    listener.owned.observe(
      .lifecycle(DidLogOut.self), center: center,
      onAnyThread: { [log] notification in
        let user = (notification.lifecycleEvent as? DidLogOut)?.user ?? "none"
        let composite = notification.object as? CompositeDelegate
        let sender = MainActor.assumeIsolated { composite?.name ?? "none" }
        log.add("\(notification.name.rawValue) \(user) \(sender)")
      })
    composite.send(DidLogOut(user: "eve"))
    expectEqual(log.lines, ["rollcall.didLogOut eve Application"])
    #expect(Notification(name: .lifecycle(DidLogOut.self)).lifecycleEvent == nil)
  }

  @Test func observersCanBeLimitedToOneComposite() throws {
    let other = CompositeDelegate(name: "Other")
    try other.register("Notifications") { [unowned other, center] in
      LifecycleNotifications(of: other, center: center)
    }
    listener.owned.observe(
      .lifecycle(DidLogOut.self), object: composite, center: center, onAnyThread: { [log] _ in log.add("heard") })
    other.send(DidLogOut(user: "eve"))
    expectEqual(log.lines, [])
    composite.send(DidLogOut(user: "eve"))
    expectEqual(log.lines, ["heard"])
  }

  @Test func anEventThatAHandlerSentComesAfterTheEventItHandled() throws {
    try composite.register("Sender") { [unowned composite, log] in Sender(composite, log) }
    listen(to: [WillResignActive.self, DidLogOut.self])
    composite.send(WillResignActive())
    expectEqual(log.lines, ["resigned", "rollcall.willResignActive", "rollcall.didLogOut"])
  }

  @Test func aRemovedModulePostsNothingAndIsFreed() throws {
    listen(to: [DidLogOut.self])
    try composite.remove("Notifications")
    #expect(composite.modulesStillAlive.isEmpty)
    composite.send(DidLogOut(user: "eve"))
    expectEqual(log.lines, [])
    expectEqual(composite.journal.releases, ["observer posted events ownerReleased"])
    try composite.restore("Notifications")
    composite.send(DidLogOut(user: "eve"))
    expectEqual(log.lines, ["rollcall.didLogOut"])
  }

  @Test func aSwitchedOffModuleStillPosts() throws {
    listen(to: [DidLogOut.self])
    try composite.set("Notifications", isOn: false)
    composite.send(DidLogOut(user: "eve"))
    expectEqual(log.lines, ["rollcall.didLogOut"])
  }

  @Test func anUnregisteredInstancePostsWhileItIsKept() throws {
    let other = CompositeDelegate()
    listen(to: [DidLogOut.self])
    var notifications: LifecycleNotifications? = LifecycleNotifications(of: other, center: center)
    other.send(DidLogOut(user: "eve"))
    #expect(notifications != nil)
    notifications = nil
    other.send(DidLogOut(user: "eve"))
    expectEqual(log.lines, ["rollcall.didLogOut"])
  }

  @Test func notificationsDoNotKeepCompositeOrCenterAlive() {
    let life = LifeSign()
    var notifications: LifecycleNotifications?
    do {
      let other = CompositeDelegate()
      life.object = other
      notifications = LifecycleNotifications(of: other, center: center)
    }
    #expect(!life.isAlive)
    withExtendedLifetime(notifications) {}
  }
}
