import Foundation
import RollcallTestingAdditions
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
        _ = StopRequest([SIGINT, SIGTERM])
        Self.raise(SIGTERM)
        Self.raise(second)
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
