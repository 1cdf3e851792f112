#if CommandLine
import Foundation
import ModuleLifecycle
import RollcallRecordings
import Synchronization
import RollcallTextFormatting

/// Why a file can't be written, in one sentence.
package struct ExportFileError: Error, Equatable, CustomStringConvertible {
  package let description: String
  /// The system's error code; 0 if there is none.
  package var code: Int32 = 0

  /// Whether the file was created before it could not be written.
  package var hasBegun = false

  /// Whether the file already exists and could be replaced.
  package var isOccupied: Bool { code == EEXIST }
}

/// A file that appears under its name only when it is complete. Until then, it has a temporary name in the same folder.
package final class ExportFile {
  /// The file's path, as given.
  package let path: String
  private let target: String
  package let temporary: String
  private let overwrites: Bool
  private var descriptor: Int32
  /// The number of files created so far, which keeps temporary names unique.
  private static let count = Atomic(0)

  /// Creates the temporary file.
  ///
  /// - Parameters:
  ///   - path: The file's path.
  ///   - overwrites: Whether to replace an existing file and keep its permissions.
  ///   - mode: The permissions of a new file. By default, only the owner can read it: event arguments contain addresses
  ///     and tokens.
  /// - Throws: `ExportFileError` if the path already exists, or nothing can be created there.
  package init(path: String, overwrites: Bool, mode: UInt32 = 0o600) throws(ExportFileError) {
    RecorderThread.sizeLimitCausesError()
    self.path = path
    self.overwrites = overwrites
    target = Self.resolved(path)
    var status = stat()
    let isThere = unsafe stat(target, &status) == 0
    if isThere {
      guard status.st_mode & S_IFMT == S_IFREG else {
        let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : 0
        throw ExportFileError(description: "'\(path)' is not a file that can be replaced.", code: code)
      }
      guard overwrites else { throw Self.problem(path, EEXIST) }
    } else if !overwrites, unsafe lstat(target, &status) == 0 {
      // A dangling link.
      throw Self.problem(path, EEXIST)
    }
    let opened = Self.openTemporary(beside: target, mode: mode)
    temporary = opened.path
    descriptor = opened.descriptor
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
    if isThere { fchmod(descriptor, status.st_mode & 0o777) }
  }

  deinit { cancel() }

  /// The path of what is replaced, as the system sees it: the target of a link, not the link; and a folder may be named `~`.
  private static func resolved(_ path: String) -> String {
    guard let found = unsafe realpath(path, nil) else { return path }
    defer { unsafe free(found) }
    return unsafe String(cString: found)
  }

  package func write(_ bytes: [UInt8]) throws(ExportFileError) {
    guard Self.write(bytes, to: descriptor) else { throw Self.problem(path, errno, hasBegun: true) }
  }

  /// Completes the file and gives it its name.
  package func finish() throws(ExportFileError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.problem(path, errno, hasBegun: true) }
    // After a call to `close`, even a failed one, the number can belong to another file.
    let written = descriptor
    descriptor = -1
    guard close(written) == 0, takePlace() else {
      let problem = Self.problem(path, errno, hasBegun: errno != EEXIST)
      unsafe unlink(temporary)
      throw problem
    }
  }

  /// Gives the file its name. Unless it overwrites, it reserves the name first, so that a file that was created
  /// meanwhile stays.
  private func takePlace() -> Bool {
    if !overwrites {
      let place = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
      guard place >= 0 else { return false }
      close(place)
    }
    if unsafe rename(temporary, target) == 0 { return true }
    let code = errno
    if !overwrites { unsafe unlink(target) }
    errno = code
    return false
  }

  /// Removes the file, unless it is complete.
  package func cancel() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unsafe unlink(temporary)
    descriptor = -1
  }

  /// Writes all bytes to a descriptor.
  ///
  /// - Returns: Whether this succeeded. If not, `errno` contains the reason.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  /// Creates a new file that no other process has open.
  ///
  /// - Returns: A negative descriptor if this is impossible; `errno` contains the reason.
  private static func openTemporary(beside target: String, mode: UInt32) -> (path: String, descriptor: Int32) {
    while true {
      let number = count.add(1, ordering: .relaxed).newValue
      let path = "\(target).\(ProcessInfo.processInfo.processIdentifier)-\(number).part"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = unsafe open(path, flags, mode_t(mode))
      if descriptor >= 0 || errno != EEXIST { return (path, descriptor) }
    }
  }

  /// Describes a system error for the file.
  private static func problem(_ path: String, _ code: Int32, hasBegun: Bool = false) -> ExportFileError {
    let description =
      code == EEXIST ? "'\(path)' already exists." : "'\(path)' can't be written: \(SystemError.words(code))."
    return ExportFileError(description: description, code: code, hasBegun: hasBegun)
  }
}
#endif
