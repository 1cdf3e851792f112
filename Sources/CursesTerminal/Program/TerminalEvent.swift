public import TerminalUI

/// What happens to a terminal program.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed, or text pasted.
  case key(Key)
  /// Text was being pasted, and its end did not come within a second. What came of it is dropped, and so is all that comes
  /// until `unfinishedPasteIsOver`.
  case unfinishedPaste
  /// The end of that text has come after all, or Escape was pressed: keys are keys again.
  case unfinishedPasteIsOver
  /// The mouse was used.
  case mouse(MouseEvent)
  /// The screen has a new size.
  case resize(Size)
  /// Somebody called `TerminalWaker.wake()`, once or more often.
  case woken
  /// The program's tick interval is over.
  case tick
  /// Somebody in this program, or a child of it, printed a line.
  case output(line: String)
  /// The program was stopped and goes on.
  case resumed
  /// The program is being ended by a signal; the last event.
  case terminate(signal: Int32)
}
