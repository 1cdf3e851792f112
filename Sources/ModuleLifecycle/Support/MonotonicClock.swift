import Dispatch

/// Where the composite reads the time: a monotonic count of nanoseconds.
///
/// Only differences mean anything. Tests pass a clock of their own; `ManualClock` in `ModuleLifecycleTesting` is one.
public struct MonotonicClock: Sendable {
  @usableFromInline let read: @Sendable () -> UInt64
  /// Whether its time passes by itself.
  let isSystem: Bool

  /// A clock that reads `now`, in nanoseconds; it must never go backwards.
  public init(now: @escaping @Sendable () -> UInt64) { self.init(isSystem: false, now: now) }

  private init(isSystem: Bool, now: @escaping @Sendable () -> UInt64) {
    self.isSystem = isSystem
    read = now
  }

  /// Nanoseconds since an origin of the clock's own.
  @inlinable public var now: UInt64 { read() }

  /// The system's monotonic clock, which stands still while the machine sleeps. One read costs about 28 ns.
  public static let system = MonotonicClock(isSystem: true) { DispatchTime.now().uptimeNanoseconds }
}
