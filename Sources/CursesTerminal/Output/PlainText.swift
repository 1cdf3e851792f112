import TextFormatting

/// The visible text of a printed line.
enum PlainText {
  /// Returns the line without escape sequences, and printable. If a carriage return overwrote it, returns the last
  /// version.
  static func of(_ line: String) -> String {
    var text = String.UnicodeScalarView()
    var state = State.text
    var isReturning = false
    for scalar in line.unicodeScalars {
      switch (state, scalar.value) {
      case (_, 0x1B): state = state == .command ? .commandEscape : .escape
      case (.escape, 0x5B): state = .sequence
      case (.escape, 0x5D), (.escape, 0x50), (.escape, 0x5E), (.escape, 0x5F): state = .command
      case (.escape, 0x20...0x2F): break
      case (.escape, _), (.sequence, 0x40...0x7E), (.command, 0x07), (.commandEscape, _): state = .text
      case (.sequence, _), (.command, _): break
      case (.text, 0x0D): isReturning = true
      case (.text, _):
        if isReturning { text.removeAll() }
        isReturning = false
        text.append(scalar)
      }
    }
    return String(text).printable(.line)
  }

  private enum State {
    case text
    /// After an escape character.
    case escape
    /// In a control sequence, which ends with a letter.
    case sequence
    /// In a string, which ends with a bell, or with an escape and a backslash.
    case command
    case commandEscape
  }
}
