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
  /// Everybody who observes a name this way, whatever their owner or module, is called in the order of their levels,
  /// higher first, and within a level in the order of registration. A notification reaches those who observe when it is
  /// posted; who begins to meanwhile hears of the next one.
  ///
  /// - Parameters:
  ///   - name: The notifications' name.
  ///   - rowName: The object's name; the notifications' own if there is none. An owner that observes a name twice, at
  ///     two objects for instance, must give two names, or the second observation takes the place of the first.
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
  ///   - rowName: The object's name; the notifications' own if there is none.
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
    let detail = rowName.map { _ in name.rawValue }
    let owned = own(.observer, rowName ?? name.rawValue, detail: detail) {
      ObservationHub.remove(observation, of: name, at: center)
    }
    ObservationHub.add(observation, of: name, at: center)
    return owned
  }
}
