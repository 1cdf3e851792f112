#if CommandLine
import CursesTerminal
import Foundation
import ModuleLifecycle
import Recordings
import TerminalUI
import TextFormatting

/// Takes over standard output. Until it is restored, other output goes to standard error, with the name of the module
/// that printed it.
final class StandardOutput {
  /// The original standard output.
  let handle: FileHandle
  private let printed: PrintedLines

  /// - Parameters:
  ///   - journal: Records what is printed.
  ///   - running: The handler that is running.
  /// - Throws: `DashboardError` if there is no standard output or no standard error.
  init(journal: Journal, running: CurrentHandler) throws(DashboardError) {
    BufferedOutput.flush()
    let saved = dup(STDOUT_FILENO)
    var ends: [Int32] = [-1, -1]
    guard saved >= 0, unsafe pipe(&ends) == 0, fcntl(ends[0], F_SETFL, O_NONBLOCK) >= 0,
      dup2(ends[1], STDOUT_FILENO) >= 0
    else { throw DashboardError(description: "Standard output or standard error can't be used.") }
    close(ends[1])
    for end in [saved, ends[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    BufferedOutput.bufferByLine()
    handle = FileHandle(fileDescriptor: saved, closeOnDealloc: true)
    do {
      printed = try PrintedLines(from: ends[0], journal: journal, running: running)
    } catch {
      _ = dup2(saved, STDOUT_FILENO)
      throw error
    }
  }

  /// Waits until text is forwarded that is still in a buffer of the C library, or in the pipe.
  func settle() {
    BufferedOutput.flush()
    _ = printed.progress.settle()
  }

  /// Restores standard output, after all output was forwarded.
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

/// Reads what is printed while the dashboard owns standard output. Each line goes to standard error and to the journal,
/// with the name of the running module.
final class PrintedLines: Sendable {
  private let journal: Journal
  private let running: CurrentHandler
  private let pipe: CountedPipe
  /// Longer lines are forwarded in pieces of this size, in bytes.
  private let lines = Locked(LineSplitter(limit: 64 << 10, cutsLongLines: true))
  /// How far the lines were forwarded.
  let progress: PrintedOutput

  /// - Parameters:
  ///   - reading: The reading end of a pipe. It must not block.
  ///   - journal: Records the lines.
  ///   - running: The handler that is running.
  /// - Throws: `DashboardError` if the system refuses a thread.
  init(from reading: Int32, journal: Journal, running: CurrentHandler) throws(DashboardError) {
    let pipe = CountedPipe(reading: reading)
    (self.journal, self.running, self.pipe) = (journal, running, pipe)
    progress = PrintedOutput(printed: { pipe.printed }, wake: {})
    // Only this thread forwards. A module may print without pause, or more than standard error takes.
    let code = RecorderThread.start { [self] in
      var descriptor = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&descriptor, 1, -1) >= 0 || errno == EINTR {
        guard forward() else { break }
      }
    }
    guard code == nil else { throw DashboardError(description: "The system refuses this process another thread.") }
  }

  /// Forwards a piece of what the pipe holds.
  ///
  /// - Returns: Whether more can arrive.
  private func forward() -> Bool {
    guard let (bytes, count) = pipe.read() else { return false }
    let whole = lines.withLock { lines in
      lines.add(bytes)
      var whole: [[UInt8]] = []
      while case .bytes(let line)? = lines.next() { whole.append(line) }
      return whole
    }
    passOn(whole)
    progress.didPassOn(count)
    return true
  }

  /// Waits until what was printed before is forwarded, also a last line without a line break. A slow reader of standard
  /// error is waited for, unless the process was asked to end.
  func finish() {
    _ = progress.settle(withinMilliseconds: nil)
    let rest = lines.withLock { $0.takeRest() }
    if !rest.isEmpty { passOn([rest]) }
  }

  private func passOn(_ lines: [[UInt8]]) {
    guard !lines.isEmpty else { return }
    let handler = running.current
    let place = (handler.map { "\($0.module) printed in \($0.event)" } ?? "Printed").printable(.line)
    let texts = lines.map { String(decoding: $0, as: UTF8.self).printable(.line) }
    for text in texts { journal.note(output: text, by: handler) }
    ErrorOutput.write(texts.map { "\(place): \($0)\n" }.joined())
  }
}

/// The reading end of a pipe. It counts what is read.
private final class CountedPipe: Sendable {
  private let reading: Int32
  /// The number of bytes that were read. The lock is held while the pipe is read, or asked how much it holds.
  private let count = Locked(0)

  init(reading: Int32) { self.reading = reading }

  /// The number of bytes that were written to the pipe so far. Costs a system call.
  var printed: Int { count.withLock { $0 + PrintedOutput.unread(in: reading) } }

  /// Reads at most 4,096 bytes without waiting.
  ///
  /// - Returns: The bytes, and the number of all bytes read so far; `nil` if nothing more can arrive.
  func read() -> (bytes: ArraySlice<UInt8>, count: Int)? {
    var chunk = [UInt8](repeating: 0, count: 4096)
    return count.withLock { count in
      let found = unsafe Foundation.read(reading, &chunk, chunk.count)
      guard found > 0 || found < 0 && [EAGAIN, EINTR].contains(errno) else { return nil }
      count += max(0, found)
      return (chunk.prefix(max(0, found)), count)
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
