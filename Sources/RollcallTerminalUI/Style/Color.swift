/// The terminal's sixteen colours, and its default colour.
///
/// The user's terminal theme defines what they look like.
public enum Color: UInt8, Hashable, Sendable, CaseIterable {
  /// The terminal's default colour.
  case standard
  /// The eight colours of every colour terminal.
  case black, red, green, yellow, blue, magenta, cyan, white
  /// The bright colours. A terminal with eight colours shows the plain ones in bold.
  case brightBlack, brightRed, brightGreen, brightYellow, brightBlue, brightMagenta, brightCyan, brightWhite
}
