import Foundation
import ModuleLifecycle

/// A regular file that is open for reading at any offset, by several threads at once.
struct OpenFile: ~Copyable, Sendable {
  let path: String
  /// The size when the file was opened, in bytes.
  let size: UInt64
  private let descriptor: Int32

  init(path: String) throws(RecordingError) {
    // Not blocking: opening a pipe without a writer would wait.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw Self.error(path) }
    try self.init(descriptor: descriptor, path: path)
  }

  /// Takes ownership of an open descriptor.
  ///
  /// - Parameter path: The file's name in errors.
  init(descriptor: Int32, path: String) throws(RecordingError) {
    var status = stat()
    let problem: RecordingError? =
      if unsafe fstat(descriptor, &status) != 0 {
        Self.error(path)
      } else if status.st_mode & S_IFMT == S_IFDIR {
        RecordingError(.folder, path: path)
      } else if status.st_mode & S_IFMT != S_IFREG {
        RecordingError(.notAFile, path: path)
      } else {
        nil
      }
    if let problem {
      close(descriptor)
      throw problem
    }
    self.path = path
    self.descriptor = descriptor
    size = UInt64(max(0, status.st_size))
  }

  deinit { close(descriptor) }

  /// Reads bytes at `offset` into `buffer` from index `place`: as many as fit and the file had when it was opened.
  ///
  /// - Returns: The number of bytes read.
  func read(at offset: UInt64, into buffer: inout [UInt8], from place: Int) throws(RecordingError) -> Int {
    guard offset < size, place < buffer.count else { return 0 }
    let wanted = Int(min(UInt64(buffer.count - place), size - offset))
    var done = 0
    while done < wanted {
      let start = place + done
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: bytes[start...])
        return unsafe pread(descriptor, rest.baseAddress, wanted - done, off_t(offset) + off_t(done))
      }
      if count > 0 {
        done += count
      } else if count == 0 {
        throw RecordingError(.changed, path: path)
      } else if errno != EINTR {
        throw Self.error(path)
      }
    }
    return done
  }

  /// The error for a file after a failed system call, from `errno`.
  static func error(_ path: String) -> RecordingError {
    let code = errno
    switch code {
    case ENOENT: return RecordingError(.missing, path: path)
    case EISDIR: return RecordingError(.folder, path: path)
    // Even opening a socket fails.
    case ENXIO, EOPNOTSUPP: return RecordingError(.notAFile, path: path)
    default:
      return RecordingError(.unreadable(SystemError.words(code)), path: path)
    }
  }
}
