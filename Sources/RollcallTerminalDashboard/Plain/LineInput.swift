#if CommandLine
import RollcallCursesTerminal
import Foundation
import RollcallTextFormatting

/// Reads lines from a descriptor, and can be woken meanwhile. Use it from one thread only.
struct LineInput {
  /// What has arrived.
  enum News: Equatable {
    case line(String)
    /// A line that is too long, and was skipped.
    case tooLong
    /// The end of the input, or of the interest in what is written.
    case end
    case woken
  }

  /// The maximum length of a line that a user types, in bytes. A longer one is returned in pieces.
  static let maximumLength = 1 << 20

  private let descriptor: Int32
  private let waker: TerminalWaker
  private let watched: Int32
  private var lines: LineSplitter
  private var hasEnded = false

  /// - Parameters:
  ///   - descriptor: The source of the lines; -1 for none.
  ///   - limit: The maximum length of a line, in bytes, with which longer ones are skipped.
  ///   - watched: A pipe to which the program writes; -1 for none. When its reader has gone, the input ends.
  init(descriptor: Int32, waker: TerminalWaker, limit: Int? = nil, watching watched: Int32 = -1) {
    (self.descriptor, self.waker, self.watched) = (descriptor, waker, watched)
    lines = LineSplitter(limit: limit ?? Self.maximumLength, cutsLongLines: limit == nil)
  }

  /// Waits for a line, the end of the input, or a wake-up.
  ///
  /// - Parameter takesLines: Whether to return lines. If not, the lines and the end of the input stay pending.
  mutating func next(takesLines: Bool) -> News {
    while true {
      if takesLines {
        if let line = takeLine() { return line }
        if hasEnded { return .end }
      }
      var descriptors = [
        pollfd(fd: waker.reading, events: Int16(POLLIN), revents: 0),
        pollfd(fd: takesLines ? descriptor : -1, events: Int16(POLLIN), revents: 0),
        pollfd(fd: watched, events: 0, revents: 0),
      ]
      guard unsafe poll(&descriptors, nfds_t(descriptors.count), -1) > 0 else {
        // An input that can't be polled can't be read either. Retrying would only use the processor.
        if errno == EINTR || errno == EAGAIN { continue }
        return .end
      }
      if descriptors[0].revents != 0 {
        waker.rearm()
        return .woken
      }
      if Int32(descriptors[2].revents) & (POLLERR | POLLHUP) != 0 { return .end }
      if descriptors[1].revents != 0 { readMore() }
    }
  }

  private mutating func readMore() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = unsafe read(descriptor, &chunk, chunk.count)
    if count > 0 {
      lines.add(chunk.prefix(count))
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      hasEnded = true
    }
  }

  private mutating func takeLine() -> News? {
    var bytes: [UInt8]
    switch lines.next() {
    case .bytes(let line)?: bytes = line
    case .tooLong?: return .tooLong
    case nil:
      let isTooLong = lines.isAtLongLine
      guard hasEnded, case let rest = lines.takeRest(), isTooLong || !rest.isEmpty else { return nil }
      if isTooLong { return .tooLong }
      bytes = rest
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return .line(String(decoding: bytes, as: UTF8.self))
  }
}
#endif
