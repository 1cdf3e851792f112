import Foundation

/// A thread for one job that waits for the disk: one of a pool might be needed elsewhere, or not be there.
package enum RecorderThread {
  fileprivate final class Job {
    let body: () -> Void

    init(_ body: @escaping () -> Void) { self.body = body }
  }

  /// Does something on a thread of its own, which ends with it. Signals don't reach it, so that a write is not broken off,
  /// and a file that may not grow is an error and not the process's end. Those of a crash do, so that it is reported as one.
  ///
  /// - Returns: The error's number when there is no thread to be had.
  package static func start(_ body: sending @escaping () -> Void) -> Int32? {
    let job = unsafe Unmanaged.passRetained(Job(body))
    var (all, before) = (sigset_t(), sigset_t())
    unsafe sigfillset(&all)
    for signal in [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV] { unsafe sigdelset(&all, signal) }
    // A thread begins with the signals blocked that are so where it is made.
    unsafe pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &before, nil) }
    let code = unsafe create(job.toOpaque())
    if code != 0 { unsafe job.release() }
    return code == 0 ? nil : code
  }

  private nonisolated static func create(_ job: UnsafeMutableRawPointer) -> Int32 {
    let attributes = UnsafeMutablePointer<pthread_attr_t>.allocate(capacity: 1)
    unsafe pthread_attr_init(attributes)
    defer {
      unsafe pthread_attr_destroy(attributes)
      unsafe attributes.deallocate()
    }
    unsafe pthread_attr_setdetachstate(attributes, Int32(PTHREAD_CREATE_DETACHED))
    // Values of JSON in each other are written by a function that calls itself.
    unsafe pthread_attr_setstacksize(attributes, 4 << 20)
    #if canImport(Darwin)
    unsafe pthread_attr_set_qos_class_np(attributes, QOS_CLASS_UTILITY, 0)
    var thread: pthread_t?
    #else
    var thread = pthread_t()
    #endif
    return unsafe pthread_create(&thread, attributes, recorderThreadMain, job)
  }
}

/// What the thread does.
private func recorderThreadMain(_ job: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  if let job = unsafe job { unsafe Unmanaged<RecorderThread.Job>.fromOpaque(job).takeRetainedValue().body() }
  return nil
}
