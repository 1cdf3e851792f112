#if CommandLine
import CursesTerminal
import Foundation
import ModuleLifecycle
import TerminalUI
import TextFormatting

/// Standard output, taken away from everybody else: what they print there goes to standard error, with the name of who
/// printed it, until it is given back.
final class StandardOutput {
  /// Where standard output was.
  let handle: FileHandle
  private let printed: PrintedLines

  /// - Parameters:
  ///   - journal: Where what is printed is written down.
  ///   - running: The handler that is at work.
  /// - Throws: `DashboardError` when there is no standard output or no standard error.
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

  /// Passes on what has been printed and the C library, or the pipe, still keeps.
  ///
  /// - Returns: Whether there was anything.
  func settle() -> Bool {
    BufferedOutput.flush()
    return printed.drain() ?? 0 > 0
  }

  /// Gives it back.
  func giveBack() {
    BufferedOutput.flush()
    _ = dup2(handle.fileDescriptor, STDOUT_FILENO)
    printed.finish()
  }
}

/// The devices that a process begins with: standard input, output and error.
///
/// A shell can close them, as with `<&-`. What is opened next stands in their place then, be it a pipe of this program's
/// own.
package enum StandardDevices {
  /// Puts something in the place of those that are closed: an input that is at its end, an output that can't be written,
  /// and errors that no reader sees. To be called before anything else is opened.
  package static func fill() {
    // Each gets the lowest number that is free, so those before it must be there already.
    for (device, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(device, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", mode)
    }
  }
}

/// What is printed while standard output belongs to the dashboard: each line goes to standard error, and to the journal,
/// with the name of the module that was at work.
final class PrintedLines: Sendable {
  private let journal: Journal
  private let running: CurrentHandler
  private let reading: Int32
  /// What is longer than so many bytes is passed on in pieces.
  private let lines = Locked(LineSplitter(limit: 64 << 10, cutsLongLines: true))

  /// - Parameters:
  ///   - reading: The end of a pipe; it must not block.
  ///   - journal: Where the lines are written down.
  ///   - running: The handler that is at work.
  init(from reading: Int32, journal: Journal, running: CurrentHandler) {
    self.journal = journal
    self.running = running
    self.reading = reading
    // A handler may print more than the pipe holds, and what no handler prints is to be heard too.
    let thread = Thread { [self] in
      var descriptor = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
      while unsafe poll(&descriptor, 1, -1) >= 0 || errno == EINTR {
        if drain() == nil { break }
      }
    }
    thread.start()
  }

  /// Passes on what has been printed so far.
  ///
  /// - Returns: How many bytes that was; `nil` where nothing more can come.
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

  /// Passes on a last line without an end.
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

/// Where a plain dashboard writes its lines, and what is wrong with a typed one. Used by one thread at a time.
final class PlainOutput {
  private let output: FileHandle
  private let errors: FileHandle
  private let glyphs: GlyphSet
  /// Whether the last line that was written is not ended.
  private var hasPrompt = false
  /// Whether lines could not be written, so that the results of all that follows stay unseen.
  private(set) var isBroken = false

  /// - Parameters:
  ///   - output: Where lines go.
  ///   - errors: Where complaints go.
  ///   - glyphs: The signs that may be written.
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

  /// Says that a line can be typed.
  func prompt() {
    guard !hasPrompt else { return }
    hasPrompt = true
    write("> ")
  }

  /// A line was typed: its echo has ended the prompt's.
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
