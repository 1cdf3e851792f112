import Dispatch
import Foundation
import ModuleLifecycle
import RollcallCursesTerminal
import RollcallTestingAdditions
import Synchronization
import Testing

@testable import RollcallTerminalDashboard

/// The end of a dashboard. Two threads of the test stand in for the main thread and the terminal thread.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct DashboardEndTests {
  /// If the main thread does not continue, this test ends the test process: the failure can't be overlooked.
  @Test func theCallerContinuesAndTheProcessLives() async {
    for result in [TerminalResult.quit, .signal(15)] {
      let end = await MainActor.run {
        DashboardEnd(programName: "test", running: CompositeDelegate().running, leavesHandlers: true)
      }
      let working = DispatchSemaphore(value: 0)
      let announced = DispatchSemaphore(value: 0)
      let rounds = Atomic<Int>(0)
      let seen = await withCheckedContinuation { (done: CheckedContinuation<TerminalResult, Never>) in
        DispatchQueue.global().async {
          let result = end.wait {
            // Busy at first. Then it behaves like a run loop that returns again and again.
            guard rounds.wrappingAdd(1, ordering: .relaxed).oldValue == 0 else { return }
            working.signal()
            announced.wait()
          }
          done.resume(returning: result)
        }
        DispatchQueue.global().async {
          working.wait()
          announced.signal()
          end.finish(result)
        }
      }
      expectEqual(seen, result)
      #expect(rounds.load(ordering: .relaxed) >= 1)
    }
  }

  @Test func aForcedEndKeepsTheExitStatus() async {
    let running = await MainActor.run { CompositeDelegate().running }
    let status = await withCheckedContinuation { (done: CheckedContinuation<Int32, Never>) in
      let end = DashboardEnd(programName: "test", running: running, leavesHandlers: true) {
        done.resume(returning: $0)
      }
      // The main thread is blocked and does not wait for the end.
      DispatchQueue.global().async { end.finish(.quit, status: 64) }
    }
    expectEqual(status, 64)
  }

  /// The code after `runDashboard()` in an application runs, however long a handler takes.
  @Test func anApplicationContinuesWhenItsHandlerHasReturned() async {
    let running = await MainActor.run { CompositeDelegate().running }
    let end = DashboardEnd(programName: "test", running: running, leavesHandlers: false) { _ in
      Issue.record("The process was ended.")
    }
    let (working, announced) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let seen = await withCheckedContinuation { (done: CheckedContinuation<TerminalResult, Never>) in
      DispatchQueue.global().async {
        let result = end.wait {
          working.signal()
          announced.wait()
        }
        done.resume(returning: result)
      }
      DispatchQueue.global().async {
        working.wait()
        // `finish` returns when the main thread has not accepted the end for a while.
        end.finish(.quit)
        announced.signal()
      }
    }
    expectEqual(seen, .quit)
  }

  /// Without free descriptors, the terminal's description can't be read either.
  @Test func aProcessWithTooManyOpenFilesGetsAClearError() async {
    await #expect(processExitsWith: .success) {
      var limit = rlimit()
      #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
      #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
      #endif
      _ = unsafe getrlimit(resource, &limit)
      limit.rlim_cur = 3
      _ = unsafe setrlimit(resource, &limit)
      let error = DashboardError(.unknownType("xterm"))
      limit.rlim_cur = limit.rlim_max
      _ = unsafe setrlimit(resource, &limit)
      let sentence =
        "The terminal can't be used: this process has too many files open; its limit is 3 ('ulimit -n' changes it)."
      expectEqual(error.description, sentence)
    }
    expectEqual(DashboardError(.missingType).description, TerminalError.missingType.description)
  }
}
