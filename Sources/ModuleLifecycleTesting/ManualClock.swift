public import ModuleLifecycle
import Synchronization

/// A clock that stands still until a test moves it.
///
/// ```swift
/// let clock = ManualClock()
/// let composite = CompositeDelegate(journal: Journal(clock: clock.monotonic))
/// try composite.register("Slow") { Slow { clock.advance(by: .milliseconds(12)) } }
/// ```
public final class ManualClock: Sendable {
  private let nanoseconds: Atomic<UInt64>

  /// A clock that reads `start`, in nanoseconds.
  public init(start: UInt64 = 1_000_000_000) { nanoseconds = Atomic(start) }

  /// The clock as a journal takes it.
  public var monotonic: MonotonicClock { MonotonicClock { self.nanoseconds.load(ordering: .relaxed) } }

  /// Moves the clock forward; a negative duration leaves it where it is.
  public func advance(by duration: Duration) {
    let step = UInt64(max(0, duration / .nanoseconds(1)))
    nanoseconds.wrappingAdd(step, ordering: .relaxed)
  }
}
