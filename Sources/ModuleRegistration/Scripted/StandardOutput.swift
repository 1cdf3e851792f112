#if Maps
import Foundation
import TextFormatting

/// Writes lines where a program's output goes.
///
/// `print` would hold them back when the output is a pipe, as it is under a dashboard, until long after the handler
/// that printed them.
enum StandardOutput {
  static func write(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line.printable())\n".utf8))
  }
}
#endif
