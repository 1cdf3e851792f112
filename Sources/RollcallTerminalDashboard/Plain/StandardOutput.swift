#if CommandLine
import RollcallCursesTerminal
import Dispatch
import Foundation
import ModuleLifecycle
import RollcallRecordings
import RollcallTerminalUI
import RollcallTextFormatting

/// Takes over standard output. Until it is given back, each line that modules print goes to standard error and to the
/// journal, with the name of the running module.
final class StandardOutput: Sendable {
  /// The original standard output.
  let handle: FileHandle
  private let printed: PrintedOutput
  /// Passes on what a handler printed when it returns.
  private let queue = DispatchQueue(label: "rollcall.printed")
  /// Whether the queue has not finished, because standard error has a slow reader.
  private let isPassingOn = Locked(false)

  /// - Parameters:
  ///   - journal: Records what is printed.
  ///   - running: The handler that is running.
  /// - Throws: `DashboardError` if there is no standard output or no standard error, or the system refuses a thread.
  convenience init(journal: Journal, running: CurrentHandler) throws(DashboardError) {
    BufferedOutput.flush()
    let saved = dup(STDOUT_FILENO)
    var ends: [Int32] = [-1, -1]
    guard saved >= 0, unsafe pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) >= 0,
      dup2(ends[1], STDOUT_FILENO) >= 0
    else { throw DashboardError(description: "Standard output or standard error can't be used.") }
    close(ends[1])
    for end in [saved, ends[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    BufferedOutput.bufferByLine()
    do {
      try self.init(
        FileHandle(fileDescriptor: saved, closeOnDealloc: true),
        pipe: FileHandle(fileDescriptor: ends[0], closeOnDealloc: true), journal: journal, running: running)
    } catch {
      _ = dup2(saved, STDOUT_FILENO)
      throw error
    }
  }

  /// Passes on what is printed to a pipe, whose reading end does not block. A line of more than 64 KiB is passed on in
  /// pieces.
  ///
  /// - Parameter handle: The original standard output.
  init(_ handle: FileHandle, pipe: FileHandle, journal: Journal, running: CurrentHandler) throws(DashboardError) {
    let printed = PrintedOutput(longestLine: 64 << 10) {
      // As much as a pipe holds.
      unsafe [UInt8](unsafeUninitializedCapacity: 64 << 10) { buffer, count in
        count = max(0, unsafe read(pipe.fileDescriptor, buffer.baseAddress, buffer.count))
      }
    } take: { lines in
      let handler = running.current
      let place = (handler.map { "\($0.module) printed in \($0.event)" } ?? "Printed").printable(.line)
      let texts = lines.map { String(decoding: $0, as: UTF8.self).printable(.line) }
      for text in texts { journal.note(output: text, by: handler) }
      ErrorOutput.write(texts.map { "\(place): \($0)\n" }.joined())
    }
    (self.handle, self.printed) = (handle, printed)
    // A handler may print more than the pipe holds, and other threads without pause. The thread ends with the writers.
    let code = RecorderThread.start {
      var descriptor = pollfd(fd: pipe.fileDescriptor, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&descriptor, 1, -1) >= 0 || errno == EINTR {
        let hasRead = printed.passOn()
        if Int32(descriptor.revents) & POLLHUP != 0, !hasRead { break }
      }
    }
    guard code == nil else { throw DashboardError(description: "The system refuses this process another thread.") }
  }

  /// Passes on what was printed so far. Waits at most half a second for a slow reader of standard error, and not again
  /// until that reader has taken it.
  func settle() {
    BufferedOutput.flush()
    let isBusy = isPassingOn.withLock { isBusy in
      defer { isBusy = true }
      return isBusy
    }
    guard !isBusy else { return }
    let passedOn = DispatchSemaphore(value: 0)
    queue.async { [self] in
      printed.passOn()
      isPassingOn.withLock { $0 = false }
      passedOn.signal()
    }
    _ = passedOn.wait(timeout: .now() + .milliseconds(500))
  }

  /// Restores standard output, and passes on the rest. Waits for a slow reader of standard error.
  func giveBack() {
    BufferedOutput.flush()
    _ = dup2(handle.fileDescriptor, STDOUT_FILENO)
    printed.finish()
  }
}

/// The devices that a process starts with: standard input, output and error.
///
/// A shell can close them, as with `<&-`. The next opened file then takes their number, even a pipe of this program.
package enum StandardDevices {
  /// Replaces closed devices: with an input at its end, an output that can't be written, and an error output that is
  /// discarded. Call it before anything else is opened.
  package static func fill() {
    // Each file gets the lowest free number, so the lower devices must be filled first.
    for (device, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(device, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", mode)
    }
  }
}

/// Writes the lines and complaints of a plain dashboard. Use it from one thread at a time.
final class PlainOutput {
  private let output: FileHandle
  private let errors: FileHandle
  private let glyphs: GlyphSet
  /// Whether the last written line has no line break yet.
  private var hasPrompt = false
  /// Whether lines could not be written. All further results would be lost.
  private(set) var isBroken = false

  /// - Parameters:
  ///   - output: The destination of lines.
  ///   - errors: The destination of complaints.
  ///   - glyphs: The characters that can be written.
  init(output: FileHandle, errors: FileHandle = .standardError, glyphs: GlyphSet = .unicode) {
    self.output = output
    self.errors = errors
    self.glyphs = glyphs
  }

  func say(_ lines: [String]) {
    guard !lines.isEmpty else { return }
    endPrompt()
    write(text(of: lines))
  }

  func complain(_ problem: String) {
    endPrompt()
    try? errors.write(contentsOf: Data(text(of: [problem]).utf8))
  }

  /// Shows that a line can be typed.
  func prompt() {
    guard !hasPrompt else { return }
    hasPrompt = true
    write("> ")
  }

  /// Called when a line was typed: its echo has ended the prompt's line.
  func noteLine() { hasPrompt = false }

  /// Ends the prompt's line, if there is one.
  func endPrompt() {
    guard hasPrompt else { return }
    hasPrompt = false
    write("\n")
  }

  private func write(_ text: String) {
    guard !isBroken, !ExportFile.write(Array(text.utf8), to: output.fileDescriptor) else { return }
    let reason = SystemError.words(errno)
    isBroken = true
    complain("Standard output can't be written: \(reason).")
  }

  private func text(of lines: [String]) -> String {
    lines.map { "\(glyphs.plain($0.printable(.line)))\n" }.joined()
  }
}
#endif
