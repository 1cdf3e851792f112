#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The system errors that callers treat differently.
package enum SystemError {
  case noSuchFile
  case notAFolder
  case isFolder
  case exists
  case notPermitted
  case readOnly
  case other

  package init(_ code: Int32) {
    self =
      switch code {
      case ENOENT: .noSuchFile
      case ENOTDIR: .notAFolder
      case EISDIR: .isFolder
      case EEXIST: .exists
      case EACCES, EPERM: .notPermitted
      case EROFS: .readOnly
      default: .other
      }
  }

  /// The limit on open files, as the end of a sentence. Empty when the system doesn't report it.
  private static var fileLimit: String {
    var limit = rlimit()
    #if canImport(Darwin)
    let code = unsafe getrlimit(RLIMIT_NOFILE, &limit)
    #elseif canImport(Glibc)
    let code = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
    let code = unsafe getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return code == 0 ? "; its limit is \(limit.rlim_cur) ('ulimit -n' changes it)" : ""
  }

  /// Returns an error's text as the end of a sentence.
  package static func words(_ code: Int32) -> String {
    switch code {
    case ENOSPC: return "there is no space left on the disk"
    case EDQUOT: return "the disk quota is used up"
    case EFBIG: return "the file would be too large"
    case EROFS: return "the disk is read-only"
    case EACCES, EPERM: return "permission denied"
    case ENOENT: return "there is no such file or folder"
    case ENOTDIR: return "a part of its path is not a folder"
    case EISDIR: return "it is a folder"
    case EBADF: return "it is not open for that"
    case EIO: return "an I/O error occurred"
    case ENAMETOOLONG: return "the name is too long"
    case EMFILE: return "this process has too many files open\(fileLimit)"
    case ENFILE: return "too many files are open on this machine"
    default:
      let words = unsafe String(cString: strerror(code))
      return words.prefix(1).lowercased() + words.dropFirst()
    }
  }
}
