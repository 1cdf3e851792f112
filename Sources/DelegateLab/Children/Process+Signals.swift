import Foundation

extension Process {
  /// Starts the process with no signal blocked.
  ///
  /// A child inherits the signals that the starting thread blocks, and threads of the concurrency runtime block most.
  func runWithoutBlockedSignals() throws {
    var (none, before) = (sigset_t(), sigset_t())
    _ = unsafe sigemptyset(&none)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }
}
