/// One of the terminal's own sixteen colours, or its default.
///
/// What they look like is the user's choice: a theme maps them.
public enum Color: UInt8, Hashable, Sendable, CaseIterable {
  /// The terminal's default.
  case standard
  /// The eight colours that every colour terminal has.
  case black, red, green, yellow, blue, magenta, cyan, white
  /// Their bright forms; a terminal of eight colours shows the plain ones in bold.
  case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
}
