#if CommandLine
import Dispatch
package import Foundation
import ModuleLifecycle
import RollcallCursesTerminal
import RollcallShutDown
import Synchronization

/// Handles signals from outside the program.
package enum SignalHandling {
  /// Installs a signal handler, unless the process was started with the signal ignored, as by nohup.
  ///
  /// - Parameter handler: The handler. It must neither allocate nor take a lock.
  /// - Returns: Whether the handler is installed.
  @discardableResult
  package static func handle(_ number: Int32, by handler: sig_t?) -> Bool {
    let previous = signal(number, handler)
    guard unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
    signal(number, SIG_IGN)
    return false
  }

  /// Makes Control-\ end the process. By default, Swift's handler prints a backtrace and waits for keys; it stays
  /// installed when the user sets `SWIFT_BACKTRACE`.
  package static func quitAtOnce() { if unsafe getenv("SWIFT_BACKTRACE") == nil { handle(SIGQUIT, by: SIG_DFL) } }
}

/// Turns the first of some signals into a request to stop soon. Those within a second of it belong to the same request;
/// see `ShutDownWatch.oneRequest`. A later one ends the process as usual, also another of them. Signals that the process was
/// started to ignore stay ignored.
///
/// Make one at a time.
package struct StopRequest {
  /// Woken by a signal.
  static let waker = TerminalWaker()

  private let handled: [Int32]
  /// Reports each signal.
  private let reports: DispatchLease?

  /// - Parameters:
  ///   - numbers: The signals.
  ///   - oneRequest: How long signals belong to one request, in nanoseconds.
  ///   - each: Called on another thread after each signal, or after several. None then ends the process, whatever
  ///     `oneRequest` says.
  package init(
    _ numbers: [Int32] = [SIGINT], oneRequest: UInt64 = ShutDownWatch.oneRequest, each: (@Sendable () -> Void)? = nil
  ) {
    stopSignal.store(0, ordering: .relaxed)
    firstSignalAt.store(0, ordering: .relaxed)
    requestLength.store(each == nil ? oneRequest : .max, ordering: .relaxed)
    _ = MonotonicClock.system.now
    // Also so that the signal handler is not the first to use them.
    ErrorOutput.hurry(false)
    Self.waker.rearm()
    reports = each.map { each in
      let queue = DispatchQueue(label: "rollcall.stop")
      return DispatchLease(
        { DispatchSource.makeReadSource(fileDescriptor: Self.waker.reading, queue: queue) },
        {
          Self.waker.rearm()
          if stopSignal.load(ordering: .acquiring) != 0 { each() }
        })
    }
    handled = numbers.filter { SignalHandling.handle($0, by: wishToStop) }
  }

  /// Makes the signals end the process again.
  package func restore() { for number in handled { signal(number, SIG_DFL) } }

  /// Makes the signals end the process again. If another signal than Control-C has asked to stop, it ends the process
  /// now.
  package func end() {
    restore()
    let number = stopSignal.load(ordering: .relaxed)
    if number != 0, number != SIGINT { raise(number) }
  }

  /// Whether a signal has arrived.
  package var isMade: Bool { stopSignal.load(ordering: .acquiring) != 0 }
}

/// The first signal that asked to stop, or 0.
private let stopSignal = Atomic<Int32>(0)
/// When it arrived, in nanoseconds of the system's clock, or 0.
private let firstSignalAt = Atomic<UInt64>(0)
/// How long later signals belong to its request.
private let requestLength = Atomic<UInt64>(0)

private func wishToStop(by number: Int32) {
  let time = max(1, MonotonicClock.system.now)
  let (isFirst, first) = firstSignalAt.compareExchange(expected: 0, desired: time, ordering: .acquiringAndReleasing)
  if isFirst {
    stopSignal.store(number, ordering: .releasing)
  } else if time.minus(first) >= requestLength.load(ordering: .relaxed) {
    // It is blocked until this handler returns, and then ends the process.
    signal(number, SIG_DFL)
    raise(number)
  }
  ErrorOutput.hurry(true)
  StopRequest.waker.wake()
}
#endif
