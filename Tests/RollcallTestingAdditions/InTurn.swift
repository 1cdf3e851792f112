import Synchronization
package import Testing

/// A suite waits until at most one other suite runs.
///
/// `swift test` starts all suites at once. Most need the main actor, and the time limit of a test counts while the test
/// waits for it. A suite with this trait waits first: the limits of its tests begin when it has its turn, and few
/// descriptors, processes and little memory are in use. A suite inside another has the turn of the outer one.
package struct InTurn: SuiteTrait, TestScoping {
  package let isRecursive = false
  @TaskLocal private static var hasTurn = false
  private static let turns = Turns(2)

  @concurrent package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @concurrent @Sendable () async throws -> Void
  ) async throws {
    guard !Self.hasTurn else { return try await function() }
    await Self.turns.take()
    defer { Self.turns.giveBack() }
    try await Self.$hasTurn.withValue(true) { try await function() }
  }
}

extension Trait where Self == InTurn {
  /// The suite waits for its turn. Its tests run one after the other with `.serialized`.
  package static var inTurn: Self { InTurn() }
}

/// A number of turns, given in the order in which they were asked for.
private final class Turns: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(_ count: Int) { state = Mutex(State(free: count)) }

  func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.free > 0 {
          state.free -= 1
        } else {
          state.waiting.append(continuation)
          return false
        }
        return true
      }
      if isFree { continuation.resume() }
    }
  }

  func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
