import CNcurses
import Dispatch
import Synchronization

/// The output that is printed while the screen is up, for the threads that print.
public final class PrintedOutput: Sendable {
  private let reading: Int32
  private let waker: TerminalWaker
  private let waiting = Mutex<[DispatchSemaphore]>([])
  private let isClosed = Atomic(false)

  /// Creates an output to which nothing is ever printed: for a program without a terminal, as in a test.
  public init() {
    reading = -1
    waker = TerminalWaker()
  }

  init(reading: Int32, waker: TerminalWaker) {
    self.reading = reading
    self.waker = waker
  }

  /// Waits until the program has received every line that was printed before this call.
  ///
  /// Costs one system call if nothing was printed. Gives up after half a second. Do not call it on the terminal's
  /// thread.
  ///
  /// - Returns: Whether there was anything to wait for.
  public func settle() -> Bool {
    guard !isClosed.load(ordering: .relaxed), hasUnread else { return false }
    let semaphore = DispatchSemaphore(value: 0)
    waiting.withLock { $0.append(semaphore) }
    waker.wake()
    _ = semaphore.wait(timeout: .now() + .milliseconds(500))
    return true
  }

  /// Resumes the waiting threads if everything has been read.
  func didRead() {
    guard !hasUnread else { return }
    let semaphores = waiting.withLock { waiting in
      defer { waiting = [] }
      return waiting
    }
    for semaphore in semaphores { semaphore.signal() }
  }

  func close() { isClosed.store(true, ordering: .relaxed) }

  private var hasUnread: Bool { rollcall_unread_bytes(reading) > 0 }
}
