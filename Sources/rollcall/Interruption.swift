#if CommandLine
import Foundation
import Synchronization

/// Takes a file away that is not whole when a signal from outside ends the process, which it does all the same.
///
/// A file at a time: who begins another has finished with the one before.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Begins a file, and has it taken away from now on; a signal that comes meanwhile waits for that.
  ///
  /// - Parameters:
  ///   - begin: Makes the file.
  ///   - path: Where it is until it is whole.
  static func undoing<Result>(_ begin: () throws -> Result, at path: (Result) -> String) rethrows -> Result {
    var (blocked, before) = (sigset_t(), sigset_t())
    unsafe sigemptyset(&blocked)
    for number in signals { unsafe sigaddset(&blocked, number) }
    unsafe pthread_sigmask(SIG_BLOCK, &blocked, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let result = try begin()
    let copy = unsafe strdup(path(result))
    unfinished.store(UInt(bitPattern: copy), ordering: .releasing)
    for number in signals { SignalHandling.handle(number, by: takeAwayAndEnd) }
    return result
  }
}

/// The path of the file, as a number: a signal handler can take no lock, and must not allocate.
private let unfinished = Atomic<UInt>(0)

/// The signal stays blocked until the handler has returned, and ends the process then.
private func takeAwayAndEnd(by number: Int32) {
  if let path = unsafe UnsafePointer<CChar>(bitPattern: unfinished.load(ordering: .acquiring)) { unsafe unlink(path) }
  signal(number, SIG_DFL)
  raise(number)
}
#endif
