/// A handle on an owned Dispatch timer, with which to pause it.
///
/// Everything may be called in any state, any number of times, from any thread, also from the timer's own closure.
/// Dropping the handle does nothing; the timer stays with its owner. A handle does not keep the owner alive.
public struct OwnedTimer: Sendable {
  /// The timer as its owner's bag knows it.
  public let object: OwnedObject
  let source: TimerSource

  /// Whether it has not been cleaned yet; a suspended timer is live.
  public var isLive: Bool { object.isLive }

  /// Whether it will call its closure when the time comes: not before it is started, not while it is suspended, not
  /// after it was cleaned or has fired for the last time.
  public var isRunning: Bool { source.isRunning }

  /// Keeps it from calling its closure until it is resumed. A call that has begun returns.
  public func suspend() { source.suspend() }

  /// Starts it, if it was created standing still, or lets a suspended timer go on; nothing when it is running, or was
  /// cleaned. What fell due meanwhile is one call, made at once.
  public func resume() { source.resume() }

  /// Stops it for good, for the reason `cancelled`; nothing when it has been cleaned already.
  public func cancel() { object.cancel() }

  /// Stops it for good, for the reason `finished`; nothing when it has been cleaned already.
  public func finish() { object.finish() }
}
