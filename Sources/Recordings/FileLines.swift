import Foundation
import ModuleLifecycle

/// Limits on how much of a file is held in memory at once, in bytes.
package struct ReadingLimits: Sendable {
  /// The longest line that is read. Longer lines are skipped and never held.
  package var line = JournalLine.mostBytes
  /// The size of one read.
  package var chunk = 1 << 20

  package init() {}
}

/// A line of a file, without its bytes.
struct FileLine {
  /// The position of its first byte.
  var offset: UInt64
  /// The line number, counted from one.
  var number: Int
  /// Whether the line ends with a line feed.
  var isEnded: Bool
  /// Whether the line is too long to be read. Its bytes are not available then.
  var isTooLong = false
}

/// Splits a file into lines, a chunk at a time.
struct FileLines {
  private let limits: ReadingLimits
  private let chunk: Int
  private var buffer: [UInt8]
  /// The size of the unfinished line at the start of the buffer, and its position in the file.
  private var held = 0
  private var start: UInt64 = 0
  private var line = FileLine(offset: 0, number: 1, isEnded: false)

  /// - Parameter size: The file's size in bytes.
  init(limits: ReadingLimits, size: UInt64) {
    self.limits = limits
    chunk = Int(min(UInt64(max(1, limits.chunk)), max(1, size)))
    buffer = [UInt8](repeating: 0, count: chunk)
  }

  /// Calls `body` with each line and its bytes, and `progress` with the bytes done after each chunk.
  mutating func forEach(
    of file: borrowing OpenFile, progress: (UInt64) throws(RecordingError) -> Void,
    _ body: (Span<UInt8>, FileLine) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    while start + UInt64(held) < file.size {
      let filled = held + (try file.read(at: start + UInt64(held), into: &buffer, from: held))
      try takeLines(filled: filled, body)
      try progress(start + UInt64(held))
    }
    if held > 0 || line.isTooLong { try body(buffer.span.extracting(0..<held), line) }
  }

  /// Calls `body` for each complete line, and keeps the start of the next one.
  private mutating func takeLines(
    filled: Int, _ body: (Span<UInt8>, FileLine) throws(RecordingError) -> Void
  ) throws(RecordingError) {
    var (first, searched) = (0, held)
    while let end = lineEnd(from: searched, to: filled) {
      line.isEnded = true
      line.isTooLong = line.isTooLong || end - first > limits.line
      try body(buffer.span.extracting(line.isTooLong ? 0..<0 : first..<end), line)
      (first, searched) = (end + 1, end + 1)
      line = FileLine(offset: start + UInt64(first), number: line.number + 1, isEnded: false)
    }
    line.isTooLong = line.isTooLong || filled - first > limits.line
    if line.isTooLong { first = filled }
    start += UInt64(first)
    held = filled - first
    if first > 0, held > 0 {
      unsafe buffer.withUnsafeMutableBytes { bytes in
        unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[first..<filled]))
      }
    }
    // Without room for another chunk, an unfinished line could not grow.
    if buffer.count - held < chunk {
      buffer += [UInt8](repeating: 0, count: max(chunk, min(held, limits.line)))
    }
  }

  private func lineEnd(from place: Int, to end: Int) -> Int? {
    guard place < end else { return nil }
    return unsafe buffer.withUnsafeBytes { bytes in
      guard let base = bytes.baseAddress, let found = unsafe memchr(base + place, 0x0A, end - place) else { return nil }
      return unsafe UnsafeRawPointer(found) - base
    }
  }
}
