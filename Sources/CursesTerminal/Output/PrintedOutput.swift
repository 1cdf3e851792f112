import CNcurses
import Dispatch
import Synchronization

/// How far the output of modules was passed on, for the threads that print.
public final class PrintedOutput: Sendable {
  private struct Progress {
    /// The number of bytes that were passed on.
    var passedOn = 0
    /// The threads that wait, each for a number of bytes.
    var waiting: [(bytes: Int, semaphore: DispatchSemaphore)] = []
    /// Whether a thread has waited in vain, and nothing was passed on since.
    var isStuck = false
    var isClosed = false
  }

  private let printed: @Sendable () -> Int
  private let wake: @Sendable () -> Void
  private let progress = Mutex(Progress())

  /// Creates an output to which nothing is ever printed: for a program without a terminal, as in a test.
  public convenience init() { self.init(printed: { 0 }, wake: {}) }

  /// - Parameters:
  ///   - printed: Returns the number of bytes printed so far, passed on or not. Called on any thread.
  ///   - wake: Makes the thread that passes output on look for more.
  package init(printed: @escaping @Sendable () -> Int, wake: @escaping @Sendable () -> Void) {
    (self.printed, self.wake) = (printed, wake)
  }

  /// Waits until everything that was printed before this call is passed on. Does not wait for what is printed later.
  ///
  /// Costs one system call if nothing was printed. Gives up after the limit; further calls then return at once until
  /// output is passed on again. Do not call it on the thread that passes output on.
  ///
  /// - Parameter milliseconds: The limit; `nil` to wait without one, whatever happened to other calls.
  /// - Returns: Whether there was anything to wait for.
  public func settle(withinMilliseconds milliseconds: Int? = 500) -> Bool {
    let semaphore = DispatchSemaphore(value: 0)
    let waits = progress.withLock { progress in
      guard !progress.isClosed, !progress.isStuck || milliseconds == nil, case let bytes = printed(),
        progress.passedOn < bytes
      else { return false }
      progress.waiting.append((bytes, semaphore))
      return true
    }
    guard waits else { return false }
    wake()
    let limit: DispatchTime = milliseconds.map { .now() + .milliseconds($0) } ?? .distantFuture
    guard semaphore.wait(timeout: limit) == .timedOut else { return true }
    progress.withLock { progress in
      let count = progress.waiting.count
      progress.waiting.removeAll { $0.semaphore === semaphore }
      if progress.waiting.count < count { progress.isStuck = true }
    }
    return true
  }

  /// Resumes the threads that wait for no more than so many bytes.
  package func didPassOn(_ bytes: Int) {
    progress.withLock { progress in
      guard progress.passedOn < bytes else { return }
      (progress.passedOn, progress.isStuck) = (bytes, false)
      progress.waiting.removeAll { waiting in
        guard waiting.bytes <= bytes else { return false }
        waiting.semaphore.signal()
        return true
      }
    }
  }

  /// Resumes all threads that wait. Nothing is passed on any more.
  func close() {
    progress.withLock { progress in
      progress.isClosed = true
      for waiting in progress.waiting { waiting.semaphore.signal() }
      progress.waiting = []
    }
  }

  /// The number of bytes that a pipe holds. Costs a system call.
  package static func unread(in descriptor: Int32) -> Int { Int(rollcall_unread_bytes(descriptor)) }
}
