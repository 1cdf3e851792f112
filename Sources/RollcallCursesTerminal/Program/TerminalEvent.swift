public import RollcallTerminalUI

/// An event for a terminal program.
public enum TerminalEvent: Hashable, Sendable {
  /// The user pressed a key, pasted a text or used the mouse.
  case input(TerminalInput)
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
