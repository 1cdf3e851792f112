public import Foundation
public import ModuleLifecycle

extension OwnedObjects {
  /// Observes notifications until the owner dies.
  ///
  /// ```swift
  /// owned.observe(.userDidLogOut) { [weak self] in self?.forget() }
  /// ```
  ///
  /// Dropping the token of a notification center does not end an observation, and a block may still start after it was
  /// ended. Here the end comes with the owner, and nothing starts after it.
  ///
  /// - Parameters:
  ///   - name: The notifications' name, which is also the object's.
  ///   - center: Who posts them.
  ///   - body: Called on the main actor: at once for a notification that is posted there, soon for others. It must not
  ///     keep the owner alive.
  /// - Returns: A handle with which to end it sooner.
  @discardableResult
  public borrowing func observe(
    _ name: Notification.Name, center: NotificationCenter = .default,
    _ body: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    let gate = Gate()
    return observe(name, center: center, gate: gate) { _ in
      MainQueue.run {
        if gate.isOpen { body() }
      }
    }
  }

  /// Observes notifications until the owner dies, on whatever thread they are posted.
  ///
  /// A call that has begun on another thread when the owner dies runs to its end.
  ///
  /// - Parameters:
  ///   - name: The notifications' name, which is also the object's.
  ///   - center: Who posts them.
  ///   - body: Called where the notification is posted, before posting it returns. It must not keep the owner alive.
  /// - Returns: A handle with which to end it sooner.
  @discardableResult
  public borrowing func observe(
    _ name: Notification.Name, center: NotificationCenter = .default,
    anywhere body: @escaping @Sendable (Notification) -> Void
  ) -> OwnedObject {
    observe(name, center: center, gate: Gate(), body: body)
  }

  private borrowing func observe(
    _ name: Notification.Name, center: NotificationCenter, gate: Gate,
    body: @escaping @Sendable (Notification) -> Void
  ) -> OwnedObject {
    nonisolated(unsafe) let token = center.addObserver(forName: name, object: nil, queue: nil) { notification in
      if gate.isOpen { body(notification) }
    }
    return own(.observer, name.rawValue) {
      gate.close()
      unsafe center.removeObserver(token)
    }
  }
}
