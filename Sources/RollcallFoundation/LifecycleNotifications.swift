public import Foundation
public import ModuleLifecycle

/// Posts a notification for every event that a composite delivers, for observers that are not modules.
///
/// ```swift
/// try composite.register("Notifications") { LifecycleNotifications(of: $0) }
/// owned.observe(.lifecycle(DidEnterBackground.self), owner: self) { notes in notes.save() }
/// ```
///
/// It posts one notification for each delivered event of any type, whether or not a module handled it. Notifications
/// come in the order in which the events were sent, on the main actor, after the handlers of the outermost running
/// event have returned. Modules therefore run first, and a slow observer does not count against any module. The
/// notification's object is the composite, and its `userInfo` carries the event. Posting ends when the module is
/// removed, or when its last other owner releases it.
public final class LifecycleNotifications: Module {
  /// The key of the event in a notification's `userInfo`.
  public nonisolated static let eventKey = "event"

  private let owned = OwnedObjects()

  /// Creates a module that posts notifications, starting with the next event.
  ///
  /// - Parameters:
  ///   - composite: The composite whose events are posted. It is not kept alive.
  ///   - center: The notification center that posts them.
  public init(of composite: CompositeDelegate, center: NotificationCenter = .default) {
    owned.observeEvents(of: composite, named: "posted events") { [weak composite] event in
      center.post(name: .lifecycle(type(of: event)), object: composite, userInfo: [Self.eventKey: event])
    }
  }
}

extension Notification.Name {
  /// The name of the notification for an event's delivery, such as `rollcall.didEnterBackground`.
  public static func lifecycle(_ event: any LifecycleEvent.Type) -> Notification.Name {
    Notification.Name("rollcall.\(event.name)")
  }
}

extension Notification {
  /// The event whose delivery this notification reports; `nil` for any other notification.
  public var lifecycleEvent: (any LifecycleEvent)? {
    userInfo?[LifecycleNotifications.eventKey] as? any LifecycleEvent
  }
}
