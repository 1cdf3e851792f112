public import Foundation
public import ModuleLifecycle

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Observes notifications on the main actor until the owner dies.
  ///
  /// Dropping a notification center's token does not end the observation, and a block can still start after the
  /// observation was ended. Here the observation ends with the owner, and the body never starts after that.
  ///
  /// All observations of a name that are made this way, in any module, are called in the order of their levels, higher
  /// first, then in the order of registration. A notification reaches only the observations that exist when it is
  /// posted.
  ///
  /// - Parameters:
  ///   - name: The notifications' name.
  ///   - rowName: The object's name. Without one, the journal shows the notifications' name and the observation
  ///     replaces no other: an owner can observe a name several times, for example for two objects.
  ///   - level: The level. Higher levels are called first.
  ///   - object: The object whose notifications are observed; `nil` for those of every object. It is not kept alive,
  ///     and the observation does not end when it dies. Notifications that it posts during its own deinitialisation are
  ///     not delivered.
  ///   - center: The notification center that posts the notifications.
  ///   - body: Called on the main actor: at once for a notification posted there, soon after for others. It must not
  ///     keep the owner alive.
  /// - Returns: A handle that ends the observation sooner.
  @discardableResult
  public borrowing func observe(
    _ name: Notification.Name, named rowName: String? = nil, level: Int = 0, object: AnyObject? = nil,
    center: NotificationCenter = .default, _ body: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    own(Observation(level: level, object: object, body: .onMainActor(body)), of: name, at: center, named: rowName)
  }

  /// Observes notifications on the main actor until the owner dies, and passes the owner, without keeping it alive.
  ///
  /// ```swift
  /// owned.observe(.userDidLogOut, owner: self) { session in session.forget() }
  /// ```
  ///
  /// - Parameters:
  ///   - name: The notifications' name.
  ///   - owner: What the body needs, as a rule the owner of this bag. Not kept alive. The body is not called after its end.
  ///   - rowName: The object's name; by default that of the notifications, and the observation replaces no other.
  ///   - level: The level. Higher levels are called first.
  ///   - object: The object whose notifications are observed; `nil` for those of every object. It is not kept alive.
  ///   - center: The notification center that posts the notifications.
  ///   - body: Called with the owner.
  /// - Returns: A handle that ends the observation sooner.
  @discardableResult
  public borrowing func observe<Owner: AnyObject & Sendable>(
    _ name: Notification.Name, owner: Owner, named rowName: String? = nil, level: Int = 0, object: AnyObject? = nil,
    center: NotificationCenter = .default, _ body: @escaping @MainActor @Sendable (Owner) -> Void
  ) -> OwnedObject {
    observe(name, named: rowName, level: level, object: object, center: center) { [weak owner] in
      if let owner { body(owner) }
    }
  }

  /// Observes notifications until the owner dies, on the thread that posts them.
  ///
  /// A call that has begun on another thread when the owner dies runs to its end. A notification posted off the main
  /// actor reaches these observations at once, and those on the main actor after them. Levels give the order within
  /// each group.
  ///
  /// - Parameters:
  ///   - name: The notifications' name.
  ///   - rowName: The object's name. Without one, the journal shows the notifications' name and the observation
  ///     replaces no other.
  ///   - level: The level. Higher levels are called first.
  ///   - object: The object whose notifications are observed; `nil` for those of every object. It is not kept alive.
  ///   - center: The notification center that posts the notifications.
  ///   - body: Called on the posting thread, before the post returns. It must not keep the owner alive.
  /// - Returns: A handle that ends the observation sooner.
  @discardableResult
  public borrowing func observe(
    _ name: Notification.Name, named rowName: String? = nil, level: Int = 0, object: AnyObject? = nil,
    center: NotificationCenter = .default, onAnyThread body: @escaping @Sendable (Notification) -> Void
  ) -> OwnedObject {
    own(Observation(level: level, object: object, body: .onAnyThread(body)), of: name, at: center, named: rowName)
  }

  /// Owns the observation before it starts. An observation that comes too late therefore never starts, and an
  /// observation that it replaces has already ended.
  private borrowing func own(
    _ observation: Observation, of name: Notification.Name, at center: NotificationCenter, named rowName: String?
  ) -> OwnedObject {
    let end: @Sendable () -> Void = { ObservationHub.remove(observation, of: name, at: center) }
    let owned =
      if let rowName {
        registrar.own(rowName, as: .observer, detail: name.rawValue, cleanup: end)
      } else {
        own(titled: name.rawValue, as: .observer, cleanup: end)
      }
    ObservationHub.add(observation, of: name, at: center)
    return owned
  }
}
