import Foundation

extension Process {
  /// Starts the process with no signal blocked.
  ///
  /// A child inherits the signals that the starting thread blocks, and the concurrency runtime's threads block most.
  func runWithoutBlockedSignals() throws {
    var (none, before) = (sigset_t(), sigset_t())
    _ = unsafe sigemptyset(&none)
    _ = unsafe pthread_sigmask(SIG_SETMASK, &none, &before)
    defer { _ = unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    try run()
  }

  /// Releases the resources of a process that has ended.
  ///
  /// On Linux, a process that has run stays in memory: it and its run loop source hold each other. This releases at
  /// least its pipes and its environment. Elsewhere, it is released as a whole, and must not be changed after its end.
  func dropWhatItHolds() {
    terminationHandler = nil
    #if !canImport(Darwin)
    environment = nil
    (standardOutput, standardError) = (FileHandle.nullDevice, FileHandle.nullDevice)
    #endif
  }
}
