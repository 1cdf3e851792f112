import RollcallCTerminal

/// How a terminal program ended.
public enum TerminalResult: Hashable, Sendable {
  /// The program was finished.
  case quit
  /// A signal ended it: interrupt, termination, or the terminal's hang-up.
  case signal(Int32)

  /// Ends the process by the signal that ended the program, so that the parent process sees it. Returns after `quit`.
  public func raiseSignal() {
    if case .signal(let number) = self { rollcall_raise_by_default(number) }
  }
}
