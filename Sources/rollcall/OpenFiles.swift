#if CommandLine
import Foundation

/// The files that the process may have open. Foundation and Dispatch trap where they can't open theirs, and do not say why.
enum OpenFiles {
  /// What Foundation takes for granted when it starts a process.
  private static let needed: rlim_t = 256

  #if canImport(Darwin)
  private static let resource = RLIMIT_NOFILE
  #else
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif

  /// Raises the limit where it is too low.
  ///
  /// - Throws: `Failure` where the system does not let it be raised.
  static func ensure() throws {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return }
    let before = limit.rlim_cur
    limit.rlim_cur = needed
    guard unsafe setrlimit(resource, &limit) != 0 else { return }
    throw Failure(
      "This process may have \(before) files open, and needs \(needed). Raise the limit: 'ulimit -n \(needed)'.",
      code: .systemError)
  }
}
#endif
