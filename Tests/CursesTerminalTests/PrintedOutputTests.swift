import Synchronization
import Testing

@testable import CursesTerminal

/// A thread that has printed waits for its own output only.
@Suite(.timeLimit(.minutes(10))) struct PrintedOutputTests {
  /// Counts what is printed and how often the reading thread is woken.
  private final class Counts: Sendable {
    let printed = Atomic(0)
    let wakes = Atomic(0)
  }

  @Test func nothingPrintedMeansNoWait() {
    let counts = Counts()
    let output = PrintedOutput(
      printed: { counts.printed.load(ordering: .relaxed) }, wake: { counts.wakes.add(1, ordering: .relaxed) })
    #expect(!output.settle())
    counts.printed.store(10, ordering: .relaxed)
    output.didPassOn(10)
    #expect(!output.settle())
    #expect(counts.wakes.load(ordering: .relaxed) == 0)
  }

  /// The reading thread passes on what was there, while more arrives than it can read.
  @Test func laterOutputIsNotWaitedFor() throws {
    let counts = Counts()
    let passedOn = Mutex<PrintedOutput?>(nil)
    // The limit is the test's time limit.
    let output = PrintedOutput(
      printed: { counts.printed.add(5, ordering: .relaxed).newValue },
      wake: {
        let seen = counts.printed.load(ordering: .relaxed)
        counts.printed.add(1_000, ordering: .relaxed)
        passedOn.withLock { $0 }?.didPassOn(seen)
      })
    passedOn.withLock { $0 = output }
    for _ in 1...100 { #expect(output.settle(withinMilliseconds: 600_000)) }
    passedOn.withLock { $0 = nil }
  }

  @Test func aReadingThreadThatIsStuckIsWaitedForOnce() {
    let counts = Counts()
    let output = PrintedOutput(printed: { 10 }, wake: { counts.wakes.add(1, ordering: .relaxed) })
    #expect(output.settle(withinMilliseconds: 1))
    for _ in 1...100 { #expect(!output.settle(withinMilliseconds: 600_000)) }
    #expect(counts.wakes.load(ordering: .relaxed) == 1)
    output.didPassOn(5)
    #expect(output.settle(withinMilliseconds: 1))
    #expect(counts.wakes.load(ordering: .relaxed) == 2)
  }
}
