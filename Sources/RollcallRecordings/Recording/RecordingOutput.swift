import Foundation
import ModuleLifecycle
import RollcallTextFormatting

/// The file that a recording is written to, and the lines that wait for that. The file always ends with a whole line,
/// unless the process is killed during a write.
///
/// Only the file's owner can read it: events carry addresses and tokens in their arguments. Two recordings can't write
/// to the same file.
struct RecordingOutput: ~Copyable, Sendable {
  /// What is in the file, and why nothing more can be written.
  private(set) var status: RecordingStatus
  private let file: File
  /// The file's absolute path when it was opened. It does not change with the working folder.
  private let absolutePath: String
  /// Whether the file did not exist before.
  private let isNew: Bool
  private let disk: RecordingDisk
  private let limit: UInt64
  private let redaction: Redaction?
  private var lines = LineBuffer()
  /// When the first line began to wait.
  private var since: UInt64 = 0

  /// How long lines can wait, in nanoseconds, and how many bytes can wait.
  private static let longest: UInt64 = 5_000_000
  private static let most = 256 << 10

  /// Opens a file for a recording, empties it, locks it against other recordings, and writes its header.
  ///
  /// - Parameters:
  ///   - limit: The most bytes in the file.
  ///   - redaction: Replaces the texts of entries.
  ///   - disk: Writes the bytes; tests pass one that fails.
  /// - Throws: `RecordingStartError` if the path is taken, the file can't be written, or the header is larger than the
  ///   limit. Nothing is changed then.
  init(
    to path: String, header: JournalHeader, overwriting: Bool, limit: UInt64, redacting redaction: Redaction? = nil,
    disk: RecordingDisk = .system
  ) throws(RecordingStartError) {
    let line = Array("\(JournalLine.encode(header))\n".utf8)
    guard line.count <= limit else { throw .isTooLarge(path, beginning: line.count, limit: limit) }
    guard !path.isEmpty else { throw .hasNoName }
    RecorderThread.sizeLimitCausesError()
    // Not blocking: opening a pipe would wait for a reader. It has no effect on files.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_NONBLOCK
    var descriptor = File.opened(path, flags | O_EXCL)
    let isNew = descriptor >= 0
    if !isNew, SystemError(errno) == .exists {
      switch File.status(of: path).map({ $0.st_mode & S_IFMT }) {
      case S_IFDIR: throw .isFolder(path, application: header.application)
      // Without a status, it is a link to nothing.
      case S_IFREG, nil: if !overwriting { throw .exists(path) }
      default: throw .isNoFile(path)
      }
      descriptor = File.opened(path, flags)
    }
    guard descriptor >= 0 else { throw .refused(path, code: errno) }
    let file = File(owning: descriptor)
    guard let opened = file.status else { throw .refused(path, code: errno) }
    guard opened.st_mode & S_IFMT == S_IFREG else { throw .isNoFile(path) }
    guard file.lock() else { throw .inUse(path) }
    guard isNew || file.restrict(), file.truncate(to: 0) else { throw .refused(path, code: errno) }
    if let code = file.write(line, to: disk).code {
      file.truncate(to: 0)
      if isNew { File.delete(path) }
      var error = RecordingStartError.refused(path, code: code)
      error.hasBegun = true
      throw error
    }
    (self.isNew, self.disk, self.limit, self.redaction) = (isNew, disk, limit, redaction)
    status = RecordingStatus(path: path)
    status.bytes = UInt64(line.count)
    absolutePath = FilePath.join(path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath, path)
    self.file = file
  }

  /// Deletes the file if it is new, for a recording that can't start after all.
  func removeIfNew() {
    if isNew { File.delete(status.path) }
  }

  /// Adds an entry's line to those that wait, and writes them when there are many or they have waited.
  ///
  /// - Parameter seq: The entry's number in the journal; `nil` for an entry of the prologue.
  mutating func add(_ entry: AnyEntry, seq: UInt64?) {
    let (start, values) = (lines.bytes.count, lines.valueCount)
    (redaction.map(entry.redacted) ?? entry).write(to: &lines, seq: seq)
    if lines.bytes.count - start > JournalLine.mostBytes || lines.valueCount - values > JournalLine.mostValues {
      // Every reader would refuse this line.
      lines.keep(start)
      return add(.gap(GapEntry(dropped: 1)), seq: seq)
    }
    lines.append(raw: "\n")
    if case .gap(let gap) = entry { status.dropped = status.dropped.plus(gap.dropped) }
  }

  /// Whether there are many lines, or lines that have waited.
  func isDue(at time: UInt64) -> Bool { lines.bytes.count >= Self.most || time.minus(since) >= Self.longest }

  /// Writes the lines, up to the file's limit, unless the file was harmed. Checks the file again afterwards, because
  /// these lines may be the last.
  ///
  /// - Returns: Whether more can be written.
  mutating func flush(at time: UInt64) -> Bool {
    since = time
    checkFile()
    guard status.cause == nil, !lines.bytes.isEmpty else { return status.cause == nil }
    let room = Int(clamping: limit.minus(status.bytes))
    let isTooMuch = lines.bytes.count > room
    if isTooMuch { lines.keep(Self.wholeLines(lines.bytes[..<room])) }
    let (written, code) = append(lines.bytes)
    lines.removeAll()
    status.entries += UInt64(written)
    if let code {
      end(.failed, "can't be written any more: \(SystemError.words(code)).")
    } else if isTooMuch {
      end(.limit, "has reached its limit of \(limit) bytes; nothing more is recorded.")
    } else {
      checkFile()
    }
    return status.cause == nil
  }

  /// Appends lines, each with its line feed.
  ///
  /// - Returns: The number of lines written, and the error number if that is not all. The others are not in the file.
  private mutating func append(_ lines: [UInt8]) -> (written: Int, code: Int32?) {
    let (rest, code) = file.write(lines, to: disk)
    // A partly written line is cut off again.
    let whole = lines[..<(code == nil ? rest.startIndex : Self.wholeLines(lines[..<rest.startIndex]))]
    status.bytes += UInt64(whole.count)
    if code != nil { file.truncate(to: status.bytes) }
    return (whole.count { $0 == UInt8(ascii: "\n") }, code)
  }

  /// The number of bytes up to the last line feed.
  private static func wholeLines(_ bytes: ArraySlice<UInt8>) -> Int {
    bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
  }

  private mutating func end(_ cause: RecordingStatus.Cause, _ words: String) {
    (status.cause, status.problem) = (cause, "'\(FilePath.split(status.path).name)' \(words)")
  }

  /// Ends the recording if another program has changed the file. Costs two system calls.
  ///
  /// A deleted file is not created again: the user may have deleted it because the disk was full, and does not expect
  /// another one.
  private mutating func checkFile() {
    // The name first: a file that is deleted in between must not seem to be elsewhere.
    var named = File.status(of: absolutePath)
    let isGone = named == nil && [ENOENT, ENOTDIR].contains(errno)
    guard let open = file.status else { return }
    // Nor must one that is replaced in between seem to be deleted.
    if named != nil, open.st_nlink == 0 { named = File.status(of: absolutePath) }
    if let named, named.st_ino != open.st_ino || named.st_dev != open.st_dev {
      end(.replaced, "was replaced by another file while it was written; nothing more is recorded.")
    } else if open.st_nlink == 0 {
      end(.deleted, "was deleted while it was written; nothing more is recorded.")
    } else if isGone {
      end(.moved, "was moved away while it was written; nothing more is recorded.")
    } else if UInt64(open.st_size) != status.bytes {
      end(
        .changed,
        "was changed by another program: it should have \(status.bytes) bytes and has \(open.st_size); nothing more is "
          + "recorded.")
    }
  }
}
