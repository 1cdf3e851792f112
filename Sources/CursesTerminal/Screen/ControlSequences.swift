import CNcurses
import TextFormatting

/// Bytes for a terminal that are not in its description.
enum ControlSequences {
  static let pasteMarksOn = "\u{1B}[?2004h"
  static let pasteMarksOff = "\u{1B}[?2004l"
  /// Clicks and the wheel, in decimal where the terminal can.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l"

  /// Whether a terminal of a type obeys the sequences of xterm.
  static func isXtermLike(type: String) -> Bool {
    let families = [
      "xterm", "tmux", "screen", "rxvt", "alacritty", "kitty", "foot", "konsole", "vte", "gnome", "iterm", "wezterm",
      "st-", "ghostty", "contour",
    ]
    return type == "st" || families.contains { type.hasPrefix($0) }
  }

  /// A string of the terminal's description, without its marks for delays; nil where the description has none.
  static func capability(_ name: String) -> String? {
    guard let string = unsafe rollcall_capability(name) else { return nil }
    return withoutDelays(unsafe String(cString: string))
  }

  /// A string without marks for delays, such as `$<5/>`. Most have none, and a regular expression would cost two
  /// milliseconds of the time to the first frame.
  static func withoutDelays(_ capability: String) -> String {
    guard capability.utf8.contains(UInt8(ascii: "$")) else { return capability }
    return capability.replacing(/\$<[^>]*>/, with: "")
  }

  /// The sequence that puts text on the user's clipboard (OSC 52). Where it is pasted it must do nothing, so it is made
  /// printable.
  static func copy(_ text: String) -> String { "\u{1B}]52;c;\(base64(Array(text.printable().utf8)))\u{07}" }

  private static func base64(_ bytes: [UInt8]) -> String {
    let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = (0..<3).reduce(0) { $0 << 8 | ($1 < group.count ? Int(group[start + $1]) : 0) }
      for position in 0..<4 {
        text.append(position <= group.count ? digits[bits >> (18 - 6 * position) & 63] : "=")
      }
    }
    return text
  }
}
