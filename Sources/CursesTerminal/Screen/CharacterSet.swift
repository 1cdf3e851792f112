import CNcurses

/// The character set that the C library, and so curses, believes the terminal to have.
enum CharacterSet {
  /// Adopts the user's; gives whether it is UTF-8.
  @discardableResult
  static func adopt() -> Bool { rollcall_adopt_character_set() != 0 }
}
