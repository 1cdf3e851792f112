#if CommandLine
import Foundation

/// Whether there is a terminal that a screen can be drawn on.
enum PlainMode {
  /// Whether lines must do: there is no terminal, or one that can't do more.
  static var isNeeded: Bool {
    isatty(STDIN_FILENO) == 0 || isatty(STDOUT_FILENO) == 0 || ProcessInfo.processInfo.environment["TERM"] == "dumb"
  }
}
#endif
