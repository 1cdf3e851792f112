#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The errors of the system that have words of their own here.
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

  /// How many files the process may have open.
  private static var fileLimit: String {
    var limit = rlimit()
    #if canImport(Darwin)
    let code = unsafe getrlimit(RLIMIT_NOFILE, &limit)
    #elseif canImport(Glibc)
    let code = unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    #else
    let code = unsafe getrlimit(RLIMIT_NOFILE, &limit)
    #endif
    return code == 0 ? ", of \(limit.rlim_cur) that it may have; 'ulimit -n' sets that" : ""
  }

  /// An error as the end of a sentence.
  package static func words(_ code: Int32) -> String {
    switch code {
    case ENOSPC: return "there is no space left on the disk"
    case EDQUOT: return "no more space is granted on that disk"
    case EFBIG: return "a file may not become so large there"
    case EROFS: return "that disk can only be read"
    case EACCES, EPERM: return "that is not permitted"
    case ENOENT: return "there is no such file or folder"
    case ENOTDIR: return "a part of its path is no folder"
    case EISDIR: return "it is a folder"
    case EBADF: return "it is not open for that"
    case EIO: return "the disk does not work"
    case ENAMETOOLONG: return "the name is too long"
    case EMFILE: return "this process has too many files open\(fileLimit)"
    case ENFILE: return "too many files are open on this machine"
    default:
      let words = unsafe String(cString: strerror(code))
      return words.prefix(1).lowercased() + words.dropFirst()
    }
  }
}
