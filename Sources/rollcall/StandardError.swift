import Foundation

/// Where the user is told what does not belong into the output.
enum StandardError {
  /// Says something. Where nobody can hear it, nothing happens.
  static func say(_ text: String) { try? FileHandle.standardError.write(contentsOf: Data(text.utf8)) }
}
