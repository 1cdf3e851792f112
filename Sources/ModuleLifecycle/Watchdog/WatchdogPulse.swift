import Dispatch
import Synchronization

/// Has the watchdog look around every 50 ms for as long as there is something to watch, and never otherwise.
///
/// Asleep it is a flag that nobody waits on: no thread, no timer.
final class WatchdogPulse: Sendable {
  /// The time between two looks.
  static let interval = DispatchTimeInterval.milliseconds(50)

  private let isAsleep: Atomic<Bool>
  private let queue = DispatchQueue(label: "rollcall.watchdog", qos: .userInitiated)

  /// - Parameter beats: Whether it beats at all; a test whose clock stands still looks around itself.
  init(beats: Bool) {
    isAsleep = Atomic(beats)
    queue.setSpecific(key: Self.key, value: ObjectIdentifier(queue))
  }

  private static let key = DispatchSpecificKey<ObjectIdentifier>()

  /// Waits for a look that is under way, so that nobody is kept alive by it. Those to come will find nobody.
  func settle() {
    guard DispatchQueue.getSpecific(key: Self.key) != ObjectIdentifier(queue) else { return }
    queue.sync {}
  }

  var isSleeping: Bool { isAsleep.load(ordering: .sequentiallyConsistent) }

  /// Begins to beat, unless it does already. What is to be watched must have been published before.
  func wake(_ watchdog: Watchdog) {
    guard isAsleep.load(ordering: .sequentiallyConsistent) else { return }
    guard isAsleep.exchange(false, ordering: .sequentiallyConsistent) else { return }
    // Setting a timer costs several times as much as this, and the main actor has other things to do.
    queue.async { @Sendable [weak watchdog] in
      if let watchdog { self.beatLater(watchdog) }
    }
  }

  private func beatLater(_ watchdog: Watchdog) {
    // The watchdog ends with its composite, whatever is still to come here.
    queue.asyncAfter(deadline: .now() + Self.interval) { @Sendable [weak watchdog] in
      guard let watchdog else { return }
      watchdog.tick()
      self.goOn(watchdog)
    }
  }

  private func goOn(_ watchdog: Watchdog) {
    if watchdog.isArmed { return beatLater(watchdog) }
    isAsleep.store(true, ordering: .sequentiallyConsistent)
    // Something may have come up before it could be seen that this is asleep; then nobody else wakes it.
    if watchdog.isArmed { wake(watchdog) }
  }
}
