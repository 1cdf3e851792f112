/// The composite's time source: a monotonic count of nanoseconds.
///
/// Only differences between readings are meaningful. A test can pass its own clock, such as `ManualClock` in
/// `ModuleLifecycleTesting`.
public struct MonotonicClock: Sendable {
  /// `nil` for the system's clock, which is read directly.
  private let read: (@Sendable () -> UInt64)?

  /// Creates a clock that calls a closure for the time.
  ///
  /// - Parameter now: Returns the time in nanoseconds. It must never go backwards.
  public init(now: @escaping @Sendable () -> UInt64) { read = now }

  private init() { read = nil }

  /// Whether time passes on its own.
  var isSystem: Bool { read == nil }

  /// The nanoseconds since an origin that depends on the clock.
  public var now: UInt64 {
    read?() ?? SystemClock.monotonic
  }

  /// The system's monotonic clock. It stops while the machine sleeps, but not while iOS suspends the app. A reading costs
  /// about 22 ns.
  public static let system = MonotonicClock()
}
