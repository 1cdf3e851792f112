import CNcurses
package import TerminalUI

/// The character set that the C library, and so curses, believes the terminal to have.
package enum CharacterSet {
  /// Adopts the user's, and gives the signs that can be drawn with; where Unicode is wanted, adopts UTF-8 instead.
  @discardableResult
  package static func adopt(for choice: GlyphChoice = .automatic) -> GlyphSet {
    let isUnicode = rollcall_adopt_character_set(choice == .unicode ? 1 : 0) != 0
    return isUnicode && choice != .ascii ? .unicode : .ascii
  }
}
