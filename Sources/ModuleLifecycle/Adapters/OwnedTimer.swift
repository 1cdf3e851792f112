/// A handle to an owned Dispatch timer, which can pause it.
///
/// All methods can be called in any state, any number of times and from any thread, including from the timer's own
/// closure. Releasing the handle does nothing: the timer stays with its owner. The handle doesn't keep the owner
/// alive.
public struct OwnedTimer: Sendable {
  /// The owned object that represents the timer.
  public let object: OwnedObject
  let source: TimerSource

  /// Whether the timer has not been cleaned yet. A suspended timer is live.
  public var isLive: Bool { object.isLive }

  /// Whether the timer will call its closure when it is due. This is `false` before it is started, while it is
  /// suspended, and after it was cleaned or has fired for the last time.
  public var isRunning: Bool { source.isRunning }

  /// Suspends the timer: it doesn't call its closure until it is resumed. A call that has begun returns normally.
  public func suspend() { source.suspend() }

  /// Starts a timer that was created without running, or resumes a suspended one. Does nothing if it is running or was
  /// cleaned.
  ///
  /// All calls that were due in the meantime become one call, made immediately.
  public func resume() { source.resume() }

  /// Stops the timer permanently, with the reason `cancelled`. Does nothing if it has already been cleaned.
  public func cancel() { object.cancel() }

  /// Stops the timer permanently, with the reason `finished`. Does nothing if it has already been cleaned.
  public func finish() { object.finish() }
}
