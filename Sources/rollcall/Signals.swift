#if CommandLine
import Foundation
import Recordings
import Synchronization
import TerminalDashboard

/// Limits the time that the program's end can take. A cleanup can hang, and when the system refuses a thread, Dispatch
/// asks for one again and again.
enum EndLimit {
  static func begin() {
    // Dispatch's threads have the default stack. Foundation needs one to invalidate a session.
    let hasThreads = RecorderThread.start(stackSize: nil) {} == nil
    // The parent may have ignored or blocked the signal, as a program does that starts others from a pool of threads.
    if hasThreads { signal(SIGALRM, giveUpWhatHangs) } else { signal(SIGALRM, giveUpWithoutThreads) }
    var own = sigset_t()
    unsafe sigemptyset(&own)
    unsafe sigaddset(&own, SIGALRM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
    alarm(hasThreads ? 10 : 1)
  }

  /// The modules are gone. What is left, such as output to a reader that takes its time, has no limit.
  static func end() { alarm(0) }
}

private func giveUpWhatHangs(by number: Int32) {
  giveUp(
    saying: """
      rollcall: gave up on the modules' cleanup after 10 s: a cleanup hangs, or the system refuses a thread.

      """)
}

private func giveUpWithoutThreads(by number: Int32) {
  giveUp(
    saying: """
      rollcall: gave up on the modules' cleanup: the system refuses this process another thread. 'ulimit -v' and \
      'ulimit -u' set the limit.

      """)
}

private func giveUp(saying sentence: StaticString) -> Never {
  // A full pipe would hold up the end.
  var device = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
  if unsafe poll(&device, 1, 0) > 0 { unsafe write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount) }
  _exit(Failure.Code.systemError.rawValue)
}

/// Deletes an unfinished file when a signal from outside ends the process. The signal still ends the process.
///
/// Tracks one file at a time: finish one before you begin the next.
enum Interruption {
  private static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// Creates a file, and deletes it if a signal ends the process later. Signals are blocked during the creation.
  ///
  /// - Parameters:
  ///   - begin: Creates the file.
  ///   - path: Returns the path of the unfinished file.
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

/// The address of the file's path, as a number: a signal handler must neither take a lock nor allocate.
private let unfinished = Atomic<UInt>(0)

/// The raised signal is blocked until the handler returns, and then ends the process.
private func takeAwayAndEnd(by number: Int32) {
  if let path = unsafe UnsafePointer<CChar>(bitPattern: unfinished.load(ordering: .acquiring)) { unsafe unlink(path) }
  signal(number, SIG_DFL)
  raise(number)
}
#endif
