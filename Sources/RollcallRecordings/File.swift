import Foundation

/// An open file. Every call of the system about files and their contents is here.
///
/// The descriptor belongs to this value, which closes it. Buffers are passed to the system together with their size, and
/// only for the duration of the call. Whatever fails leaves its number in `errno`.
package struct File: ~Copyable, Sendable {
  private let descriptor: Int32

  /// Takes ownership of an open descriptor.
  init(owning descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Gives up ownership of the descriptor.
  consuming func release() -> Int32 {
    let descriptor = descriptor
    discard self
    return descriptor
  }

  // MARK: Opening

  /// Opens a file that no child process inherits. Only its owner has access, if it is new.
  ///
  /// - Returns: The descriptor. A negative number if that failed.
  package static func opened(_ path: String, _ flags: Int32) -> Int32 { unsafe open(path, flags | O_CLOEXEC, 0o600) }

  /// Returns another descriptor of an open file, or a negative number.
  static func copy(of descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 0) }

  /// Creates a file in a folder and deletes its name. It disappears with its last descriptor. This thread's signals wait
  /// until it has no name.
  static func openUnlinked(in folder: String) -> Int32 {
    RecorderThread.withBlockedSignals {
      let path = "\(folder)/rollcall-\(String(UInt64.random(in: .min ... .max), radix: 36))"
      let descriptor = opened(path, O_RDWR | O_CREAT | O_EXCL)
      if descriptor >= 0 { delete(path) }
      return descriptor
    }
  }

  package static func delete(_ path: String) { unsafe unlink(path) }

  // MARK: Status

  /// The file's status; `nil` if that failed.
  var status: stat? {
    var status = stat()
    return unsafe fstat(descriptor, &status) == 0 ? status : nil
  }

  /// The status of what is at a path; `nil` if that failed, for example because nothing is there.
  static func status(of path: String) -> stat? {
    var status = stat()
    return unsafe stat(path, &status) == 0 ? status : nil
  }

  // MARK: Reading and writing

  /// Reads the next bytes into the buffer, at most as many as fit. Waits for a pipe.
  ///
  /// - Returns: The number of bytes, zero at the end; `nil` if that failed.
  func read(into buffer: inout [UInt8]) -> Int? {
    while true {
      let count = unsafe Foundation.read(descriptor, &buffer, buffer.count)
      if count >= 0 { return count }
      if errno != EINTR { return nil }
    }
  }

  /// Fills the buffer from a position of the file on, as far as the file goes. Can be called by several threads at once.
  ///
  /// - Returns: The number of bytes; `nil` if that failed.
  func fill(_ buffer: inout [UInt8], from offset: UInt64) -> Int? {
    var done = 0
    while done < buffer.count {
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[done...])
        return unsafe pread(descriptor, rest.baseAddress, rest.count, off_t(offset) + off_t(done))
      }
      if count == 0 { break }
      if count > 0 { done += count } else if errno != EINTR { return nil }
    }
    return done
  }

  /// Writes all bytes at the file's end or position.
  ///
  /// - Returns: Those that could not be written, and the error number.
  func write(_ bytes: [UInt8], to disk: RecordingDisk = .system) -> (rest: ArraySlice<UInt8>, code: Int32?) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = disk.write(descriptor, rest)
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if count == 0 || errno != EINTR {
        return (rest, count == 0 ? ENOSPC : errno)
      }
    }
    return (rest, nil)
  }

  /// Cuts the file. Returns whether that succeeded.
  @discardableResult
  func truncate(to size: UInt64) -> Bool { ftruncate(descriptor, off_t(size)) == 0 }

  /// Restricts access to the file's owner. Returns whether that succeeded.
  func restrict() -> Bool { fchmod(descriptor, 0o600) == 0 }

  /// Locks the file against other processes and descriptors until it is closed.
  ///
  /// - Returns: `false` if another one has the lock. Some file systems have no locks: then `true`.
  func lock() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 || errno != EWOULDBLOCK }
}

/// Writes bytes to a file. Tests replace it.
package struct RecordingDisk: Sendable {
  /// Writes bytes to a descriptor, and returns their number. A negative number is an error, which is in `errno`.
  let write: @Sendable (Int32, ArraySlice<UInt8>) -> Int

  package static let system = RecordingDisk { descriptor, bytes in
    unsafe bytes.withUnsafeBytes { unsafe Foundation.write(descriptor, $0.baseAddress, $0.count) }
  }
}
