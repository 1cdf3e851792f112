import CursesTerminal
import Dispatch
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
        DashboardEnd(programName: "test", running: CompositeDelegate().running)
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
      let end = DashboardEnd(programName: "test", running: running) { done.resume(returning: $0) }
      // Nobody waits for it, as when the main thread is held up.
      DispatchQueue.global().async { end.finish(.quit, status: 64) }
    }
    #expect(status == 64)
  }
}
