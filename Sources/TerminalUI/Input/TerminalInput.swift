/// What a terminal has sent, in terms of what the user did.
public enum TerminalInput: Hashable, Sendable {
  /// A key was pressed, or text pasted.
  case key(Key)
  /// The terminal reports what the mouse did.
  case mouse(MouseEvent)
  /// Text was being pasted and its end did not come in time. What came of it is dropped, and so is all that comes until
  /// `unfinishedPasteIsOver`.
  case unfinishedPaste
  /// The end of that text has come after all, or Escape was pressed: keys are keys again.
  case unfinishedPasteIsOver
}
