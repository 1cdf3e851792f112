import Foundation
import ModuleLifecycle

/// One party that wants to hear of the notifications of one name.
final class Observation: Sendable {
  /// What to call, and where.
  enum Body: Sendable {
    case onMainActor(@MainActor @Sendable () -> Void)
    case anywhere(@Sendable (Notification) -> Void)
  }

  let level: Int
  private let isFiltered: Bool
  /// Set once, before anybody else knows of this observation.
  private nonisolated(unsafe) weak var object: AnyObject?
  /// `nil` once the observation has ended; with the body goes what it captured.
  private let body: Locked<Body?>

  init(level: Int, object: AnyObject?, body: Body) {
    self.level = level
    isFiltered = object != nil
    unsafe self.object = object
    self.body = Locked(body)
  }

  /// Whether it has not ended. It may be asked under another lock: the body is not retained, and so not let go of.
  var isActive: Bool { body.withLock { $0 != nil } }

  /// What to call, as long as the observation has not ended.
  var current: Body? { body.withLock { $0 } }

  /// Ends the observation. What the body captured may die of this, so it is let go of outside the lock.
  func end() {
    let last = body.withLock { $0.take() }
    withExtendedLifetime(last) {}
  }

  /// Whether it wants to hear of what that object has posted.
  ///
  /// The object is held weakly, and not by its address: another one may come to live there.
  func wants(_ poster: AnyObject?) -> Bool {
    guard isFiltered else { return true }
    guard let poster, let object = unsafe object else { return false }
    return poster === object
  }
}
