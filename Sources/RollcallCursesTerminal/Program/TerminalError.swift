/// The reason why there is no screen. Nothing on the terminal has changed.
public enum TerminalError: Error, Hashable, Sendable {
  /// A standard stream is not a terminal.
  case notATerminal(StandardStream)
  /// The environment variable `TERM` is not set.
  case missingType
  /// The type in `TERM` is not in the terminal database.
  case unknownType(String)
  /// There is no terminal database.
  case missingDatabase(type: String)
  /// A terminal of this type can only write at its end.
  case noCursorAddressing(type: String)
  /// The system refused a resource. The text completes "The terminal can't be used: …".
  case unavailable(String)

  /// A stream that must be a terminal.
  public enum StandardStream: String, Hashable, Sendable {
    /// Standard input, the source of keys.
    case input
    /// Standard output, which shows the screen.
    case output
  }
}

extension TerminalError: CustomStringConvertible {
  /// The message, with advice on how to fix it.
  public var description: String {
    switch self {
    case .notATerminal(let stream):
      "No terminal: standard \(stream.rawValue) is not one. Start this in a terminal and do not redirect it."
    case .missingType:
      "The type of the terminal is unknown: TERM is not set. Set it, for example TERM=xterm-256color."
    case .unknownType(let type):
      "The terminal type \"\(type)\" in TERM is unknown here. Use one that is known, for example TERM=xterm-256color."
    case .missingDatabase(let type):
      "The terminal type \"\(type)\" can't be looked up: no terminfo database was found. Install it, or set TERMINFO."
    case .noCursorAddressing(let type):
      "A terminal of type \"\(type)\" (TERM) can't place text on its screen. "
        + "If yours can, name its type, for example TERM=xterm-256color."
    case .unavailable(let what):
      "The terminal can't be used: \(what)."
    }
  }
}
