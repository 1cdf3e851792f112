import CNcurses
import TerminalUI

/// Which key stands behind what curses reads.
enum KeyMapping {
  /// Codes that curses is told to give for the marks around pasted text; above all of its own.
  static let pasteBegins: UInt32 = 0xF000
  static let pasteEnds: UInt32 = 0xF001

  /// The key for a scalar that was typed.
  static func key(scalar: UInt32) -> Key? {
    switch scalar {
    case 0x09: return .tab
    case 0x0A, 0x0D: return .enter
    case 0x1B: return .escape
    case 0x08, 0x7F: return .backspace
    case 0x00: return .control("@")
    case 0x01...0x1A: return Unicode.Scalar(scalar + 0x60).map { .control(Character($0)) }
    case 0x1C...0x1F: return Unicode.Scalar(scalar + 0x40).map { .control(Character($0)) }
    case 0x80...0x9F: return nil
    default: return Unicode.Scalar(scalar).map { .character(Character($0)) }
    }
  }

  /// The key for a code of a function key; nil for what no program needs.
  static func key(code: UInt32) -> Key? {
    guard let code = Int32(exactly: code) else { return nil }
    if let key = keys[code] { return key }
    let first = rollcall_function_key(1)
    return (first..<first + 24).contains(code) ? .function(Int(code - first) + 1) : nil
  }

  private static let keys: [Int32: Key] = [
    KEY_UP: .up, KEY_DOWN: .down, KEY_LEFT: .left, KEY_RIGHT: .right, KEY_HOME: .home, KEY_END: .end,
    KEY_PPAGE: .pageUp, KEY_NPAGE: .pageDown, KEY_ENTER: .enter, KEY_BTAB: .backTab, KEY_BACKSPACE: .backspace,
    KEY_DC: .delete, KEY_IC: .insert,
  ]
}
