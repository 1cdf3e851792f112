import CInspection
import Foundation
import ModuleLifecycle
import Recordings
import TextFormatting

/// What a channel of lines is for. All of it is done on the channel's thread, which keeps it until its end.
protocol LineEnd: AnyObject, Sendable {
  /// Gives what is to be written next; nothing, and it is asked again when the channel is woken, or has waited. `nil`
  /// ends the channel.
  func fill() -> String?
  /// Takes a line without its end; `nil` for one that is too long.
  func take(_ line: [UInt8]?)
  /// Nothing more comes, and nothing more is written.
  func ended()
  /// Called before each wait.
  func tick()
  /// Whether what was given and can't be written is given up; asked once a second.
  var givesUp: Bool { get }
  /// How long to wait at most where all is written, in milliseconds; -1 for as long as it takes.
  var pause: Int32 { get }
}

extension LineEnd {
  func tick() {}
  var givesUp: Bool { false }
}

/// Lines that come and go through a socket, on a thread of their own. It owns the socket, and closes it at its end: when
/// it is closed from the other side, or when it is stopped.
final class LineChannel: Sendable {
  private struct State: Sendable {
    var isStopped = false
    /// Where to write a byte that wakes the thread.
    var waker: Int32?
  }

  private let socket: Int32
  private let limit: Int
  private let readsWhileWriting: Bool
  private let state = Locked(State())

  /// - Parameters:
  ///   - limit: The most bytes of a line; longer ones are read past, and never held.
  ///   - readsWhileWriting: Whether to read on while what was given can't be written. If not, an end that asks and does not
  ///     read has to wait.
  init(_ socket: Int32, limit: Int, readsWhileWriting: Bool) {
    (self.socket, self.limit, self.readsWhileWriting) = (socket, limit, readsWhileWriting)
  }

  /// Begins; to be called once. Where it can't, the socket is closed.
  func start(_ end: any LineEnd) throws(InspectionError) {
    var waker: [Int32] = [-1, -1]
    guard unsafe rollcall_pipe(&waker) == 0 else { throw failed(errno, closing: []) }
    for descriptor in waker + [socket] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | Int32(O_NONBLOCK))
    }
    let (reading, writing) = (waker[0], waker[1])
    state.withLock { $0.waker = writing }
    let code = RecorderThread.start { [self] in
      run(reading, end)
      state.withLock { $0.waker = nil }
      for descriptor in [reading, writing, socket] { close(descriptor) }
      end.ended()
    }
    guard let code else { return }
    state.withLock { $0.waker = nil }
    throw failed(code, closing: waker)
  }

  private func failed(_ code: Int32, closing others: [Int32]) -> InspectionError {
    for descriptor in others + [socket] { close(descriptor) }
    return InspectionError(code: code)
  }

  /// Has the thread ask for more to write.
  func wake() {
    state.withLock { state in
      var byte: UInt8 = 0
      if let waker = state.waker { _ = unsafe write(waker, &byte, 1) }
    }
  }

  /// Ends the channel; what was not written is not.
  func stop() {
    state.withLock { $0.isStopped = true }
    wake()
  }

  private func run(_ waker: Int32, _ end: any LineEnd) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var lines = LineSplitter(limit: limit)
    var unwritten: ArraySlice<UInt8> = []
    /// Takes what can be read now; whether there was something, and `nil` where nothing more can come.
    func readSome() -> Bool? {
      let count = unsafe read(socket, &chunk, chunk.count)
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return nil }
      lines.add(chunk.prefix(max(0, count)))
      while let line = lines.next() {
        if case .bytes(let bytes) = line { end.take(bytes) } else { end.take(nil) }
      }
      // An end that has to wait for its turn need not send the rest of what is too long.
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
      _ = unsafe poll(&polled, 2, unwritten.isEmpty ? end.pause : 1_000)
      if !unwritten.isEmpty, end.givesUp { return }
      if polled[1].revents != 0 { while unsafe read(waker, &chunk, chunk.count) == chunk.count {} }
      let found = Int32(polled[0].revents)
      var isBroken = found & (POLLERR | POLLNVAL) != 0
      if found & POLLOUT != 0, !isBroken {
        let count = unsafe unwritten.withUnsafeBytes { unsafe write(socket, $0.baseAddress, $0.count) }
        isBroken = count < 0 && errno != EAGAIN && errno != EINTR
        unwritten = unwritten.dropFirst(max(0, count))
      }
      if isBroken {
        // The last that the other end has said may be why it has closed.
        while readSome() == true {}
        return
      }
      if found & (POLLIN | POLLHUP) != 0, readSome() == nil { return }
    }
  }
}
