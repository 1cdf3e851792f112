import Foundation
package import ModuleLifecycle
import RollcallTextFormatting

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
  private let file: File
  private var chunk = [UInt8](repeating: 0, count: 1 << 16)
  private var lines = LineSplitter(limit: JournalLine.mostBytes)
  private var offset: Int64 = 0

  /// Opens the recording and waits for its first line. Opening a pipe waits for its writer first.
  ///
  /// - Throws: `RecordingError` if it can't be read or is not a recording.
  package init(path: String) throws(RecordingError) {
    let descriptor = path == "-" ? File.copy(of: STDIN_FILENO) : File.opened(path, O_RDONLY)
    guard descriptor >= 0 else { throw .refused(path, code: errno) }
    self.path = path
    file = File(owning: descriptor)
    let kind = file.status.map { $0.st_mode & S_IFMT }
    isFile = kind == S_IFREG
    header = JournalHeader()
    if kind == S_IFDIR { throw RecordingError(.folder, path: path) }
    while true {
      guard let count = try take() else { throw RecordingError(.empty, path: path) }
      if let line = lines.next() {
        let bytes = if case .bytes(let bytes) = line { bytes } else { [UInt8]() }
        do throws(JournalHeaderError) {
          header = try JournalLine.header(bytes)
          return
        } catch {
          throw RecordingError(.header(error), path: path)
        }
      }
      if count == 0 { usleep(Self.pause) }
    }
  }

  /// The pause before a file is read again, in microseconds.
  package static let pause: UInt32 = 200_000

  /// Reads the entries added since the last call: none if a file has not grown. Blocks until a pipe has data.
  ///
  /// - Returns: `nil` at the end: the pipe's writer has closed it, or the file was deleted.
  /// - Throws: `RecordingError` if the file became shorter or can't be read.
  package func read() throws(RecordingError) -> [AnyEntry]? {
    let waiting = entries()
    if !waiting.isEmpty { return waiting }
    guard try take() != nil else { return nil }
    return entries()
  }

  /// Reads the next bytes.
  ///
  /// - Returns: Their number; `nil` at the end.
  private func take() throws(RecordingError) -> Int? {
    guard let count = file.read(into: &chunk) else { throw .refused(path, code: errno) }
    offset += Int64(count)
    lines.add(chunk[..<count])
    isQuiet = count == 0
    if count > 0 { return count }
    guard isFile, let status = file.status, status.st_nlink > 0 else { return nil }
    if Int64(status.st_size) < offset { throw RecordingError(.changed, path: path) }
    return 0
  }

  /// Decodes the entries of the bytes read so far. Unknown types are left out, as in any recording. A line that can't
  /// be read or is too long becomes a gap.
  private func entries() -> [AnyEntry] {
    let gap = AnyEntry.gap(GapEntry(dropped: 1))
    var entries: [AnyEntry] = []
    while let line = lines.next() {
      do throws(JournalLineError) {
        guard case .bytes(let bytes) = line else { throw .damaged("") }
        entries.append(try JournalLine.entry(bytes))
      } catch .unknownType {
        continue
      } catch {
        entries.append(gap)
      }
    }
    return entries
  }
}
