#if CommandLine
import Foundation

/// Limits the time that the program's end can take when the system refuses a thread: Dispatch then asks for one again and
/// again, and `ShutDownWatch` has none to end the process.
enum EndLimit {
  static func begin() {
    signal(SIGALRM, giveUp)
    // The parent may have blocked the signal, as a program does that starts others from a pool of threads.
    var own = sigset_t()
    unsafe sigemptyset(&own)
    unsafe sigaddset(&own, SIGALRM)
    unsafe pthread_sigmask(SIG_UNBLOCK, &own, nil)
    alarm(12)
  }

  /// The modules are gone. What is left, such as output to a reader that takes its time, has no limit.
  static func end() { alarm(0) }
}

private func giveUp(by number: Int32) {
  let sentence: StaticString = """
    rollcall: gave up on the modules' cleanup after 12 s: the system refuses a thread; 'ulimit -v' and 'ulimit -u' set \
    the limit.

    """
  // A full pipe would hold up the end.
  var device = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
  if unsafe poll(&device, 1, 0) > 0 { unsafe write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount) }
  _exit(Failure.Code.systemError.rawValue)
}
#endif
