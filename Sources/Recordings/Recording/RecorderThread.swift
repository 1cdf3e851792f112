import Foundation

/// A separate thread for a job that waits for the disk or for a reader. A thread of a pool might be needed elsewhere or be
/// unavailable.
package enum RecorderThread {
  fileprivate final class Job {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Runs a closure on a new thread, which ends with it. Signals are blocked on that thread: they can't interrupt a
  /// write, and a file-size limit causes an error instead of ending the process. Darwin sends the signal of that limit to
  /// the process: unless the process handles it, it is ignored from then on. Crash signals are not blocked, so that a
  /// crash is reported as one.
  ///
  /// The default stack is large enough for the recursive function that writes nested JSON values.
  ///
  /// - Parameters:
  ///   - stackSize: The size of its stack in bytes; `nil` for the system's default.
  ///   - body: The closure.
  /// - Returns: `nil`, or the error number if the system has no thread.
  package static func start(stackSize: Int? = 4 << 20, _ body: sending @escaping () -> Void) -> Int32? {
    #if canImport(Darwin)
    var present = sigaction()
    if unsafe sigaction(SIGXFSZ, nil, &present) == 0, unsafe present.__sigaction_u.__sa_handler == nil {
      signal(SIGXFSZ, SIG_IGN)
    }
    #endif
    let job = unsafe Unmanaged.passRetained(Job(body))
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { unsafe sigdelset(&all, signal) }
    // A new thread inherits the blocked signals of the thread that creates it.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let code = unsafe create(job.toOpaque(), stackSize)
    if code != 0 { unsafe job.release() }
    return code == 0 ? nil : code
  }

  private nonisolated static func create(_ job: UnsafeMutableRawPointer, _ stackSize: Int?) -> Int32 {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    if let stackSize { unsafe pthread_attr_setstacksize(attributes, stackSize) }
    #if canImport(Darwin)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    return unsafe pthread_create(&thread, attributes, { unsafe recorderThreadMain($0) }, job)
  }
}

/// The pointer that the thread gets: not optional on macOS.
private func recorderThreadMain(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let job = unsafe job { unsafe Unmanaged<RecorderThread.Job>.fromOpaque(job).takeRetainedValue().body() }
  return nil
}
