#if ROLLCALL_LOCK_ORDER
import Foundation
import Testing
import RollcallTestingAdditions

@testable import ModuleLifecycle

/// A build that checks the order of locks stops at one that is out of order, and at code of the application under a lock.
@Suite(.inTurn, .serialized, .timeLimit(.minutes(10))) struct LockOrderTests {
  private func complaint(_ result: ExitTest.Result?) throws -> String {
    let output = try String(decoding: #require(result).standardErrorContent, as: UTF8.self)
    return output.split(separator: "\n").first { $0.contains("Fatal error: ") }.map {
      String($0.drop { $0 != " " }.dropFirst())
    } ?? output
  }

  @Test func locksAreTakenInOrder() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      // Without a backtrace.
      for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
      let bag = Locked(0, .bag)
      let last = Locked(0)
      bag.withLock { _ in last.withLock { _ in } }
      last.withLock { _ in }
      last.withLock { _ in bag.withLock { _ in } }
    }
    try expectEqual(complaint(result), "Fatal error: A lock (bag) is taken under another one (last).")
  }

  @Test func twoOfAKindAreNotTakenTogether() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
      let one = Locked(0, .owner)
      let two = Locked(0, .owner)
      one.withLock { _ in two.withLock { _ in } }
    }
    try expectEqual(complaint(result), "Fatal error: A lock (owner) is taken under another one (owner).")
  }

  @Test func anApplicationsClockIsReadUnderNoLock() async throws {
    let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      for number in [SIGILL, SIGTRAP] { signal(number, SIG_DFL) }
      let journal = Journal()
      Locked(0).withLock { $0 = Int(journal.now) }
    }
    try expectEqual(complaint(result), "Fatal error: Code of the application is called under a lock (last).")
  }
}
#endif
