#if CommandLine
import CursesTerminal

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Reads lines from a descriptor, and can be woken meanwhile. Used by one thread.
struct LineInput {
  /// What came.
  enum News: Equatable {
    case line(String)
    /// There are no more lines.
    case end
    /// Somebody called `wake()`.
    case woken
  }

  /// Bytes of one line; a longer one is given in pieces.
  static let maximumLength = 1 << 20

  private let descriptor: Int32
  private let waker: TerminalWaker
  private var pending: [UInt8] = []
  /// How many of the pending bytes are known to have no end of a line among them.
  private var searched = 0
  private var hasEnded = false

  /// - Parameters:
  ///   - descriptor: Where lines come from.
  ///   - waker: What wakes it.
  init(descriptor: Int32, waker: TerminalWaker) {
    self.descriptor = descriptor
    self.waker = waker
  }

  /// Waits for what comes next.
  ///
  /// - Parameter takesLines: Whether lines are wanted; they wait otherwise, and so does the end.
  mutating func next(takesLines: Bool) -> News {
    while true {
      if takesLines {
        if let line = takeLine() { return .line(line) }
        if hasEnded { return .end }
      }
      var descriptors = [
        pollfd(fd: waker.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: takesLines ? descriptor : -1, events: Int16(POLLIN), revents: 0),
      ]
      guard unsafe poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else {
        // Whoever can't be waited for can't be heard either, and asking again at once would only use the processor.
        if errno == EINTR || errno == EAGAIN { continue }
        return .end
      }
      if descriptors[0].revents != 0 {
        waker.rearm()
        return .woken
      }
      if descriptors[1].revents != 0 { readMore() }
    }
  }

  private mutating func readMore() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &chunk, chunk.count)
    if count > 0 {
      pending += chunk.prefix(count)
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      hasEnded = true
    }
  }

  private mutating func takeLine() -> String? {
    let end = pending[searched...].firstIndex(of: UInt8(ascii: "\n"))
    searched = pending.count
    let isWhole = end != nil || pending.count >= Self.maximumLength || hasEnded && !pending.isEmpty
    guard isWhole else { return nil }
    let line = String(decoding: pending[..<(end ?? pending.count)], as: UTF8.self)
    pending.removeFirst(end.map { $0 + 1 } ?? pending.count)
    searched = 0
    return line.last == "\r" ? String(line.dropLast()) : line
  }
}
#endif
