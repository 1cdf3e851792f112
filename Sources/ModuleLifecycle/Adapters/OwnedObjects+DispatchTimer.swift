public import Dispatch
import RollcallTextFormatting
import Synchronization

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
    let object = registrar.own(name, as: .timer, detail: "every \(TimeInWords.exact(interval))") { source.cancel() }
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
    let object = registrar.own(name, as: .timer, detail: "once, after \(TimeInWords.exact(delay))") { source.cancel() }
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
    return registrar.own(name, as: .source) {
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

/// A Dispatch timer that can be suspended, resumed and cancelled in any order, any number of times, from any thread.
///
/// Dispatch ends the program when a source is released while it is inactive or suspended, and when it is resumed more
/// often than it was suspended. The phase is therefore kept here, under the lock that also guards the calls. From
/// every phase the end is the same: cancelled and then running, so that Dispatch can release it.
final class TimerSource: Sendable {
  private enum Phase: Sendable {
    /// Not started, or started such that the first `resume()` activates it.
    case inactive
    case running
    case suspended
    case cancelled
  }

  private let phase = Locked(Phase.inactive)
  private let gate = Gate()
  /// Called only under the lock, except to read whether it is cancelled.
  private let shared: SharedSource<any DispatchSourceTimer>

  init(queue: DispatchQueue) { shared = SharedSource(source: DispatchSource.makeTimerSource(queue: queue)) }

  deinit { cancel() }

  var source: any DispatchSourceTimer { shared.source }

  /// Sets up the timer, unless it has already been cancelled.
  ///
  /// - Parameters:
  ///   - interval: The time before the first call, and between calls if it repeats.
  ///   - isRepeating: Whether there is more than one call.
  ///   - isRunning: Whether it starts now, or with the first `resume()`.
  ///   - body: The closure to call.
  func start(
    every interval: Duration, isRepeating: Bool, isRunning: Bool, _ body: @escaping @Sendable () -> Void
  ) {
    let nanoseconds = DispatchTimeInterval.nanoseconds(interval.forDispatch)
    phase.withLock { phase in
      guard phase == .inactive else { return }
      source.schedule(deadline: .now() + nanoseconds, repeating: isRepeating ? nanoseconds : .never)
      // The source retains its handler, so the handler must not retain `self`.
      source.setEventHandler { @Sendable [gate] in
        if isRepeating ? gate.isOpen : gate.close() { body() }
      }
      guard isRunning else { return }
      source.activate()
      phase = .running
    }
  }

  var isRunning: Bool { phase.withLock { $0 == .running } && gate.isOpen }

  func suspend() {
    phase.withLock { phase in
      guard phase == .running else { return }
      source.suspend()
      phase = .suspended
    }
  }

  func resume() {
    phase.withLock { phase in
      switch phase {
      case .inactive: source.activate()
      case .suspended: source.resume()
      case .running, .cancelled: return
      }
      phase = .running
    }
  }

  func cancel() {
    gate.close()
    phase.withLock { phase in
      if phase != .cancelled { source.cancel() }
      switch phase {
      case .inactive: source.activate()
      case .suspended: source.resume()
      case .running, .cancelled: break
      }
      phase = .cancelled
    }
  }
}

extension Duration {
  /// The duration in nanoseconds: at least one, and at most half of what Dispatch can count.
  fileprivate var forDispatch: Int { Int(min(max(1, self / .nanoseconds(1)), Double(Int64.max / 2))) }
}

/// A Dispatch source that any thread can use.
///
/// Unchecked, because Dispatch allows its calls on any thread, though its protocols don't say so.
struct SharedSource<Source>: @unchecked Sendable {
  let source: Source
}

/// Tells code that runs elsewhere whether it is still needed. A closed gate stays closed.
final class Gate: Sendable {
  private let isClosed = Atomic<Bool>(false)

  var isOpen: Bool { !isClosed.load(ordering: .acquiring) }

  /// Closes the gate.
  ///
  /// - Returns: Whether this call closed it.
  @discardableResult
  func close() -> Bool { !isClosed.exchange(true, ordering: .acquiringAndReleasing) }
}
