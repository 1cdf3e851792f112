#if CommandLine
import CursesTerminal
import Foundation
import TextFormatting

/// Reads lines from a descriptor, and can be woken meanwhile. Use it from one thread only.
struct LineInput {
  /// What has arrived.
  enum News: Equatable {
    case line(String)
    case end
    case woken
  }

  /// The maximum length of a line, in bytes. A longer one is returned in pieces.
  static let maximumLength = 1 << 20

  private let descriptor: Int32
  private let waker: TerminalWaker
  private var lines = LineSplitter(limit: maximumLength, cutsLongLines: true)
  private var hasEnded = false

  init(descriptor: Int32, waker: TerminalWaker) {
    self.descriptor = descriptor
    self.waker = waker
  }

  /// Waits for a line, the end of the input, or a wake-up.
  ///
  /// - Parameter takesLines: Whether to return lines. If not, the lines and the end of the input stay pending.
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
        // An input that can't be polled can't be read either. Retrying would only use the processor.
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
      lines.add(chunk.prefix(count))
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      hasEnded = true
    }
  }

  private mutating func takeLine() -> String? {
    var bytes: [UInt8]
    if case .bytes(let line)? = lines.next() {
      bytes = line
    } else {
      guard hasEnded, case let rest = lines.takeRest(), !rest.isEmpty else { return nil }
      bytes = rest
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
