public import TerminalUI

/// An event for a terminal program.
public enum TerminalEvent: Hashable, Sendable {
  /// A key was pressed, or text was pasted.
  case key(Key)
  /// The end of a paste did not arrive within a second. The text, and all input until `unfinishedPasteIsOver`, is
  /// dropped.
  case unfinishedPaste
  /// The end of the paste has arrived after all, or the user pressed Escape. Keys work again.
  case unfinishedPasteIsOver
  /// The mouse was used.
  case mouse(MouseEvent)
  /// The screen has a new size.
  case resize(Size)
  /// `TerminalWaker.wake()` was called, once or several times.
  case woken
  /// The program's tick interval has elapsed.
  case tick
  /// The program was stopped and continues.
  case resumed
  /// A signal is ending the program. This is the last event.
  case terminate(signal: Int32)
}
