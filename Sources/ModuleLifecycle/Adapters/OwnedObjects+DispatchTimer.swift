public import Dispatch
import TextFormatting

extension OwnedObjectRegistering where Self: ~Copyable {
  /// Calls a closure again and again on a queue, until the owner dies.
  ///
  /// A call that is running when the owner dies returns; none begins after it. The timer may be suspended at that time,
  /// or not have been started.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - interval: The time between two calls, and before the first.
  ///   - queue: Where it is called.
  ///   - isRunning: Whether it starts now; otherwise `resume()` starts it.
  ///   - body: Called on the queue. It must not keep the owner alive.
  /// - Returns: A handle with which to suspend, resume and stop it.
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

  /// Calls a closure once on a queue, unless the owner dies before.
  ///
  /// Its row is `finished` when the time has come, just before the call.
  ///
  /// - Parameters:
  ///   - name: The object's name.
  ///   - delay: The time before the call.
  ///   - queue: Where it is called.
  ///   - isRunning: Whether it starts now; otherwise `resume()` starts it.
  ///   - body: Called on the queue. It must not keep the owner alive.
  /// - Returns: A handle with which to suspend, resume and stop it.
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

  /// Takes charge of a Dispatch source that other code has made: a signal, a file to read from, a process to watch.
  ///
  /// It is cancelled when the owner dies; give back what it watches in its cancel handler, which Dispatch calls after
  /// the last event. A source that is still inactive is activated then, because Dispatch ends the program when one is
  /// let go before that. It can't be seen from outside whether a source is suspended: do not suspend one that is owned
  /// without resuming it. For a timer that pauses, there is `timer(_:every:on:isRunning:_:)`.
  ///
  /// - Parameters:
  ///   - source: The source, active or not. An event that has begun when it is cancelled runs to its end.
  ///   - name: The object's name.
  /// - Returns: A handle with which to cancel it sooner.
  @discardableResult
  public borrowing func own(source: any DispatchSourceProtocol, named name: String) -> OwnedObject {
    // Sources may be cancelled and activated from any thread.
    nonisolated(unsafe) let source = source
    return registrar.own(.source, name) {
      unsafe source.cancel()
      unsafe source.activate()
    }
  }
}
