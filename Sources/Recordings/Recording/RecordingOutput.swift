import Foundation
import ModuleLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file that a recording is written to. It always ends with a whole line, unless the process is killed during a
/// write.
///
/// Only the file's owner can read it: events carry addresses and tokens in their arguments. Two recordings can't write
/// to the same file.
struct RecordingOutput: ~Copyable {
  let path: String
  let descriptor: Int32
  /// The file's absolute path when it was opened. It does not change with the working folder.
  let absolutePath: String
  /// Whether the file did not exist before.
  private let isNew: Bool
  private let disk: RecordingDisk
  /// The size of the complete lines in the file, in bytes.
  private(set) var size: UInt64 = 0

  /// Opens a file for a recording.
  ///
  /// - Parameters:
  ///   - application: The application's name, for an error that suggests a file name.
  ///   - disk: Writes the bytes; tests pass one that fails.
  /// - Throws: `RecordingStartError` if the path is taken or the file can't be written.
  init(
    path: String, overwriting: Bool, application: String, disk: RecordingDisk = .system
  ) throws(RecordingStartError) {
    let (descriptor, isNew) = try Self.open(path, overwriting: overwriting, application: application)
    self.descriptor = descriptor
    self.isNew = isNew
    self.path = path
    absolutePath = FilePath.join(path.hasPrefix("/") ? "" : FileManager.default.currentDirectoryPath, path)
    self.disk = disk
  }

  deinit { close(descriptor) }

  /// Deletes the file if it is new, for a recording that can't start after all.
  func removeIfNew() {
    if isNew { unsafe unlink(path) }
  }

  /// Opens a file, empties it, and locks it against other recordings.
  private static func open(
    _ path: String, overwriting: Bool, application: String
  ) throws(RecordingStartError) -> (descriptor: Int32, isNew: Bool) {
    guard !path.isEmpty else { throw .hasNoName }
    // Not blocking: opening a pipe would wait for a reader. It has no effect on files.
    let flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY | O_NONBLOCK
    var descriptor = systemOpen(path, flags | O_EXCL)
    var isNew = true
    if descriptor < 0, SystemError(errno) == .exists {
      isNew = false
      try check(path, overwriting: overwriting, application: application)
      descriptor = systemOpen(path, flags)
    }
    guard descriptor >= 0 else { throw .refused(path, code: errno) }
    let problem = take(descriptor, path, isNew: isNew)
    if let problem {
      close(descriptor)
      throw problem
    }
    return (descriptor, isNew)
  }

  /// Locks and empties a file, and restricts it to its owner. Refuses a locked file, and anything but a regular file.
  private static func take(_ descriptor: Int32, _ path: String, isNew: Bool) -> RecordingStartError? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return .refused(path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .isNoFile(path) }
    // Some file systems have no locks. A recording without a lock is better than none.
    if flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK { return .inUse(path) }
    if !isNew, fchmod(descriptor, 0o600) != 0 { return .refused(path, code: errno) }
    return ftruncate(descriptor, 0) == 0 ? nil : .refused(path, code: errno)
  }

  private static func systemOpen(_ path: String, _ flags: Int32) -> Int32 {
    #if canImport(Glibc)
    unsafe Glibc.open(path, flags, 0o600)
    #elseif canImport(Musl)
    unsafe Musl.open(path, flags, 0o600)
    #else
    unsafe Darwin.open(path, flags, 0o600)
    #endif
  }

  /// Throws if what is at the path must not be overwritten.
  private static func check(
    _ path: String, overwriting: Bool, application: String
  ) throws(RecordingStartError) {
    switch kind(of: path) {
    case S_IFDIR: throw .isFolder(path, application: application)
    case S_IFREG, nil: if !overwriting { throw .exists(path) }
    default: throw .isNoFile(path)
    }
  }

  /// The type of the file at a path; `nil` if the path is free, or is a link to nothing.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Appends lines, each with its line feed.
  ///
  /// - Parameter count: The number of lines.
  /// - Returns: The number of lines written, and the error number if that is not all. The others are not in the file.
  mutating func add(_ lines: borrowing LineBuffer, count lineCount: Int) -> (written: Int, code: Int32?) {
    unsafe lines.withBytes { bytes in
      var done = 0
      while done < bytes.count {
        let count = unsafe disk.write(descriptor, UnsafeRawBufferPointer(rebasing: bytes[done...]))
        if count > 0 {
          done += count
        } else if count == 0 || errno != EINTR {
          let code = count == 0 ? ENOSPC : errno
          return (unsafe cutBack(bytes, written: done), code)
        }
      }
      size += UInt64(done)
      return (lineCount, nil)
    }
  }

  /// Cuts a partly written line off the end of the file.
  ///
  /// - Returns: The number of whole lines that remain.
  private mutating func cutBack(_ bytes: UnsafeRawBufferPointer, written: Int) -> Int {
    let part = unsafe bytes[..<written]
    size += UInt64(unsafe part.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    ftruncate(descriptor, off_t(size))
    return unsafe part.count { $0 == UInt8(ascii: "\n") }
  }
}
