#if Maps
import Foundation
import ModuleLifecycle

/// Lets time pass on the thread that calls.
enum SpentTime {
  /// Blocks the thread, without using the processor.
  static func asleep(_ duration: Duration) { Thread.sleep(forTimeInterval: duration / .seconds(1)) }

  /// Keeps the thread busy.
  static func computing(_ duration: Duration) {
    let clock = MonotonicClock.system
    let end = clock.now + UInt64(max(0, duration / .nanoseconds(1)))
    while clock.now < end {}
  }
}
#endif
