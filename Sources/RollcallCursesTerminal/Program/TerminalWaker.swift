import RollcallCTerminal
import Synchronization

/// Wakes the terminal's thread from any other thread.
///
/// Calls made before the thread handles them are combined into one event, so waking often is cheap. If the thread is
/// already woken, a call is one atomic exchange; otherwise it writes a byte.
public final class TerminalWaker: Sendable {
  package let reading: Int32
  private let writing: Int32
  private let isPending = Atomic(false)

  /// Creates a waker for a program without a terminal, as in a test. A `TerminalContext` has its own.
  public init() {
    var ends: (reading: Int32, writing: Int32) = (-1, -1)
    _ = unsafe rollcall_open_pipe(&ends.reading, &ends.writing, 1)
    (reading, writing) = ends
  }

  /// Whether the system could create a pipe.
  package var isUsable: Bool { reading >= 0 }

  deinit {
    rollcall_close(reading)
    rollcall_close(writing)
  }

  /// Makes the program handle `woken` soon. Safe on any thread; never blocks.
  public func wake() {
    guard !isPending.exchange(true, ordering: .sequentiallyConsistent) else { return }
    rollcall_write_byte(writing)
  }

  /// Makes the waker ready for the next call. Call it before the program checks what happened.
  package func rearm() {
    rollcall_empty_pipe(reading)
    isPending.store(false, ordering: .sequentiallyConsistent)
  }
}
