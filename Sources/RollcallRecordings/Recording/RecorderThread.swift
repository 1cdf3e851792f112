import Foundation
import ModuleLifecycle
import Synchronization

/// A separate thread for a job that waits for the disk or for a reader. A thread of a pool might be needed elsewhere or be
/// unavailable. Every call of the system about threads and signals is here. The system uses the addresses that it gets
/// only during the call, and a new thread gets a number instead of one.
package enum RecorderThread {
  /// A closure that was sent here. The thread that takes it out of `jobs` calls it, under a lock that no other thread
  /// wants.
  fileprivate final class Job: Sendable {
    let body: Mutex<() -> Void>

    init(_ body: sending @escaping () -> Void) { self.body = Mutex(body) }
  }

  /// The jobs whose threads have not begun, by number. A new thread gets only the number.
  private static let jobs = Locked<(last: Int, waiting: [Int: Job])>((0, [:]))

  /// Makes a write beyond the limit on the size of files (`ulimit -f`) fail instead of ending the process: SIGXFSZ is
  /// ignored from now on, unless the process handles it. Child processes inherit that.
  package static func sizeLimitCausesError() {
    var present = sigaction()
    #if canImport(Darwin)
    let isDefault = unsafe sigaction(SIGXFSZ, nil, &present) == 0 && present.__sigaction_u.__sa_handler == nil
    #else
    let isDefault = unsafe sigaction(SIGXFSZ, nil, &present) == 0 && present.__sigaction_handler.sa_handler == nil
    #endif
    if isDefault { signal(SIGXFSZ, SIG_IGN) }
  }

  /// Runs a closure on a new thread, which ends with it. Signals are blocked on that thread: they can't interrupt a
  /// write. Crash signals are not blocked, so that a crash is reported as one.
  ///
  /// The default stack is large enough for the recursive function that writes nested JSON values.
  ///
  /// - Parameters:
  ///   - stackSize: The size of its stack in bytes; `nil` for the system's default.
  ///   - body: The closure.
  /// - Returns: `nil`, or the error number if the system has no thread.
  package static func start(stackSize: Int? = 4 << 20, _ body: sending @escaping () -> Void) -> Int32? {
    let job = Job(body)
    let number = jobs.withLock { jobs in
      jobs.last += 1
      jobs.waiting[jobs.last] = job
      return jobs.last
    }
    // A new thread inherits the blocked signals of the thread that creates it.
    let code = withBlockedSignals(except: [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV]) {
      create(number, stackSize)
    }
    if code != 0 { _ = take(number) }
    return code == 0 ? nil : code
  }

  /// Runs a closure while signals to this thread wait.
  static func withBlockedSignals<Result>(except allowed: [Int32] = [], _ body: () -> Result) -> Result {
    var (blocked, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&blocked)
    for signal in allowed { unsafe sigdelset(&blocked, signal) }
    unsafe pthread_sigmask(SIG_SETMASK, &blocked, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    return body()
  }

  private static func create(_ number: Int, _ stackSize: Int?) -> Int32 {
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    // The number takes the place of an address, which no code follows.
    let argument = unsafe UnsafeMutableRawPointer(bitPattern: number)
    return unsafe withUnsafeTemporaryAllocation(of: pthread_attr_t.self, capacity: 1) { room in
      guard let attributes = room.baseAddress, unsafe pthread_attr_init(attributes) == 0 else { return ENOMEM }
      defer { unsafe pthread_attr_destroy(attributes) }
      unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
      if let stackSize { unsafe pthread_attr_setstacksize(attributes, stackSize) }
      return unsafe pthread_create(&thread, attributes, { unsafe recorderThreadMain($0) }, argument)
    }
  }

  fileprivate static func take(_ number: Int) -> Job? { jobs.withLock { $0.waiting.removeValue(forKey: number) } }
}

/// The argument is optional on Linux, and not on macOS.
private func recorderThreadMain(_ number: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  RecorderThread.take(Int(bitPattern: number))?.body.withLock { $0() }
  return nil
}
