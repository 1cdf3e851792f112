/// How a text reaches the user's clipboard.
public enum Clipboard: Hashable, Sendable {
  /// The terminal is asked by a sequence (OSC 52). It does not report whether it obeys.
  case terminal
  /// tmux or screen is asked in the same way. tmux obeys only if its option `set-clipboard` is `on`.
  case multiplexer
  /// tmux takes the text by its command, reports that, and passes it on to its own terminal.
  case tmux

  /// Returns the way to the clipboard; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - type: The terminal's type.
  ///   - isXtermLike: Whether it supports xterm's sequences.
  ///   - isInTmux: Whether the program can run tmux's commands.
  package init?(type: String, isXtermLike: Bool, isInTmux: Bool) {
    let isMultiplexer = type.hasPrefix("tmux") || type.hasPrefix("screen")
    if isInTmux {
      self = .tmux
    } else if isXtermLike {
      self = isMultiplexer ? .multiplexer : .terminal
    } else {
      return nil
    }
  }
}
