#if CommandLine
import Foundation
import TextFormatting

/// Where the user is told what does not belong into the output.
enum StandardError {
  /// Says something, made printable. Where nothing can be written, nothing happens.
  static func say(_ text: String) { write(text.printable()) }

  /// Writes what this program itself has for the terminal.
  static func write(_ sequence: String) { try? FileHandle.standardError.write(contentsOf: Data(sequence.utf8)) }
}

/// Where people read what a command found.
enum StandardOutput {
  /// Prints lines, made printable.
  static func say(_ text: String) { print(text.printable()) }
}
#endif
