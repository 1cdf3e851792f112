/// A key that was pressed, or text that was pasted.
public enum Key: Hashable, Sendable {
  /// A character key, with Shift applied.
  case character(Character)
  /// A letter key with Control, in lower case: `.control("l")` is ^L.
  case control(Character)
  /// A character key with Alt.
  case alt(Character)
  /// The arrow keys.
  case up, down, left, right
  /// Home and End.
  case home, end
  /// Page Up and Page Down.
  case pageUp, pageDown
  /// Return.
  case enter
  /// Escape.
  case escape
  /// Tab, and Shift-Tab.
  case tab, backTab
  /// Backspace: deletes the character before the cursor.
  case backspace
  /// Delete: deletes the character under the cursor.
  case delete
  /// Insert.
  case insert
  /// A function key, from F1.
  case function(Int)
  /// Pasted text, with newlines for line ends. At most 64 Ki scalars; the rest is dropped.
  case paste(String)
}
