/// The user's input, as received from a terminal.
public enum TerminalInput: Hashable, Sendable {
  /// A key was pressed, or text was pasted.
  case key(Key)
  /// The terminal reported a mouse event.
  case mouse(MouseEvent)
  /// The end of a paste is overdue. The text, and all input until `unfinishedPasteIsOver`, is dropped.
  case unfinishedPaste
  /// The end of the paste has arrived after all, or the user pressed Escape. Keys work again.
  case unfinishedPasteIsOver
}
