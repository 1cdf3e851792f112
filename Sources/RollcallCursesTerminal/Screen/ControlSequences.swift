import CNcurses
import RollcallTextFormatting

/// Control sequences that the terminal's description lacks.
enum ControlSequences {
  static let pasteMarksOn = "\u{1B}[?2004h"
  static let pasteMarksOff = "\u{1B}[?2004l"
  /// Reports clicks and the wheel, in decimal if the terminal can.
  static let mouseOn = "\u{1B}[?1000h\u{1B}[?1006h"
  static let mouseOff = "\u{1B}[?1000l\u{1B}[?1002l\u{1B}[?1003l\u{1B}[?1006l"

  /// Makes the terminal report keys in their usual bytes, even if a crashed program left another form switched on:
  /// kitty's, whose present form the terminal keeps, and xterm's `modifyOtherKeys`.
  static let usualKeys = "\u{1B}[>0u\u{1B}[>4;0m"
  /// Restores kitty's form, and resets xterm's to the terminal's setting, because its present one can't be kept.
  static let previousKeys = "\u{1B}[<u\u{1B}[>4m"

  /// Whether a terminal type supports xterm's sequences, or ignores those that it does not know.
  static func isXtermLike(type: String) -> Bool {
    let families = [
      "xterm", "tmux", "screen", "rxvt", "alacritty", "kitty", "foot", "konsole", "vte", "gnome", "iterm", "wezterm",
      "st-", "ghostty", "contour",
    ]
    return type == "st" || families.contains { type.hasPrefix($0) }
  }

  /// Returns a string of the terminal's description without delay marks; `nil` if the description lacks it.
  static func capability(_ name: String) -> String? {
    guard let string = unsafe rollcall_capability(name) else { return nil }
    return withoutDelays(unsafe String(cString: string))
  }

  /// Returns a string without delay marks such as `$<5/>`. Most strings have none, and always using a regular
  /// expression would delay the first frame by two milliseconds.
  static func withoutDelays(_ capability: String) -> String {
    guard capability.utf8.contains(UInt8(ascii: "$")) else { return capability }
    return capability.replacing(/\$<[^>]*>/, with: "")
  }

  /// Returns the sequence that copies text to the user's clipboard (OSC 52). The text is made printable, so that it is
  /// harmless where it is pasted.
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
