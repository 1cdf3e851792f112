#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Dispatch
#endif

/// Where the composite reads the time: a monotonic count of nanoseconds.
///
/// Only differences mean anything. Tests pass a clock of their own; `ManualClock` in `ModuleLifecycleTesting` is one.
public struct MonotonicClock: Sendable {
  @usableFromInline let read: @Sendable () -> UInt64

  /// A clock that reads `now`, in nanoseconds; it must never go backwards.
  public init(now: @escaping @Sendable () -> UInt64) { read = now }

  /// Nanoseconds since an origin of the clock's own.
  @inlinable public var now: UInt64 { read() }

  /// The system's monotonic clock, which stands still while the machine sleeps. One read costs about 28 ns.
  public static let system = MonotonicClock {
    #if canImport(Glibc) || canImport(Musl)
      var time = timespec()
      unsafe clock_gettime(CLOCK_MONOTONIC, &time)
      return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    #else
      return DispatchTime.now().uptimeNanoseconds
    #endif
  }
}
