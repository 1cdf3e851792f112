#if CommandLine
import Foundation
import ModuleLifecycle
import Synchronization

/// Why a file can't be written, in a sentence.
package struct ExportFileError: Error, Equatable, CustomStringConvertible {
  /// The sentence.
  package let description: String
  /// The system's number for it; 0 where it has none.
  package var code: Int32 = 0

  /// Whether the file could be made, and then could not be written.
  package var hasBegun = false

  /// Whether there is such a file already, which could be replaced.
  package var isOccupied: Bool { code == EEXIST }
}

/// A file that is there when it is whole, and not before: until then it has another name beside its own.
package final class ExportFile {
  /// The file's name, as it was given.
  package let path: String
  private let target: String
  /// Where it is until it is whole.
  package let temporary: String
  private let overwrites: Bool
  private var descriptor: Int32
  /// How many files were begun, so that no two have the same name until they are whole.
  private static let count = Atomic(0)

  /// - Parameters:
  ///   - path: The file's name.
  ///   - overwrites: Whether it may take the place of another one, which then gives it its permissions.
  ///   - mode: The permissions of a new file. Only its owner may read it: events have addresses and tokens among their
  ///     arguments.
  /// - Throws: `ExportFileError` where there is something of that name already, or nothing can be made there.
  package init(path: String, overwrites: Bool, mode: UInt32 = 0o600) throws(ExportFileError) {
    self.path = path
    self.overwrites = overwrites
    // What a link leads to is replaced, and not the link.
    target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    var status = stat()
    let isThere = unsafe stat(target, &status) == 0
    if isThere {
      guard status.st_mode & S_IFMT == S_IFREG else {
        let code = status.st_mode & S_IFMT == S_IFDIR ? EISDIR : 0
        throw ExportFileError(description: "'\(path)' is no file that could be replaced.", code: code)
      }
      guard overwrites else { throw Self.problem(path, EEXIST) }
    } else if !overwrites, unsafe lstat(target, &status) == 0 {
      // A link to nothing.
      throw Self.problem(path, EEXIST)
    }
    let opened = Self.openTemporary(beside: target, mode: mode)
    temporary = opened.path
    descriptor = opened.descriptor
    guard descriptor >= 0 else { throw Self.problem(path, errno) }
    if isThere { fchmod(descriptor, status.st_mode & 0o777) }
  }

  deinit { cancel() }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(ExportFileError) {
    guard Self.write(bytes, to: descriptor) else { throw Self.problem(path, errno, hasBegun: true) }
  }

  /// The file is whole, and gets its name.
  package func finish() throws(ExportFileError) {
    guard fsync(descriptor) == 0 || errno == EINVAL else { throw Self.problem(path, errno, hasBegun: true) }
    // Once it was to be closed, the number may be another file's, even where that failed.
    let written = descriptor
    descriptor = -1
    guard close(written) == 0, takePlace() else {
      let problem = Self.problem(path, errno, hasBegun: errno != EEXIST)
      unsafe unlink(temporary)
      throw problem
    }
  }

  /// Gives the file its name. Unless it overwrites, a file that has come meanwhile stays.
  private func takePlace() -> Bool {
    if overwrites { return unsafe rename(temporary, target) == 0 }
    if unsafe link(temporary, target) == 0 {
      unsafe unlink(temporary)
      return true
    }
    guard [EPERM, EOPNOTSUPP, ENOSYS].contains(errno) else { return false }
    // A disk without links: the name is taken first, and then replaced.
    let place = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
    guard place >= 0 else { return false }
    close(place)
    if unsafe rename(temporary, target) == 0 { return true }
    let code = errno
    unsafe unlink(target)
    errno = code
    return false
  }

  /// Leaves nothing behind, unless the file is whole.
  package func cancel() {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unsafe unlink(temporary)
    descriptor = -1
  }

  /// Writes all bytes to a descriptor.
  ///
  /// - Returns: Whether it could; `errno` says why not.
  package static func write(_ bytes: [UInt8], to descriptor: Int32) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = unsafe rest.withUnsafeBytes { buffer in
        #if canImport(Darwin)
        unsafe Darwin.write(descriptor, buffer.baseAddress, buffer.count)
        #else
        unsafe Foundation.write(descriptor, buffer.baseAddress, buffer.count)
        #endif
      }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return false }
    }
    return true
  }

  /// Makes a file that is nobody else's.
  ///
  /// - Returns: A negative descriptor where there can be none; `errno` says why.
  private static func openTemporary(beside target: String, mode: UInt32) -> (path: String, descriptor: Int32) {
    while true {
      let number = count.add(1, ordering: .relaxed).newValue
      let path = "\(target).\(ProcessInfo.processInfo.processIdentifier)-\(number).part"
      let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
      let descriptor = unsafe open(path, flags, mode_t(mode))
      if descriptor >= 0 || errno != EEXIST { return (path, descriptor) }
    }
  }

  /// What an error of the system means for the file.
  private static func problem(_ path: String, _ code: Int32, hasBegun: Bool = false) -> ExportFileError {
    let description =
      code == EEXIST ? "'\(path)' is there already." : "'\(path)' can't be written: \(SystemError.words(code))."
    return ExportFileError(description: description, code: code, hasBegun: hasBegun)
  }
}
#endif
