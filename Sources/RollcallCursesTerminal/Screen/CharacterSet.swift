import RollcallCTerminal
package import RollcallTerminalUI

/// The terminal's character set, according to the C library and therefore curses.
package enum CharacterSet {
  /// Adopts the user's character set, or UTF-8 if the choice is Unicode. Returns the symbols that can be drawn.
  @discardableResult
  package static func adopt(for choice: GlyphChoice = .automatic) -> GlyphSet {
    let isUnicode = rollcall_adopt_character_set(choice == .unicode ? 1 : 0) != 0
    return isUnicode && choice != .ascii ? .unicode : .ascii
  }
}
