import Dispatch
import Foundation
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import RollcallTerminalDashboard

/// Signals that ask a program to stop.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct StopRequestTests {
  @Test func theFirstSignalAsksAndTheNextEnds() async {
    // In a separate process, because signals are those of the whole process.
    await #expect(processExitsWith: .success) {
      let stop = StopRequest([SIGINT, SIGTERM])
      #expect(!stop.isMade)
      Self.raise(SIGINT)
      #expect(stop.isMade)
      stop.end()
      for number in [SIGINT, SIGTERM] { #expect(Self.isDefault(number)) }
    }
    for second in [SIGINT, SIGTERM] {
      await #expect(processExitsWith: .signal(second)) { [second = second as Int32] in
        _ = StopRequest([SIGINT, SIGTERM], oneRequest: 0)
        Self.raise(SIGTERM)
        Self.raise(second)
      }
      await #expect(processExitsWith: .success) { [second = second as Int32] in
        let stop = StopRequest([SIGINT, SIGTERM], oneRequest: .max)
        Self.raise(SIGINT)
        for _ in 1...3 { Self.raise(second) }
        #expect(stop.isMade)
        stop.end()
      }
    }
    await #expect(processExitsWith: .signal(SIGTERM)) {
      let stop = StopRequest([SIGINT, SIGTERM])
      Self.raise(SIGTERM)
      #expect(stop.isMade)
      stop.end()
    }
    await #expect(processExitsWith: .success) {
      let stop = StopRequest([SIGINT, SIGTERM])
      Self.raise(SIGINT)
      stop.end()
    }
  }

  /// A program whose main actor may be blocked decides on another thread what each signal means.
  @Test func eachSignalCanBeReportedInsteadOfEndingTheProcess() async {
    await #expect(processExitsWith: .success) {
      let count = Atomic(0)
      let heard = DispatchSemaphore(value: 0)
      let stop = StopRequest([SIGINT, SIGTERM], oneRequest: 0) {
        count.add(1, ordering: .relaxed)
        heard.signal()
      }
      for number in [SIGTERM, SIGTERM, SIGINT] {
        Self.raise(number)
        Self.wait(for: heard)
      }
      #expect(stop.isMade && count.load(ordering: .relaxed) == 3)
    }
  }

  /// Waits on the calling thread.
  private static func wait(for semaphore: DispatchSemaphore) { semaphore.wait() }

  /// As nohup does.
  @Test func anIgnoredSignalStaysIgnored() async {
    await #expect(processExitsWith: .signal(SIGTERM)) {
      signal(SIGHUP, SIG_IGN)
      let stop = StopRequest([SIGHUP, SIGTERM])
      Self.raise(SIGHUP)
      #expect(!stop.isMade)
      Self.raise(SIGTERM)
      #expect(stop.isMade && !Self.isDefault(SIGHUP))
      stop.end()
    }
  }

  /// Raises a signal. Threads of the concurrency runtime block most.
  private static func raise(_ number: Int32) {
    var none = sigset_t()
    _ = unsafe sigemptyset(&none)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &none, nil)
    _ = Foundation.raise(number)
  }

  /// Whether a signal has its default handling, which this sets.
  private static func isDefault(_ number: Int32) -> Bool {
    let handler = signal(number, SIG_DFL)
    return unsafe unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_DFL, to: Int.self)
  }
}
