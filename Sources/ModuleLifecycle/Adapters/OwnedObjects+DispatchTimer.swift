public import Dispatch
import TextFormatting

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Calls a closure repeatedly on a queue, until the owner dies.
  ///
  /// When the owner dies, a running call returns normally and no further call starts. The owner can die while the
  /// timer is suspended or not yet started.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - interval: The time before the first call and between calls.
  ///   - queue: The queue that calls the closure.
  ///   - isRunning: Whether the timer starts now. If not, `resume()` starts it.
  ///   - body: Called on the queue. It must not keep the owner alive.
  /// - Returns: A handle that suspends, resumes and stops the timer.
  @discardableResult
  public borrowing func timer(
    _ name: String, every interval: Duration, on queue: DispatchQueue, isRunning: Bool = true,
    _ body: @escaping @Sendable () -> Void
  ) -> OwnedTimer {
    let source = TimerSource(queue: queue)
    let object = registrar.own(.timer, name, detail: "every \(TimeInWords.exact(interval))") { source.cancel() }
    source.start(every: interval, isRepeating: true, isRunning: isRunning, body)
    return OwnedTimer(object: object, source: source)
  }

  /// Calls a closure once on a queue, unless the owner dies first.
  ///
  /// When the timer fires, its row becomes `finished` just before the call.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - delay: The time before the call.
  ///   - queue: The queue that calls the closure.
  ///   - isRunning: Whether the timer starts now. If not, `resume()` starts it.
  ///   - body: Called on the queue. It must not keep the owner alive.
  /// - Returns: A handle that suspends, resumes and stops the timer.
  @discardableResult
  public borrowing func timer(
    _ name: String, after delay: Duration, on queue: DispatchQueue, isRunning: Bool = true,
    _ body: @escaping @Sendable () -> Void
  ) -> OwnedTimer {
    let source = TimerSource(queue: queue)
    let object = registrar.own(.timer, name, detail: "once, after \(TimeInWords.exact(delay))") { source.cancel() }
    source.start(every: delay, isRepeating: false, isRunning: isRunning) {
      object.finish()
      body()
    }
    return OwnedTimer(object: object, source: source)
  }

  /// Takes ownership of a Dispatch source that other code created, such as a signal, a file or a process to watch.
  ///
  /// The source is cancelled when the owner dies. Release what it watches in its cancel handler, which Dispatch calls
  /// after the last event. If the source is still inactive, it is activated then, because Dispatch ends the program
  /// when an inactive source is released. Other code can't see whether a source is suspended, so don't suspend an
  /// owned source without resuming it. For a timer that can pause, use `timer(_:every:on:isRunning:_:)`.
  ///
  /// - Parameters:
  ///   - source: The source, active or not. If an event handler is running when the source is cancelled, it runs to
  ///     its end.
  ///   - name: The object's name.
  /// - Returns: A handle that can cancel the source sooner.
  @discardableResult
  public borrowing func own(source: any DispatchSourceProtocol, named name: String) -> OwnedObject {
    let shared = SharedSource(source: source)
    return registrar.own(.source, name) {
      shared.source.cancel()
      shared.source.activate()
    }
  }
}

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
