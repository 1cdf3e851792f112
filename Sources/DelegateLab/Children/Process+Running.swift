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

  /// Drops what it was given, once it has ended.
  ///
  /// On Linux a process that has run stays in memory: it and its run loop source hold each other. So at least its pipes
  /// and its environment go. Elsewhere it goes as a whole, and must not be changed any more.
  func dropWhatItHolds() {
    terminationHandler = nil
    #if !canImport(Darwin)
    environment = nil
    (standardOutput, standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    #endif
  }
}
