#if CommandLine
import Foundation

/// Which file a path leads to, whatever its name.
struct FileIdentity: Equatable {
  private let device: UInt64
  private let node: UInt64

  /// - Returns: `nil` where there is none.
  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return nil }
    (device, node) = (UInt64(truncatingIfNeeded: status.st_dev), UInt64(status.st_ino))
  }
}
#endif
