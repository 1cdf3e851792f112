import Foundation
import ModuleLifecycle

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The file that a recording is written to: it ends with a whole line, whatever happens, unless the process is killed
/// amid a write.
///
/// Only its owner may read it: events have addresses and tokens among their arguments. Of two recordings one can't take
/// the other's file.
struct RecordingOutput: ~Copyable {
  let path: String
  let descriptor: Int32
  /// The path as it was when the file was opened, whatever the working folder is later.
  let absolutePath: String
  /// Whether there was no such file before.
  private let isNew: Bool
  private let disk: RecordingDisk
  /// The bytes of the lines that are in the file.
  private(set) var size: UInt64 = 0

  /// Opens a file for a recording.
  ///
  /// - Parameters:
  ///   - application: Whose recording it is, for the error that suggests a name.
  ///   - disk: How bytes get to the file; tests pass their own, which fail.
  /// - Throws: `RecordingStartError` when there is something of that name already, or it can't be written.
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

  /// Takes the file away again, where there was none before: for a recording that can't begin after all.
  func removeIfNew() {
    if isNew { unsafe unlink(path) }
  }

  /// Opens a file that is empty then and nobody else's.
  private static func open(
    _ path: String, overwriting: Bool, application: String
  ) throws(RecordingStartError) -> (descriptor: Int32, isNew: Bool) {
    guard !path.isEmpty else { throw .hasNoName }
    // Not blocking: the opening of a pipe would wait for a reader. Of files it changes nothing.
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

  /// Empties a file and makes it its owner's only, unless it is another's, or none.
  private static func take(_ descriptor: Int32, _ path: String, isNew: Bool) -> RecordingStartError? {
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { return .refused(path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { return .isNoFile(path) }
    // Some disks have no locks; a recording on them is better than none.
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

  /// What speaks against writing to what is there already.
  private static func check(
    _ path: String, overwriting: Bool, application: String
  ) throws(RecordingStartError) {
    switch kind(of: path) {
    case S_IFDIR: throw .isFolder(path, application: application)
    case S_IFREG, nil: if !overwriting { throw .exists(path) }
    default: throw .isNoFile(path)
    }
  }

  /// What kind of thing is at a path; `nil` where there is nothing, or a link to nothing.
  private static func kind(of path: String) -> mode_t? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status.st_mode & S_IFMT : nil
  }

  /// Adds lines, each with its end.
  ///
  /// - Parameter count: How many these are.
  /// - Returns: The error's number when not all of them could be written; those that could not are not in the file.
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

  /// Takes a line off the file of which only a part was written.
  ///
  /// - Returns: How many lines stay.
  private mutating func cutBack(_ bytes: UnsafeRawBufferPointer, written: Int) -> Int {
    let part = unsafe bytes[..<written]
    size += UInt64(unsafe part.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0)
    ftruncate(descriptor, off_t(size))
    return unsafe part.count { $0 == UInt8(ascii: "\n") }
  }
}
