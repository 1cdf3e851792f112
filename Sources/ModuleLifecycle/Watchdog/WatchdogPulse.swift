import Dispatch
import Synchronization

/// Makes the watchdog check every 50 ms while there is something to watch, and never otherwise.
///
/// While asleep, it is only a flag. It uses no thread and no timer.
final class WatchdogPulse: Sendable {
  /// The time between two checks, in nanoseconds.
  static var interval: UInt64 { 50_000_000 }

  private let isAsleep: Atomic<Bool>
  private let queue = DispatchQueue(label: "rollcall.watchdog", qos: .userInitiated)

  /// - Parameter beats: Whether it beats at all. A test with a stopped clock calls `tick()` itself.
  init(beats: Bool) {
    isAsleep = Atomic(beats)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
  }

  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// Waits for a check in progress, which would otherwise keep the watchdog alive. Later checks find that it is gone.
  func settle() {
    guard DispatchQueue.getSpecific(key: Self.key) != ObjectIdentifier(queue) else { return }
    queue.sync {}
  }

  var isSleeping: Bool { isAsleep.load(ordering: .sequentiallyConsistent) }

  /// Starts to beat if it is asleep. Publish what should be watched before this call.
  ///
  /// - Returns: Whether it was asleep.
  func wake(_ watchdog: Watchdog) -> Bool {
    guard isAsleep.load(ordering: .sequentiallyConsistent) else { return false }
    guard isAsleep.exchange(false, ordering: .sequentiallyConsistent) else { return false }
    // Setting a timer here would cost several times as much, and the main actor has other work to do.
    queue.async { @Sendable [weak watchdog] in
      if let watchdog { self.beatLater(watchdog) }
    }
    return true
  }

  private func beatLater(_ watchdog: Watchdog) {
    // The watchdog ends with its composite, even if a check is still scheduled.
    watchdog.noteNextCheck()
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(Self.interval))) { @Sendable [weak watchdog] in
      guard let watchdog else { return }
      watchdog.tick()
      self.goOn(watchdog)
    }
  }

  private func goOn(_ watchdog: Watchdog) {
    if watchdog.isArmed { return beatLater(watchdog) }
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    // Work published before the flag was set didn't wake this pulse. Check again, because no other code will.
    if watchdog.isArmed { _ = wake(watchdog) }
  }
}
