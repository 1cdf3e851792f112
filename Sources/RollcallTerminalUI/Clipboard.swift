/// How a text reaches the user's clipboard.
public enum Clipboard: Hashable, Sendable {
  /// The terminal is asked by a sequence (OSC 52). It does not report whether it obeys.
  case terminal
  /// tmux or screen is asked in the same way. tmux obeys only if its option `set-clipboard` is `on`.
  case multiplexer
  /// tmux takes the text by its command, reports that, and passes it on to its own terminal.
  case tmux
  /// The Mac's pasteboard takes the text by its command. Apple's Terminal ignores the sequence, and does not say so.
  case pasteboard

  /// Returns the way to the clipboard; `nil` if there is none.
  ///
  /// - Parameters:
  ///   - type: The terminal's type.
  ///   - isXtermLike: Whether it supports xterm's sequences.
  ///   - environment: Returns the value of a variable. Terminals and ssh set those that are asked for.
  package init?(type: String, isXtermLike: Bool, environment: (String) -> String?) {
    let isMultiplexer = type.hasPrefix("tmux") || type.hasPrefix("screen")
    if environment("TMUX")?.isEmpty == false {
      self = .tmux
    } else if environment("TERM_PROGRAM") == "Apple_Terminal", environment("SSH_CONNECTION") == nil {
      self = .pasteboard
    } else if isXtermLike {
      self = isMultiplexer ? .multiplexer : .terminal
    } else {
      return nil
    }
  }

  /// The command that copies its standard input; `nil` if the terminal is asked instead.
  package var command: [String]? {
    switch self {
    case .tmux: ["tmux", "load-buffer", "-w", "-"]
    case .pasteboard: ["pbcopy"]
    case .terminal, .multiplexer: nil
    }
  }
}
