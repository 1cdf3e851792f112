import Foundation

extension Process {
  /// Starts the process with no signal blocked.
  ///
  /// Threads of the concurrency runtime block most signals. A child would inherit the mask, and `kill` could not end
  /// it.
  func runWithAllSignals() throws { try run(blocking: nil) }

  /// Starts the process with one signal blocked, or with none.
  func run(blocking number: Int32?) throws {
    var (mask, before) = (sigset_t(), sigset_t())
    _ = unsafe sigemptyset(&mask)
    if let number { _ = unsafe sigaddset(&mask, number) }
    _ = unsafe pthread_sigmask(SIG_SETMASK, &mask, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }

  /// Runs the process from its start to its end.
  func runToEnd() async throws {
    try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
      terminationHandler = { _ in continuation.resume() }
      do {
        try runWithAllSignals()
      } catch {
        terminationHandler = nil
        continuation.resume(throwing: error)
      }
    }
  }
}
