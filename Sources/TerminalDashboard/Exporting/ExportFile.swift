import Foundation

/// Why a file can't be written, in a sentence.
package struct ExportFileError: Error, Equatable, CustomStringConvertible {
  /// The sentence.
  package let description: String
  /// Whether there is such a file already, which could be replaced.
  package var isOccupied = false
}

/// A file that is there when it is whole, and not before: until then it has another name beside its own.
package final class ExportFile {
  /// The file's name, as it was given.
  package let path: String
  private let target: String
  private let temporary: String
  private var descriptor: Int32

  /// - Parameters:
  ///   - path: The file's name.
  ///   - overwrites: Whether it may take the place of another one.
  /// - Throws: `ExportFileError` where there is something of that name already, or nothing can be made there.
  package init(path: String, overwrites: Bool) throws(ExportFileError) {
    self.path = path
    // What a link leads to is replaced, and not the link.
    target = URL(filePath: path).resolvingSymlinksInPath().path(percentEncoded: false)
    var status = stat()
    if unsafe stat(target, &status) == 0 {
      guard status.st_mode & S_IFMT == S_IFREG else {
        throw ExportFileError(description: "'\(path)' is no file that could be replaced.")
      }
      guard overwrites else { throw ExportFileError(description: "'\(path)' is there already.", isOccupied: true) }
    }
    temporary = "\(target).\(ProcessInfo.processInfo.processIdentifier).part"
    descriptor = unsafe open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw Self.problem(path) }
  }

  deinit { cancel() }

  /// Appends bytes.
  package func write(_ bytes: [UInt8]) throws(ExportFileError) {
    guard Self.write(bytes, to: descriptor) else { throw Self.problem(path) }
  }

  /// The file is whole, and gets its name.
  package func finish() throws(ExportFileError) {
    guard fsync(descriptor) == 0 || errno == EINVAL, close(descriptor) == 0 else { throw Self.problem(path) }
    descriptor = -1
    guard unsafe rename(temporary, target) == 0 else {
      let problem = Self.problem(path)
      unsafe unlink(temporary)
      throw problem
    }
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

  /// What the system's last error means for the file.
  private static func problem(_ path: String) -> ExportFileError {
    let words = unsafe String(cString: strerror(errno))
    let clause = words.prefix(1).lowercased() + words.dropFirst()
    return ExportFileError(description: "'\(path)' can't be written: \(clause).")
  }
}
