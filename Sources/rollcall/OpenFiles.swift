#if CommandLine
import Foundation

/// The limit on open files. Foundation and Dispatch trap without a reason when they can't open theirs.
enum OpenFiles {
  /// The number that Foundation assumes when it starts a process.
  private static let needed: rlim_t = 256

  #if canImport(Darwin)
  private static let resource = RLIMIT_NOFILE
  #else
  private static let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
  #endif

  /// Raises the limit if it is too low.
  ///
  /// - Throws: `Failure` when the system refuses to raise it.
  static func ensure() throws {
    var limit = rlimit()
    guard unsafe getrlimit(resource, &limit) == 0, limit.rlim_cur < needed else { return }
    let before = limit.rlim_cur
    limit.rlim_cur = needed
    guard unsafe setrlimit(resource, &limit) != 0 else { return }
    throw Failure(
      "This process can open \(before) files, but needs \(needed). Raise the limit: 'ulimit -n \(needed)'.",
      code: .systemError)
  }
}
#endif
