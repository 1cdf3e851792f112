public import Foundation
public import ModuleLifecycle

/// Posts a notification for every event that a composite delivers, for code that observes notifications and is no module.
///
/// ```swift
/// try composite.register("Notifications") { [unowned composite] in LifecycleNotifications(of: composite) }
/// owned.observe(.lifecycle(DidEnterBackground.self)) { [weak self] in self?.save() }
/// ```
///
/// There is one notification for each delivered event, of any type, handled by a module or not; in the order in which the
/// events were sent; on the main actor, when the handlers of the outermost event under way have returned. So modules come
/// first, and an observer that is slow is no module's fault. The notification's object is the composite, and it carries
/// the event. It ends when the module is removed, or whoever else keeps it lets go of it.
public final class LifecycleNotifications: Module {
  /// The key of the event in the notification's `userInfo`.
  public nonisolated static let eventKey = "event"

  private let owned = OwnedObjects()

  /// Begins with the next event.
  ///
  /// - Parameters:
  ///   - composite: Whose events; not kept alive.
  ///   - center: Where the notifications are posted.
  public init(of composite: CompositeDelegate, center: NotificationCenter = .default) {
    owned.observeEvents(of: composite, named: "posted events") { [weak composite] event in
      center.post(name: .lifecycle(type(of: event)), object: composite, userInfo: [Self.eventKey: event])
    }
  }
}

extension Notification.Name {
  /// The notification of an event's delivery: `rollcall.didEnterBackground`.
  public static func lifecycle(_ event: any LifecycleEvent.Type) -> Notification.Name {
    Notification.Name("rollcall.\(event.name)")
  }
}

extension Notification {
  /// The event whose delivery this notification tells of; `nil` for any other notification.
  public var lifecycleEvent: (any LifecycleEvent)? {
    userInfo?[LifecycleNotifications.eventKey] as? any LifecycleEvent
  }
}
