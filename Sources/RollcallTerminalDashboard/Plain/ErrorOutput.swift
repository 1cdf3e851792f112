#if CommandLine
import Foundation
import Synchronization

/// Standard error. When the program was asked to end, nothing waits for its reader any more.
package enum ErrorOutput {
  private static let isHurried = Atomic(false)
  /// The time between two looks at `isHurried` while standard error is full, in milliseconds.
  private static let patience: Int32 = 100

  /// Decides whether texts are dropped, or wait, while standard error is full. By default they wait. A signal handler
  /// can call this if it was called before.
  package static func hurry(_ isHurried: Bool) { self.isHurried.store(isHurried, ordering: .relaxed) }

  /// Writes a text. Ignores errors.
  package static func write(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let isHurried = Self.isHurried.load(ordering: .relaxed)
      var device = pollfd(fd: STDERR_FILENO, events: Int16(POLLOUT), revents: 0)
      let found = unsafe poll(&device, 1, isHurried ? 0 : patience)
      if found == 0, isHurried { return }
      if found < 0, errno != EINTR { return }
      guard found > 0 else { continue }
      // Its reader has gone. A write would cause SIGPIPE, which macOS sends to the process, not to this thread.
      if Int32(device.revents) & (POLLERR | POLLHUP) != 0 { return }
      // A pipe takes this many bytes at once when it can be written.
      let count = unsafe rest.withUnsafeBytes {
        unsafe Foundation.write(STDERR_FILENO, $0.baseAddress, min($0.count, Int(PIPE_BUF)))
      }
      if count < 0, errno != EINTR, errno != EAGAIN { return }
      rest = rest.dropFirst(max(0, count))
    }
  }
}
#endif
