import Foundation
import ModuleLifecycle
import RollcallRecordings
import RollcallTextFormatting

/// One end of a line channel. Every method is called on the channel's thread, which keeps the object alive until it
/// ends.
protocol LineEnd: AnyObject, Sendable {
  /// Returns the text to write next. An empty text means nothing for now: it is called again when the channel is woken,
  /// or has waited. `nil` ends the channel.
  func fill() -> String?
  /// Receives a line without its line break; `nil` for one that is too long.
  func take(_ line: [UInt8]?)
  /// Called when the channel has ended. Nothing more is read or written.
  func ended()
  /// Called before each wait.
  func tick()
  /// Whether to abandon text that can't be written. Asked once a second.
  var givesUp: Bool { get }
  /// The longest wait once everything is written, in milliseconds; -1 for no limit.
  var pause: Int32 { get }
}

extension LineEnd {
  func tick() {}
  var givesUp: Bool { false }
}

/// Reads and writes lines on a socket, on its own thread. Owns the socket, and closes it when stopped or when the peer
/// closes it.
final class LineChannel: Sendable {
  private struct State: Sendable {
    var isStopped = false
    /// The descriptor to write a byte to in order to wake the thread.
    var waker: Int32?
  }

  private let socket: Int32
  private let limit: Int
  private let readsWhileWriting: Bool
  private let state = Locked(State())

  /// - Parameters:
  ///   - limit: The maximum length of a line, in bytes. Longer lines are skipped and never held in memory.
  ///   - readsWhileWriting: Whether to keep reading while text can't be written. If not, a peer that sends requests
  ///     without reading has to wait.
  init(_ socket: Int32, limit: Int, readsWhileWriting: Bool) {
    (self.socket, self.limit, self.readsWhileWriting) = (socket, limit, readsWhileWriting)
  }

  /// Starts the thread. Call it once. If it fails, the socket is closed.
  func start(_ end: any LineEnd) throws(InspectionError) {
    guard let (reading, writing) = SystemCalls.openPipe() else { throw failed(errno, closing: []) }
    for descriptor in [reading, writing, socket] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | Int32(O_NONBLOCK))
    }
    state.withLock { $0.waker = writing }
    let code = RecorderThread.start { [self] in
      run(reading, end)
      state.withLock { $0.waker = nil }
      for descriptor in [reading, writing, socket] { close(descriptor) }
      end.ended()
    }
    guard let code else { return }
    state.withLock { $0.waker = nil }
    throw failed(code, closing: [reading, writing])
  }

  private func failed(_ code: Int32, closing others: [Int32]) -> InspectionError {
    for descriptor in others + [socket] { close(descriptor) }
    return InspectionError(code: code)
  }

  /// Wakes the thread to ask for more text to write.
  func wake() {
    state.withLock { if let waker = $0.waker { SystemCalls.wake(waker) } }
  }

  /// Stops the channel. Unwritten text is lost.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  private func run(_ waker: Int32, _ end: any LineEnd) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var lines = LineSplitter(limit: limit)
    var unwritten: ArraySlice<UInt8> = []
    /// Reads what is available. Returns whether there was anything, or `nil` if nothing more can arrive.
    func readSome() -> Bool? {
      let count = SystemCalls.read(socket, into: &chunk)
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return nil }
      lines.add(chunk.prefix(max(0, count)))
      while let line = lines.next() {
        if case .bytes(let bytes) = line { end.take(bytes) } else { end.take(nil) }
      }
      // A peer whose writes are held back need not send the rest of a line that is too long.
      if !readsWhileWriting, lines.isAtLongLine { end.take(nil) }
      return count > 0
    }
    while !state.withLock(\.isStopped) {
      if unwritten.isEmpty {
        guard let text = end.fill() else { return }
        unwritten = Array(text.utf8)[...]
      }
      let reads = unwritten.isEmpty || readsWhileWriting
      var polled = [
        pollfd(fd: socket, events: Int16((reads ? POLLIN : 0) | (unwritten.isEmpty ? 0 : POLLOUT)), revents: 0),
        pollfd(fd: waker, events: Int16(POLLIN), revents: 0),
      ]
      end.tick()
      SystemCalls.wait(for: &polled, unwritten.isEmpty ? end.pause : 1_000)
      if !unwritten.isEmpty, end.givesUp { return }
      if polled[1].revents != 0 { while SystemCalls.read(waker, into: &chunk) == chunk.count {} }
      let found = Int32(polled[0].revents)
      var isBroken = found & (POLLERR | POLLNVAL) != 0
      if found & POLLOUT != 0, !isBroken {
        let count = SystemCalls.send(unwritten, to: socket)
        isBroken = count < 0 && errno != EAGAIN && errno != EINTR
        unwritten = unwritten.dropFirst(max(0, count))
      }
      if isBroken {
        // The peer's last lines may say why it has closed the connection.
        while readSome() == true {}
        return
      }
      if found & (POLLIN | POLLHUP) != 0, readSome() == nil { return }
    }
  }
}
