import Foundation
import ModuleLifecycle

/// The file that a recording is written to. It always ends with a whole line, unless the process is killed during a
/// write.
///
/// Only the file's owner can read it: events carry addresses and tokens in their arguments. Two recordings can't write
/// to the same file.
struct RecordingOutput: ~Copyable, Sendable {
  let path: String
  private let file: File
  /// The file's absolute path when it was opened. It does not change with the working folder.
  private let absolutePath: String
  /// Whether the file did not exist before.
  private let isNew: Bool
  private let disk: RecordingDisk
  /// The size of the complete lines in the file, in bytes.
  private(set) var size: UInt64 = 0

  /// Opens a file for a recording, empties it, and locks it against other recordings.
  ///
  /// - Parameters:
  ///   - application: The application's name, for an error that suggests a file name.
  ///   - disk: Writes the bytes; tests pass one that fails.
  /// - Throws: `RecordingStartError` if the path is taken or the file can't be written.
  init(path: String, overwriting: Bool, application: String, disk: RecordingDisk) throws(RecordingStartError) {
    guard !path.isEmpty else { throw .hasNoName }
    // Not blocking: opening a pipe would wait for a reader. It has no effect on files.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_NOCTTY | O_NONBLOCK
    var descriptor = File.opened(path, flags | O_EXCL)
    let isNew = descriptor >= 0
    if !isNew, SystemError(errno) == .exists {
      switch File.status(of: path).map({ $0.st_mode & S_IFMT }) {
      case S_IFDIR: throw .isFolder(path, application: application)
      // Without a status, it is a link to nothing.
      case S_IFREG, nil: if !overwriting { throw .exists(path) }
      default: throw .isNoFile(path)
      }
      descriptor = File.opened(path, flags)
    }
    guard descriptor >= 0 else { throw .refused(path, code: errno) }
    let file = File(owning: descriptor)
    guard let status = file.status else { throw .refused(path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .isNoFile(path) }
    guard file.lock() else { throw .inUse(path) }
    guard isNew || file.restrict(), file.truncate(to: 0) else { throw .refused(path, code: errno) }
    (self.path, self.isNew, self.disk) = (path, isNew, disk)
    absolutePath = FilePath.join(path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath, path)
    self.file = file
  }

  /// Deletes the file if it is new, for a recording that can't start after all.
  func removeIfNew() {
    if isNew { File.delete(path) }
  }

  /// Appends lines, each with its line feed.
  ///
  /// - Returns: The number of lines written, and the error number if that is not all. The others are not in the file.
  mutating func add(_ lines: [UInt8]) -> (written: Int, code: Int32?) {
    let (rest, code) = file.write(lines, to: disk)
    let done = lines[..<rest.startIndex]
    // A partly written line is cut off again.
    let whole = code == nil ? done : done[..<(done.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)]
    size += UInt64(whole.count)
    if code != nil { file.truncate(to: size) }
    return (whole.count { $0 == UInt8(ascii: "\n") }, code)
  }

  /// Why the file must not be written to any more; `nil` if no other program has changed it. Costs two system calls.
  ///
  /// A deleted file is not created again: the user may have deleted it because the disk was full, and does not expect
  /// another one.
  var harm: RecordingEnd? {
    let name = FilePath.split(path).name
    func end(_ cause: RecordingStatus.Cause, _ words: String) -> RecordingEnd {
      RecordingEnd(cause: cause, problem: "'\(name)' \(words); nothing more is recorded.")
    }
    // The name first: a file that is deleted in between must not seem to be elsewhere.
    let named = File.status(of: absolutePath)
    let isGone = named == nil && [ENOENT, ENOTDIR].contains(errno)
    guard let open = file.status else { return nil }
    if let named, named.st_ino != open.st_ino || named.st_dev != open.st_dev {
      return end(.replaced, "was replaced by another file while it was written")
    }
    if open.st_nlink == 0 { return end(.deleted, "was deleted while it was written") }
    if isGone { return end(.moved, "was moved away while it was written") }
    guard UInt64(open.st_size) != size else { return nil }
    return end(.changed, "was changed by another program: it should have \(size) bytes and has \(open.st_size)")
  }
}

/// Why a recording ended before it was stopped.
struct RecordingEnd: Equatable {
  let cause: RecordingStatus.Cause
  /// The cause in a sentence.
  let problem: String
}
