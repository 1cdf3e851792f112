public import Foundation
public import ModuleLifecycle

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Observes notifications until the owner dies.
  ///
  /// ```swift
  /// owned.observe(.userDidLogOut) { [weak self] in self?.forget() }
  /// ```
  ///
  /// Dropping the token of a notification center does not end an observation, and a block may still start after it was
  /// ended. Here the end comes with the owner, and nothing starts after it.
  ///
  /// Everybody who observes a name this way, whatever their owner or module, is called in the order of their levels,
  /// higher first, and within a level in the order of registration. A notification reaches those who observe when it is
  /// posted; who begins to meanwhile hears of the next one.
  ///
  /// - Parameters:
  ///   - name: The notifications' name.
  ///   - rowName: The object's name. Without one the journal shows the notifications' own, and the observation replaces
  ///     none: an owner may observe a name several times, at two objects for instance.
  ///   - level: Whom to call first: those with the higher level.
  ///   - object: Whose notifications; `nil` for everybody's. It is not kept alive, and when it dies nothing else ends.
  ///     What it posts during its own deinitialisation is not delivered.
  ///   - center: Who posts them.
  ///   - body: Called on the main actor: at once for a notification that is posted there, soon for others. It must not
  ///     keep the owner alive.
  /// - Returns: A handle with which to end it sooner.
  @discardableResult
  public borrowing func observe(
    _ name: Notification.Name, named rowName: String? = nil, level: Int = 0, object: AnyObject? = nil,
    center: NotificationCenter = .default, _ body: @escaping @MainActor @Sendable () -> Void
  ) -> OwnedObject {
    let observation = Observation(level: level, object: object, body: .onMainActor(body))
    return own(observation, of: name, at: center, named: rowName)
  }

  /// Observes notifications until the owner dies, on whatever thread they are posted.
  ///
  /// A call that has begun on another thread when the owner dies runs to its end. Of a notification that is posted off
  /// the main actor, these observations hear at once, and those on the main actor after them; levels give the order
  /// among each.
  ///
  /// - Parameters:
  ///   - name: The notifications' name.
  ///   - rowName: The object's name. Without one the journal shows the notifications' own, and the observation replaces
  ///     none.
  ///   - level: Whom to call first: those with the higher level.
  ///   - object: Whose notifications; `nil` for everybody's. It is not kept alive.
  ///   - center: Who posts them.
  ///   - body: Called where the notification is posted, before posting it returns. It must not keep the owner alive.
  /// - Returns: A handle with which to end it sooner.
  @discardableResult
  public borrowing func observe(
    _ name: Notification.Name, named rowName: String? = nil, level: Int = 0, object: AnyObject? = nil,
    center: NotificationCenter = .default, anywhere body: @escaping @Sendable (Notification) -> Void
  ) -> OwnedObject {
    let observation = Observation(level: level, object: object, body: .anywhere(body))
    return own(observation, of: name, at: center, named: rowName)
  }

  /// What is owned comes before what begins, so that one that comes too late never begins, and the one that is replaced
  /// has ended before.
  private borrowing func own(
    _ observation: Observation, of name: Notification.Name, at center: NotificationCenter, named rowName: String?
  ) -> OwnedObject {
    let end: @Sendable () -> Void = { ObservationHub.remove(observation, of: name, at: center) }
    let owned =
      if let rowName {
        registrar.own(.observer, rowName, detail: name.rawValue, cleanup: end)
      } else {
        own(.observer, titled: name.rawValue, cleanup: end)
      }
    ObservationHub.add(observation, of: name, at: center)
    return owned
  }
}
