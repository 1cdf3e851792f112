public import ModuleLifecycle
import Synchronization

/// A clock that only moves when a test advances it.
///
/// ```swift
/// let clock = ManualClock()
/// let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
/// try composite.register("Slow") { Slow { clock.advance(by: .milliseconds(12)) } }
/// ```
public final class ManualClock: Sendable {
  private let nanoseconds: Atomic<UInt64>

  /// Creates a clock that reads `start`, in nanoseconds.
  public init(start: UInt64 = 1_000_000_000) { nanoseconds = Atomic(start) }

  /// The clock in the form that a journal takes.
  public var monotonic: MonotonicClock { MonotonicClock { self.nanoseconds.load(ordering: .relaxed) } }

  /// Moves the clock forward. A negative duration does not move it.
  public func advance(by duration: Duration) {
    let step = UInt64(max(0, duration / .nanoseconds(1)))
    nanoseconds.wrappingAdd(step, ordering: .relaxed)
  }
}
