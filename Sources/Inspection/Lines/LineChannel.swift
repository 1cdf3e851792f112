import CInspection
import Foundation
import ModuleLifecycle
import Recordings
import TextFormatting

/// Lines that come from one descriptor and go to another, on a thread of their own. It owns both, and closes them at its
/// end: when one of them is closed from the other side, or when it is stopped.
final class LineChannel: Sendable {
  /// What is done on the channel's thread.
  struct Ends: Sendable {
    /// Gives what is to be written next; nothing, and it is asked again when the channel is woken, or has waited. `nil`
    /// ends the channel.
    var fill: @Sendable () -> String?
    /// Takes a line without its end; `nil` for one that is too long.
    var take: @Sendable ([UInt8]?) -> Void
    /// Nothing more comes, and nothing more is written.
    var ended: @Sendable () -> Void
    /// Called before each wait.
    var tick: @Sendable () -> Void = {}
    /// Whether what was given and can't be written is given up; asked once a second.
    var givesUp: @Sendable () -> Bool = { false }
    /// How long to wait at most where all is written, in milliseconds; -1 for as long as it takes.
    var pause: @Sendable () -> Int32 = { -1 }
    /// Whether to read on while what was given can't be written. If not, an end that asks and does not read has to wait.
    var readsWhileWriting = true
  }

  private struct State: Sendable {
    var isStopped = false
    /// Where to write a byte that wakes the thread.
    var waker: Int32?
  }

  private let input: Int32
  private let output: Int32
  private let limit: Int
  private let state = Locked(State())

  /// - Parameter limit: The most bytes of a line; longer ones are read past, and never held.
  init(input: Int32, output: Int32, limit: Int) {
    (self.input, self.output, self.limit) = (input, output, limit)
  }

  /// Begins; to be called once.
  func start(_ ends: Ends) throws(InspectionError) {
    var waker: [Int32] = [-1, -1]
    guard unsafe rollcall_pipe(&waker) == 0 else { throw InspectionError(code: errno) }
    for descriptor in waker + [input, output] {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | Int32(O_NONBLOCK))
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    let (reading, writing) = (waker[0], waker[1])
    state.withLock { $0.waker = writing }
    // It keeps the channel until its end.
    let code = RecorderThread.start { [self] in
      run(reading, ends)
      state.withLock { $0.waker = nil }
      for descriptor in Set([reading, writing, input, output]) { close(descriptor) }
      ends.ended()
    }
    guard let code else { return }
    state.withLock { $0.waker = nil }
    for descriptor in waker { close(descriptor) }
    throw InspectionError(code: code)
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

  private func run(_ waker: Int32, _ ends: Ends) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var lines = LineSplitter(limit: limit)
    var unwritten: ArraySlice<UInt8> = []
    /// Takes what can be read now; whether there was something, and `nil` where nothing more can come.
    func readSome() -> Bool? {
      let count = unsafe read(input, &chunk, chunk.count)
      if count == 0 || count < 0 && errno != EAGAIN && errno != EINTR { return nil }
      lines.add(chunk.prefix(max(0, count)))
      while let line = lines.next() {
        if case .bytes(let bytes) = line { ends.take(bytes) } else { ends.take(nil) }
      }
      // An end that has to wait for its turn need not send the rest of what is too long.
      if !ends.readsWhileWriting, lines.isAtLongLine { ends.take(nil) }
      return count > 0
    }
    while !state.withLock(\.isStopped) {
      if unwritten.isEmpty {
        guard let text = ends.fill() else { return }
        unwritten = Array(text.utf8)[...]
      }
      let events = unwritten.isEmpty ? 0 : Int16(POLLOUT)
      let reads = unwritten.isEmpty || ends.readsWhileWriting
      var polled = [
        pollfd(fd: input, events: reads ? Int16(POLLIN) : 0, revents: 0),
        pollfd(fd: waker, events: Int16(POLLIN), revents: 0),
        // What is not to be written needs no look, and a descriptor whose reader has gone would answer at once.
        pollfd(fd: unwritten.isEmpty && output == input ? -1 : output, events: events, revents: 0),
      ]
      ends.tick()
      _ = unsafe poll(&polled, 3, unwritten.isEmpty ? ends.pause() : 1_000)
      if !unwritten.isEmpty, ends.givesUp() { return }
      if polled[1].revents != 0 { while unsafe read(waker, &chunk, chunk.count) == chunk.count {} }
      var isBroken = polled[2].revents & Int16(POLLERR | POLLNVAL) != 0
      if polled[2].revents != 0, !unwritten.isEmpty, !isBroken {
        let count = unsafe unwritten.withUnsafeBytes { unsafe write(output, $0.baseAddress, $0.count) }
        isBroken = count < 0 && errno != EAGAIN && errno != EINTR
        unwritten = unwritten.dropFirst(max(0, count))
      }
      if isBroken {
        // The last that the other end has said may be why it has closed.
        while readSome() == true {}
        return
      }
      if polled[0].revents != 0, readSome() == nil { return }
    }
  }
}
