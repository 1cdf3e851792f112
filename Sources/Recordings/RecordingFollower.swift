import Foundation
package import ModuleLifecycle
import TextFormatting

/// A recording that is read while it is written: a file that grows, a pipe, or standard input. For one thread at a time.
package final class RecordingFollower {
  /// The file, as it was named; `-` is standard input.
  package let path: String
  package private(set) var header: JournalHeader
  /// Whether it is a file, of which more may come after its end.
  package let isFile: Bool
  /// Whether the last look found nothing new.
  package private(set) var isQuiet = false
  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var lines = LineSplitter(limit: JournalLine.mostBytes)
  private var offset: Int64 = 0
  private var early: [JournalEntry] = []

  /// Opens it, and waits until its first line is there; a pipe may have to wait for its writer before that.
  ///
  /// - Throws: `RecordingError` where it can't be read, or is no recording.
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

  /// How long to wait before a file is looked at again, in microseconds.
  package static let pause: UInt32 = 200_000

  /// The entries that came since the last call; none where a file has not grown. Waits for what comes through a pipe.
  ///
  /// - Returns: `nil` at the end: the pipe's writer has gone, or the file was deleted.
  /// - Throws: `RecordingError` where the file became shorter, or can't be read any more.
  package func read() throws(RecordingError) -> [JournalEntry]? {
    if !early.isEmpty {
      defer { early = [] }
      return early
    }
    guard try take() != nil else { return nil }
    return entries()
  }

  /// Takes the next bytes.
  ///
  /// - Returns: How many; `nil` at the end.
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

  /// The entries of what was taken. Types that are not known are left out, as in any recording; for a line that can't be
  /// read, or is too long, stands a gap.
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
