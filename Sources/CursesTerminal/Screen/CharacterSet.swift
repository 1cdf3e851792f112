import CNcurses

/// The character set that the C library, and so curses, believes the terminal to have.
package enum CharacterSet {
  /// Adopts the user's; gives whether it is UTF-8.
  @discardableResult
  package static func adopt() -> Bool { rollcall_adopt_character_set() != 0 }
}
