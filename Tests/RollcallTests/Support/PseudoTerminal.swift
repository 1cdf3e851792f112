import Foundation
import Testing

/// A terminal whose other end belongs to the test.
final class PseudoTerminal: Sendable {
  private let end: Int32
  private let name: String
  /// The device that a program uses as its terminal.
  let device: FileHandle

  init(columns: UInt16 = 120, rows: UInt16 = 40) throws {
    #if os(Linux)
    end = unsafe open("/dev/ptmx", O_RDWR | O_NOCTTY)
    var (lock, number) = (Int32(0), Int32(0))
    // TIOCSPTLCK and TIOCGPTN. Swift imports neither these macros nor the C library's functions for them.
    try #require(unsafe ioctl(end, 0x4004_5431, &lock) == 0 && ioctl(end, 0x8004_5430, &number) == 0)
    name = "/dev/pts/\(number)"
    #else
    end = posix_openpt(O_RDWR | O_NOCTTY)
    try #require(end >= 0 && grantpt(end) == 0 && unlockpt(end) == 0)
    name = try unsafe String(cString: #require(ptsname(end)))
    #endif
    let descriptor = unsafe open(name, O_RDWR | O_NOCTTY)
    try #require(descriptor >= 0)
    device = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    try #require(unsafe ioctl(end, UInt(TIOCSWINSZ), &size) == 0)
  }

  deinit { close(end) }

  /// The modes that programs and shells change.
  var modes: [tcflag_t] {
    get throws {
      var modes = termios()
      try #require(unsafe tcgetattr(device.fileDescriptor, &modes) == 0)
      // On macOS, these two change by themselves.
      return [modes.c_iflag, modes.c_oflag, modes.c_lflag & ~tcflag_t(PENDIN | FLUSHO)]
    }
  }

  /// Types a text.
  func type(_ text: String) throws {
    let bytes = Array(text.utf8)
    try #require(unsafe write(end, bytes, bytes.count) == bytes.count)
  }

  /// Writes to the device until it is full.
  func fill() throws {
    let descriptor = unsafe open(name, O_RDWR | O_NOCTTY | O_NONBLOCK)
    try #require(descriptor >= 0)
    defer { close(descriptor) }
    let spaces = [UInt8](repeating: 0x20, count: 512)
    while unsafe write(descriptor, spaces, spaces.count) > 0 {}
  }
}
