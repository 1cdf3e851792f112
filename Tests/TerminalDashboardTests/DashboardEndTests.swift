import CursesTerminal
import Dispatch
import Foundation
import ModuleLifecycle
import Synchronization
import Testing

@testable import TerminalDashboard

/// The end of a dashboard, with two threads of the tests' own in the places of main and terminal.
@Suite(.timeLimit(.minutes(10))) struct DashboardEndTests {
  /// Ends the tests' process if the main thread is not seen to go on, so a failure can't be overlooked.
  @Test func whoRunsTheDashboardGoesOnAndTheProcessLives() async {
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
            // Busy at first; then as a run loop is that returns again and again.
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
      #expect(seen == result)
      #expect(rounds.load(ordering: .relaxed) >= 1)
    }
  }

  @Test func aProcessThatHasToBeEndedSaysHowItWent() async {
    let running = await MainActor.run { CompositeDelegate().running }
    let status = await withCheckedContinuation { (done: CheckedContinuation<Int32, Never>) in
      let end = DashboardEnd(programName: "test", running: running, leavesHandlers: true) {
        done.resume(returning: $0)
      }
      // The main thread is held up, and does not wait for it.
      DispatchQueue.global().async { end.finish(.quit, status: 64) }
    }
    #expect(status == 64)
  }

  /// What stands behind `runDashboard()` in an application runs, however long its handler takes.
  @Test func anApplicationGoesOnWhenItsHandlerHasReturned() async {
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
        // It returns when it has not been accepted for a while.
        end.finish(.quit)
        announced.signal()
      }
    }
    #expect(seen == .quit)
  }

  /// A file can't be opened either to read what is known of a terminal.
  @Test func aProcessWithTooManyOpenFilesIsToldSo() async {
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
        "The terminal can't be used: this process has too many files open, of 3 that it may have; 'ulimit -n' sets that."
      #expect(error.description == sentence)
    }
    #expect(DashboardError(.missingType).description == TerminalError.missingType.description)
  }
}
