import Dispatch
import Synchronization

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
