import Foundation
import ModuleLifecycle

/// An observer of the notifications of one name.
final class Observation: Sendable {
  /// The closure to call, and where it runs.
  enum Body: Sendable {
    case onMainActor(@MainActor @Sendable () -> Void)
    case onAnyThread(@Sendable (Notification) -> Void)
  }

  let level: Int
  /// The object whose notifications it wants; `nil` if it wants those of all.
  private let object: WeakReference?
  /// `nil` once the observation has ended, which also releases everything the body captured.
  private let body: Locked<Body?>

  init(level: Int, object: AnyObject?, body: Body) {
    self.level = level
    self.object = object.map { WeakReference($0) }
    self.body = Locked(body)
  }

  /// Whether the observation has not ended. Safe to read under another lock: it neither retains nor releases the body.
  var isActive: Bool { body.withLock { $0 != nil } }

  /// The closure to call, until the observation has ended.
  var current: Body? { body.withLock { $0 } }

  /// Ends the observation. Objects that the body captured may die now, so the body is released outside the lock.
  func end() {
    let last = body.withLock { $0.take() }
    withExtendedLifetime(last) {}
  }

  /// Whether the observation accepts notifications from that object.
  ///
  /// The object is held weakly, not by address, because another object can later have the same address.
  func wants(_ poster: AnyObject?) -> Bool { object.map { poster.map($0.refers) ?? false } ?? true }
}
