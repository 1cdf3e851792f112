/// How far an asynchronous launch has come, for code on any thread that waits for it or ends it.
final class LaunchProgress: Sendable {
  private enum Stage: Sendable {
    /// No launch has succeeded, and the latest one has not ended.
    case awaited
    case launched
    /// The latest launch has ended, for this reason.
    case ended(any Error)
  }

  private struct State: Sendable {
    var stage = Stage.awaited
    /// The launch that is under way.
    var task: Task<Void, any Error>?
    /// Reached when the stage is no longer `awaited`.
    var change = CleanupEnd()
  }

  private let state = Locked(State())

  /// Begins a launch.
  func begin(_ task: Task<Void, any Error>) {
    reset()
    state.withLock { $0.task = task }
  }

  /// Notes that a launch is possible again after one that has failed.
  func reset() {
    state.withLock { state in if case .ended = state.stage { state.stage = .awaited } }
  }

  /// Ends the launch, and tells the code that waits for it.
  ///
  /// - Parameter problem: Why it ended; `nil` if it has succeeded.
  func end(_ problem: (any Error)?) {
    let change = state.withLock { state -> CleanupEnd? in
      state.task = nil
      guard case .awaited = state.stage else { return nil }
      defer { state = State(stage: problem.map { .ended($0) } ?? .launched) }
      return state.change
    }
    change?.reach()
  }

  /// Cancels the launch, and tells the code that waits for it, even if it has not begun. Safe on any thread.
  func cancel() {
    let task = state.withLock(\.task)
    task?.cancel()
    end(CancellationError())
  }

  /// Waits until a launch has succeeded.
  ///
  /// - Throws: Why the latest launch has ended, or `CancellationError`.
  func wait() async throws {
    while true {
      try Task.checkCancellation()
      guard let change = try awaitedChange else { return }
      let end = CleanupEnd()
      let waiting = change.whenReached { end.reach() }
      await withTaskCancellationHandler {
        await end.wait()
      } onCancel: {
        end.reach()
      }
      change.forget(waiting)
    }
  }

  /// The next change of the stage; `nil` if there is nothing to wait for.
  private var awaitedChange: CleanupEnd? {
    get throws {
      try state.withLock { state in
        switch state.stage {
        case .awaited: state.change
        case .launched: nil
        case .ended(let problem): throw problem
        }
      }
    }
  }
}
