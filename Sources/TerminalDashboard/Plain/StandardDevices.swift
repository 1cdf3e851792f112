#if CommandLine
import Foundation

/// The devices that a process begins with: standard input, output and error.
///
/// A shell can close them, as with `<&-`. What is opened next stands in their place then, be it a pipe of this program's
/// own.
package enum StandardDevices {
  /// Puts something in the place of those that are closed: an input that is at its end, an output that can't be written,
  /// and errors that nobody reads. To be called before anything else is opened.
  package static func fill() {
    // Each gets the lowest number that is free, so those before it must be there already.
    for (device, mode) in [(STDIN_FILENO, O_RDONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY)]
    where fcntl(device, F_GETFD) < 0 {
      _ = unsafe open("/dev/null", mode)
    }
  }
}
#endif
