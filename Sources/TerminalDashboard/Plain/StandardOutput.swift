#if CommandLine
import CursesTerminal
import Foundation
import ModuleLifecycle
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
    printed = PrintedLines(from: ends[0], journal: journal, running: running)
  }

  /// Forwards printed text that is still in a buffer of the C library, or in the pipe.
  ///
  /// - Returns: Whether there was anything.
  func settle() -> Bool {
    BufferedOutput.flush()
    return printed.drain() ?? 0 > 0
  }

  /// Restores standard output.
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
  private let reading: Int32
  /// Longer lines are forwarded in pieces of this size, in bytes.
  private let lines = Locked(LineSplitter(limit: 64 << 10, cutsLongLines: true))

  /// - Parameters:
  ///   - reading: The reading end of a pipe. It must not block.
  ///   - journal: Records the lines.
  ///   - running: The handler that is running.
  init(from reading: Int32, journal: Journal, running: CurrentHandler) {
    self.journal = journal
    self.running = running
    self.reading = reading
    // A handler may print more than the pipe holds, and output from outside of handlers must be read, too.
    let thread = Thread { [self] in
      var descriptor = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&descriptor, 1, -1) >= 0 || errno == EINTR {
        if drain() == nil { break }
      }
    }
    thread.start()
  }

  /// Forwards everything printed so far.
  ///
  /// - Returns: The number of bytes; `nil` if nothing more can arrive.
  @discardableResult
  func drain() -> Int? {
    lines.withLock { lines in
      var chunk = [UInt8](repeating: 0, count: 4096)
      var total = 0
      while true {
        let count = unsafe read(reading, &chunk, chunk.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return count < 0 && errno == EAGAIN ? total : nil }
        total += count
        lines.add(chunk.prefix(count))
        var whole: [[UInt8]] = []
        while case .bytes(let line)? = lines.next() { whole.append(line) }
        passOn(whole)
      }
    }
  }

  /// Forwards a last line without a line break.
  func finish() {
    drain()
    let rest = lines.withLock { $0.takeRest() }
    if !rest.isEmpty { passOn([rest]) }
  }

  private func passOn(_ lines: [[UInt8]]) {
    guard !lines.isEmpty else { return }
    let handler = running.current
    let place = (handler.map { "\($0.module) printed in \($0.event)" } ?? "Printed").printable(.line)
    let texts = lines.map { String(decoding: $0, as: UTF8.self).printable(.line) }
    for text in texts { journal.note(output: text, by: handler) }
    try? FileHandle.standardError.write(contentsOf: Data(texts.map { "\(place): \($0)\n" }.joined().utf8))
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
