/// A key that was pressed, or text that was pasted.
public enum Key: Hashable, Sendable {
  /// A key that writes a character, with Shift applied.
  case character(Character)
  /// A letter with Control held, in lower case; `.control("l")` is ^L.
  case control(Character)
  /// A key that writes a character, with Alt held.
  case alt(Character)
  /// Arrows.
  case up, down, left, right
  /// Ends of a line or a list.
  case home, end
  /// A screenful back and on.
  case pageUp, pageDown
  /// Return.
  case enter
  /// Esc.
  case escape
  /// Tab, and Tab with Shift.
  case tab, backTab
  /// Deletes what stands before the cursor.
  case backspace
  /// Deletes what stands under the cursor.
  case delete
  /// Ins.
  case insert
  /// F1 and on.
  case function(Int)
  /// Text that came in one piece from the clipboard.
  case paste(String)
}
