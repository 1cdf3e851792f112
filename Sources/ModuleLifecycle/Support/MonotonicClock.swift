#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Where the composite reads the time: a monotonic count of nanoseconds.
///
/// Only differences mean anything. Tests pass a clock of their own; `ManualClock` in `ModuleLifecycleTesting` is one.
public struct MonotonicClock: Sendable {
  /// `nil` for the system's clock, which is read without a detour.
  private let read: (@Sendable () -> UInt64)?

  /// A clock that reads `now`, in nanoseconds; it must never go backwards.
  public init(now: @escaping @Sendable () -> UInt64) { read = now }

  private init() { read = nil }

  /// Whether its time passes by itself.
  var isSystem: Bool { read == nil }

  /// Nanoseconds since an origin of the clock's own.
  public var now: UInt64 {
    if let read { return read() }
    #if canImport(Darwin)
    return clock_gettime_nsec_np(CLOCK_UPTIME_RAW)
    #else
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(truncatingIfNeeded: time.tv_sec) &* 1_000_000_000 &+ UInt64(truncatingIfNeeded: time.tv_nsec)
    #endif
  }

  /// The system's monotonic clock, which stands still while the machine sleeps. One read costs about 22 ns.
  public static let system = MonotonicClock()
}
