#if CommandLine
import Foundation
import Recordings
import Synchronization

/// How the program takes signals from outside.
enum SignalHandling {
  /// Has a signal handled, unless the process was started to survive it, as by nohup: then it goes on doing so.
  ///
  /// - Parameter handler: Must neither allocate nor take a lock.
  /// - Returns: Whether it is handled from now on.
  @discardableResult
  static func handle(_ number: Int32, by handler: sig_t?) -> Bool {
    let previous = signal(number, handler)
    guard unsafe unsafeBitCast(previous, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) else { return true }
    signal(number, SIG_IGN)
    return false
  }

  /// Has Control-\ end the process. Swift's own handler is there, which shows where the program is and waits for keys; it
  /// stays for a user who asks for that.
  static func quitAtOnce() { if unsafe getenv("SWIFT_BACKTRACE") == nil { handle(SIGQUIT, by: SIG_DFL) } }
}

/// Takes the first Control-C for a wish to come to an end soon. A second one ends the process as ever.
struct StopRequest {
  private let isTaken: Bool

  init() {
    isStopWanted.store(false, ordering: .relaxed)
    isTaken = SignalHandling.handle(SIGINT, by: wishToStop)
  }

  /// From here on Control-C ends the process again.
  func end() { if isTaken { signal(SIGINT, SIG_DFL) } }

  /// Whether there was one.
  var isMade: Bool { isStopWanted.load(ordering: .relaxed) }
}

private let isStopWanted = Atomic(false)

private func wishToStop(by number: Int32) {
  isStopWanted.store(true, ordering: .relaxed)
  signal(number, SIG_DFL)
}

/// The time that the program's end may take, at whose end the process ends: a cleanup may hang, and where the system refuses
/// a thread, Dispatch asks for one again and again.
enum EndLimit {
  static func begin() {
    let hasThreads = RecorderThread.start {} == nil
    if hasThreads {
      SignalHandling.handle(SIGALRM, by: giveUpWhatHangs)
    } else {
      SignalHandling.handle(SIGALRM, by: giveUpWithoutThreads)
    }
    alarm(hasThreads ? 10 : 1)
  }
}

private func giveUpWhatHangs(by number: Int32) {
  giveUp(
    saying: """
      rollcall: the modules' cleanup took more than 10 s and was given up: one hangs, or the system refuses a thread.

      """)
}

private func giveUpWithoutThreads(by number: Int32) {
  giveUp(
    saying: """
      rollcall: the modules' cleanup was given up: the system refuses this process another thread. 'ulimit -v' and \
      'ulimit -u' limit that.

      """)
}

private func giveUp(saying sentence: StaticString) -> Never {
  unsafe write(STDERR_FILENO, sentence.utf8Start, sentence.utf8CodeUnitCount)
  _exit(Failure.Code.systemError.rawValue)
}

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
