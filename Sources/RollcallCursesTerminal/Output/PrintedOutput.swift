import RollcallTextFormatting
import Synchronization

/// Passes on what is printed into a pipe, line by line. Any thread can pass on what has been printed so far: one that
/// waits for the pipe, and one that wants its own output to be passed on now.
public final class PrintedOutput: Sendable {
  private struct State {
    var lines: LineSplitter
    var isClosed = false
  }

  private let read: @Sendable () -> [UInt8]
  private let take: @Sendable ([[UInt8]]) -> Void
  private let state: Mutex<State>

  /// Creates an output to which nothing is ever printed: for a program without a terminal, as in a test.
  public convenience init() { self.init(longestLine: 4, read: { [] }, take: { _ in }) }

  /// - Parameters:
  ///   - longestLine: The length, in bytes, from which a line is passed on in pieces.
  ///   - read: Returns what the pipe holds, without waiting.
  ///   - take: Called on any thread with lines, one thread at a time.
  package init(
    longestLine: Int, read: @escaping @Sendable () -> [UInt8], take: @escaping @Sendable ([[UInt8]]) -> Void
  ) {
    (self.read, self.take) = (read, take)
    state = Mutex(State(lines: LineSplitter(limit: longestLine, cutsLongLines: true)))
  }

  /// Passes on the lines that were printed before this call. Does not wait for what is printed later.
  ///
  /// - Returns: Whether the pipe held anything.
  @discardableResult public func passOn() -> Bool { state.withLock { passOn(&$0) } }

  /// Passes on what was printed before this call, also a last line without a line break.
  package func finish() {
    state.withLock { state in
      passOn(&state)
      let rest = state.lines.takeRest()
      if !rest.isEmpty { take([rest]) }
    }
  }

  /// Passes on the lines that were printed so far. From then on, the pipe is not read any more: it may be closed.
  package func close() {
    state.withLock { state in
      passOn(&state)
      state.isClosed = true
    }
  }

  @discardableResult private func passOn(_ state: inout State) -> Bool {
    guard !state.isClosed, case let bytes = read(), !bytes.isEmpty else { return false }
    state.lines.add(bytes[...])
    var whole: [[UInt8]] = []
    while case .bytes(let line)? = state.lines.next() { whole.append(line) }
    if !whole.isEmpty { take(whole) }
    return true
  }
}
