import TerminalUI

/// What a terminal of so many colours shows of a style.
struct ColorPalette: Hashable {
  /// Colours that the terminal has and the user wants.
  var colors: Int
  /// Whether the terminal's default colours can be named; otherwise they are white on black.
  var hasDefaults = true

  /// Colours as curses numbers them (-1 is the terminal's default), and attributes.
  struct Look: Hashable {
    var foreground: Int16
    var background: Int16
    var isBold: Bool
    var isDim: Bool
    var isReversed: Bool
    var isUnderlined: Bool
  }

  /// The nearest look. Where there are eight colours, a bright one is its plain one in bold, except that bright black
  /// is the default, dim: bold black on black can't be read. Where there are fewer, only attributes remain.
  func look(of style: Style) -> Look {
    var look = Look(
      foreground: defaultForeground, background: defaultBackground, isBold: style.isBold, isDim: style.isDim,
      isReversed: style.isReversed, isUnderlined: style.isUnderlined)
    guard colors >= 8 else { return look }
    if style.background != .standard { look.background = number(of: style.background) }
    if style.foreground == .brightBlack, colors < 16 {
      look.isDim = true
    } else if style.foreground != .standard {
      look.foreground = number(of: style.foreground)
      if colors < 16, style.foreground.rawValue >= Color.brightBlack.rawValue { look.isBold = true }
    }
    return look
  }

  private var defaultForeground: Int16 { hasDefaults ? -1 : 7 }
  private var defaultBackground: Int16 { hasDefaults ? -1 : 0 }

  private func number(of color: Color) -> Int16 {
    let number = Int16(color.rawValue) - 1
    return colors < 16 ? number % 8 : number
  }
}
