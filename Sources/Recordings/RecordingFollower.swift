import Foundation
package import ModuleLifecycle
import TextFormatting

/// A recording that is read while it is written: a growing file, a pipe, or standard input. Use from one thread at a
/// time.
package final class RecordingFollower {
  /// The file's path, as the caller gave it; `-` is standard input.
  package let path: String
  package private(set) var header: JournalHeader
  /// Whether this is a regular file, which can grow after its end was reached.
  package let isFile: Bool
  /// Whether the last read found nothing new.
  package private(set) var isQuiet = false
  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var lines = LineSplitter(limit: JournalLine.mostBytes)
  private var offset: Int64 = 0
  private var early: [JournalEntry] = []

  /// Opens the recording and waits for its first line. Opening a pipe waits for its writer first.
  ///
  /// - Throws: `RecordingError` if it can't be read or is not a recording.
  package init(path: String) throws(RecordingError) {
    self.path = path
    descriptor = path == "-" ? STDIN_FILENO : unsafe open(path, O_RDONLY | O_CLOEXEC)
    header = JournalHeader(application: "", startedNanoseconds: 0)
    guard descriptor >= 0 else {
      isFile = false
      throw OpenFile.error(path)
    }
    var status = stat()
    let isKnown = unsafe fstat(descriptor, &status) == 0
    isFile = isKnown && status.st_mode & S_IFMT == S_IFREG
    if isKnown, status.st_mode & S_IFMT == S_IFDIR { throw RecordingError(.folder, path: path) }
    var found: JournalHeader?
    while found == nil {
      guard let count = try take() else { throw RecordingError(.empty, path: path) }
      if count == 0 { usleep(Self.pause) }
      while found == nil, let line = lines.next() {
        let bytes = if case .bytes(let bytes) = line { bytes } else { [UInt8]() }
        do throws(JournalHeaderError) {
          found = try JournalLine.header(bytes.span)
        } catch {
          throw RecordingError(.header(error), path: path)
        }
      }
    }
    header = found ?? header
    early = entries()
  }

  deinit { if descriptor > STDIN_FILENO { close(descriptor) } }

  /// The pause before a file is read again, in microseconds.
  package static let pause: UInt32 = 200_000

  /// Reads the entries added since the last call: none if a file has not grown. Blocks until a pipe has data.
  ///
  /// - Returns: `nil` at the end: the pipe's writer has closed it, or the file was deleted.
  /// - Throws: `RecordingError` if the file became shorter or can't be read.
  package func read() throws(RecordingError) -> [JournalEntry]? {
    if !early.isEmpty {
      defer { early = [] }
      return early
    }
    guard try take() != nil else { return nil }
    return entries()
  }

  /// Reads the next bytes.
  ///
  /// - Returns: Their number; `nil` at the end.
  private func take() throws(RecordingError) -> Int? {
    while true {
      let count = unsafe Foundation.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw OpenFile.error(path) }
      offset += Int64(count)
      lines.add(chunk.prefix(count))
      isQuiet = count == 0
      if count > 0 { return count }
      guard isFile else { return nil }
      var status = stat()
      guard unsafe fstat(descriptor, &status) == 0, status.st_nlink > 0 else { return nil }
      if Int64(status.st_size) < offset { throw RecordingError(.changed, path: path) }
      return 0
    }
  }

  /// Decodes the entries of the bytes read so far. Unknown types are left out, as in any recording. A line that can't
  /// be read or is too long becomes a gap.
  private func entries() -> [JournalEntry] {
    let gap = JournalEntry.gap(GapEntry(dropped: 1))
    var entries: [JournalEntry] = []
    while let line = lines.next() {
      do throws(JournalLineError) {
        guard case .bytes(let bytes) = line else { throw .damaged("") }
        entries.append(try JournalLine.entry(bytes.span))
      } catch .unknownType {
        continue
      } catch {
        entries.append(gap)
      }
    }
    return entries
  }
}
