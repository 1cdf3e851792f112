import CNcurses
import Synchronization

/// Wakes the terminal's thread from any other.
///
/// Calls before the thread gets to it become one event, so waking often is cheap: a call that finds the thread already
/// woken is one atomic exchange, another one writes a byte.
public final class TerminalWaker: Sendable {
  package let reading: Int32
  private let writing: Int32
  private let isPending = Atomic(false)

  /// Makes a waker for a program without a terminal, as in a test; another comes with the `TerminalContext`.
  public init() {
    var reading: Int32 = -1
    var writing: Int32 = -1
    _ = unsafe rollcall_open_pipe(&reading, &writing, 1)
    self.reading = reading
    self.writing = writing
  }

  /// Whether the system had a pipe for it.
  var isUsable: Bool { reading >= 0 }

  deinit {
    rollcall_close(reading)
    rollcall_close(writing)
  }

  /// Has the program handle `woken` soon. Safe on any thread; never blocks.
  public func wake() {
    guard !isPending.exchange(true, ordering: .sequentiallyConsistent) else { return }
    rollcall_write_byte(writing)
  }

  /// Makes the waker ready for the next call; to be called before the program looks at what happened.
  package func rearm() {
    rollcall_empty_pipe(reading)
    isPending.store(false, ordering: .sequentiallyConsistent)
  }
}
